//! How a window is pruned. Every number has a default with its reason in the interface.

/// Who decides what is pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// What the conversation itself tells of each part: when it was last used, how much is said of it now, and whether another
    /// part holds the same.
    Evidence,
    /// Age, task, dependents, kind and relevance multiplied.
    FiveFactor,
    /// All results but the newest.
    KeepLast,
    /// What was used longest ago.
    Lru,
    /// Nothing is ever pruned.
    Unbounded,
}

/// What is left of a pruned part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StubKind {
    /// Its id, and an outline of what it held.
    Outline,
    /// Its id alone.
    Bare,
}

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Who decides.
    pub policy: Policy,
    /// The most tokens of a request.
    pub max_tokens: u32,
    /// The share of them at which a prune begins.
    pub threshold: f64,
    /// The share of that which a prune leaves.
    pub low: f64,
    /// How many results `keep-last` keeps.
    pub keep_last: u32,
    /// What is left of a pruned part.
    pub stub: StubKind,
    /// The price of a token that is read from the prompt cache, as a share of one without a cache.
    pub cache_read: f64,
    /// The price of a token that is written into the prompt cache.
    pub cache_write: f64,
    /// How long the provider keeps a prompt cache that is not used, in milliseconds.
    pub cache_lifetime: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            policy: Policy::Evidence,
            max_tokens: 200_000,
            threshold: 0.8,
            low: 0.66,
            keep_last: 3,
            stub: StubKind::Outline,
            cache_read: 0.1,
            cache_write: 1.25,
            cache_lifetime: 300_000,
        }
    }
}

impl Settings {
    /// The tokens at which a prune begins.
    pub(crate) fn budget(&self) -> u32 {
        (f64::from(self.max_tokens) * self.threshold) as u32
    }
}
