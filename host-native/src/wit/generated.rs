//! The words of the interface's enumerations. Written by `cargo xtask records` from `wit/`: change that.

use super::words;

words! {
    graph::SkipReason {
        Language = "language",
        Size = "size",
        Secret = "secret",
        Generated = "generated",
        Path = "path",
    }
    graph::SymbolKind {
        File = "file",
        Module = "module",
        Class = "class",
        Interface = "interface",
        Enum = "enum",
        Function = "function",
        Method = "method",
        Constant = "constant",
        Variable = "variable",
        Field = "field",
        TypeAlias = "type_alias",
        Macro = "macro",
        Import = "import",
    }
    graph::EdgeKind {
        Calls = "calls",
        Imports = "imports",
        Uses = "uses",
        Inherits = "inherits",
        Implements = "implements",
        References = "references",
    }
    graph::Strategy {
        Lexical = "lexical",
        Imported = "imported",
        Qualified = "qualified",
        SelfMember = "self_member",
        SuperMember = "super_member",
        Annotated = "annotated",
        Constructed = "constructed",
        Returned = "returned",
        FieldType = "field_type",
        Element = "element",
        Flow = "flow",
        Overridden = "overridden",
        UniqueName = "unique_name",
    }
    recall::PieceForm {
        Source = "source",
        Signature = "signature",
        StaleSignature = "stale_signature",
    }
}
