//! The nodes and fields of tree-sitter's Go grammar from which facts are extracted.
//!
//! Nodes that are not listed are replaced by their children: argument lists, and most statements and groups of
//! declarations.

use crate::graph::syntax::{Kind, syntax};

syntax! {
    kinds {
        SOURCE_FILE = "source_file",
        PACKAGE = "package_clause",
        PACKAGE_NAME = "package_identifier" (leaf),
        IMPORT = "import_spec",
        DOT = "dot" (leaf),
        BLANK = "blank_identifier" (leaf),
        // Functions.
        FUNCTION = "function_declaration",
        METHOD = "method_declaration",
        METHOD_ELEM = "method_elem",
        FUNC_LITERAL = "func_literal",
        PARAMETERS = "parameter_list",
        PARAMETER = "parameter_declaration",
        VARIADIC_PARAMETER = "variadic_parameter_declaration",
        TYPE_PARAMETERS = "type_parameter_list",
        TYPE_PARAMETER = "type_parameter_declaration",
        CONSTRAINT = "type_constraint",
        // Types, constants and variables.
        TYPE_SPEC = "type_spec",
        TYPE_ALIAS = "type_alias",
        FIELD = "field_declaration",
        CONST_DECLARATION = "const_declaration",
        CONST_SPEC = "const_spec",
        VAR_SPEC = "var_spec",
        // References to types.
        TYPE_NAME = "type_identifier" (leaf),
        QUALIFIED_TYPE = "qualified_type",
        GENERIC_TYPE = "generic_type",
        TYPE_ARGUMENTS = "type_arguments",
        TYPE_ELEM = "type_elem",
        NEGATED_TYPE = "negated_type",
        POINTER_TYPE = "pointer_type",
        PARENTHESIZED_TYPE = "parenthesized_type",
        SLICE_TYPE = "slice_type",
        ARRAY_TYPE = "array_type",
        IMPLICIT_ARRAY_TYPE = "implicit_length_array_type",
        MAP_TYPE = "map_type",
        CHANNEL_TYPE = "channel_type",
        STRUCT_TYPE = "struct_type",
        INTERFACE_TYPE = "interface_type",
        FUNCTION_TYPE = "function_type",
        // Statements.
        BLOCK = "block",
        IF = "if_statement",
        FOR = "for_statement",
        RANGE = "range_clause",
        SWITCH = "expression_switch_statement",
        TYPE_SWITCH = "type_switch_statement",
        CASE = "expression_case",
        TYPE_CASE = "type_case",
        DEFAULT_CASE = "default_case",
        COMMUNICATION_CASE = "communication_case",
        RECEIVE = "receive_statement",
        SHORT_VAR = "short_var_declaration",
        ASSIGNMENT = "assignment_statement",
        RETURN = "return_statement",
        EXPRESSIONS = "expression_list",
        // Expressions.
        IDENTIFIER = "identifier" (leaf),
        MEMBER_NAME = "field_identifier" (leaf),
        SELECTOR = "selector_expression",
        CALL = "call_expression",
        CONVERSION = "type_conversion_expression",
        INSTANTIATION = "type_instantiation_expression",
        ASSERTION = "type_assertion_expression",
        INDEX = "index_expression",
        SLICE = "slice_expression",
        UNARY = "unary_expression",
        BINARY = "binary_expression",
        PARENTHESIZED = "parenthesized_expression",
        VARIADIC_ARGUMENT = "variadic_argument",
        COMPOSITE = "composite_literal",
        LITERAL_VALUE = "literal_value",
        LITERAL_ELEMENT = "literal_element",
        KEYED = "keyed_element",
        STRING = "interpreted_string_literal" (leaf),
        RAW_STRING = "raw_string_literal" (leaf),
        RUNE = "rune_literal" (leaf),
        INT = "int_literal" (leaf),
        FLOAT = "float_literal" (leaf),
        IMAGINARY = "imaginary_literal" (leaf),
        IOTA = "iota" (leaf),
        TRUE = "true" (leaf),
        FALSE = "false" (leaf),
        NIL = "nil" (leaf),
    }
    fields {
        FIELD_NAME = "name",
        FIELD_PATH = "path",
        FIELD_BODY = "body",
        FIELD_RECEIVER = "receiver",
        FIELD_PARAMETERS = "parameters",
        FIELD_RESULT = "result",
        FIELD_TYPE = "type",
        FIELD_TYPE_ARGUMENTS = "type_arguments",
        FIELD_ELEMENT = "element",
        FIELD_KEY = "key",
        FIELD_VALUE = "value",
        FIELD_PACKAGE = "package",
        FIELD_FUNCTION = "function",
        FIELD_OPERAND = "operand",
        FIELD_FIELD = "field",
        FIELD_INDEX = "index",
        FIELD_LEFT = "left",
        FIELD_RIGHT = "right",
        FIELD_ALIAS = "alias",
        FIELD_TAG = "tag",
        FIELD_LENGTH = "length",
    }
}

/// Whether names bound inside a node of this kind are visible up to the node's end.
pub(super) fn is_block(kind: Kind) -> bool {
    matches!(kind, BLOCK | IF | FOR | SWITCH | TYPE_SWITCH | CASE | TYPE_CASE | DEFAULT_CASE | COMMUNICATION_CASE)
}

/// Whether a node of this kind is a named type.
pub(super) fn is_named_type(kind: Kind) -> bool {
    matches!(kind, TYPE_NAME | QUALIFIED_TYPE | GENERIC_TYPE)
}

/// Whether a node of this kind is a type literal.
pub(super) fn is_written_type(kind: Kind) -> bool {
    matches!(
        kind,
        POINTER_TYPE
            | PARENTHESIZED_TYPE
            | SLICE_TYPE
            | ARRAY_TYPE
            | IMPLICIT_ARRAY_TYPE
            | MAP_TYPE
            | CHANNEL_TYPE
            | STRUCT_TYPE
            | INTERFACE_TYPE
            | FUNCTION_TYPE
    )
}
