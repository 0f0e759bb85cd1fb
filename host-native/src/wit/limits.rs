//! The numbers that questions take: what each is where it is not given, its least and its greatest, in a module for each record.
//! Written by `cargo xtask records` from `wit/`: change that.

/// Of `find-question`.
pub mod find_question {
    use crate::wit::Bounded;

    /// How many symbols are given at most. Default: 20. Range: 1 to 1,000.
    pub const MOST: Bounded<u32> = Bounded { default: 20, least: 1, most: 1_000 };
}

/// Of `walk-question`.
pub mod walk_question {
    use crate::wit::Bounded;

    /// How many steps to follow. Default: 1. Range: 1 to 10.
    pub const DEPTH: Bounded<u32> = Bounded { default: 1, least: 1, most: 10 };
    /// How many steps are given at most. Default: 100. Range: 1 to 1,000.
    pub const MOST: Bounded<u32> = Bounded { default: 100, least: 1, most: 1_000 };
    /// Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0.
    pub const LEAST_CONFIDENCE: Bounded<f64> = Bounded { default: 0.0, least: 0.0, most: 1.0 };
}

/// Of `tests-question`.
pub mod tests_question {
    use crate::wit::Bounded;

    /// How many calls a test may be away. Default: 5. Range: 1 to 10.
    pub const DEPTH: Bounded<u32> = Bounded { default: 5, least: 1, most: 10 };
    /// How many tests are given at most. Default: 100. Range: 1 to 1,000.
    pub const MOST: Bounded<u32> = Bounded { default: 100, least: 1, most: 1_000 };
    /// Leaves out tests that a chain of calls reaches with a lower confidence, which is the product along the chain. Default: 0.0.
    /// Range: 0.0 to 1.0.
    pub const LEAST_CONFIDENCE: Bounded<f64> = Bounded { default: 0.0, least: 0.0, most: 1.0 };
}

/// Of `path-question`.
pub mod path_question {
    use crate::wit::Bounded;

    /// The most edges. Default: 10. Range: 1 to 10.
    pub const DEPTH: Bounded<u32> = Bounded { default: 10, least: 1, most: 10 };
    /// Leaves out edges of a lower confidence. Default: 0.0. Range: 0.0 to 1.0.
    pub const LEAST_CONFIDENCE: Bounded<f64> = Bounded { default: 0.0, least: 0.0, most: 1.0 };
}

/// Of `file-question`.
pub mod file_question {
    use crate::wit::Bounded;

    /// How many steps to follow. Default: 1. Range: 1 to 10.
    pub const DEPTH: Bounded<u32> = Bounded { default: 1, least: 1, most: 10 };
    /// How many files and modules are given at most. Default: 100. Range: 1 to 1,000.
    pub const MOST: Bounded<u32> = Bounded { default: 100, least: 1, most: 1_000 };
}

/// Of `map-question`.
pub mod map_question {
    use crate::wit::Bounded;

    /// Tokens that the text may take. Default: 2,000. Range: 64 to 1,000,000.
    pub const BUDGET: Bounded<u32> = Bounded { default: 2_000, least: 64, most: 1_000_000 };
}

/// Of `export-question`.
pub mod export_question {
    use crate::wit::Bounded;

    /// How many edges away from it. Default: 1. Range: 1 to 10.
    pub const DEPTH: Bounded<u32> = Bounded { default: 1, least: 1, most: 10 };
}

/// Of `prepare-question`.
pub mod prepare_question {
    use crate::wit::Bounded;

    /// Tokens that the pieces may take together. Default: 8,000. Range: 64 to 1,000,000.
    pub const BUDGET: Bounded<u32> = Bounded { default: 8_000, least: 64, most: 1_000_000 };
}

/// Of `notes-question`.
pub mod notes_question {
    use crate::wit::Bounded;

    /// How many notes are given at most. Default: 20. Range: 1 to 1,000.
    pub const MOST: Bounded<u32> = Bounded { default: 20, least: 1, most: 1_000 };
}
