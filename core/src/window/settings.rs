//! How a window is pruned. Every number has a default with its reason in the interface.

use crate::base::error::Error;

/// Who decides what is pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Evidence of the conversation itself for each part: when it was last used, how much is said of it now, and
    /// whether another part holds the same.
    Evidence,
    /// Age, task, dependents, kind and relevance multiplied.
    FiveFactor,
    /// All results but the newest.
    KeepLast,
    /// The least recently used.
    Lru,
    /// Nothing is ever pruned.
    Unbounded,
}

/// The form of the stub that replaces a pruned part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StubKind {
    /// Its id, and an outline of its content.
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
    /// The share of the tokens at which a prune begins that stubs may take, and that all recaps may; 0: nothing leaves
    /// whole.
    pub recap_share: f64,
    /// How many results `keep-last` keeps.
    pub keep_last: u32,
    /// The form of the stub that replaces a pruned part.
    pub stub: StubKind,
    /// The price of a token that is read from the prompt cache, as a share of one without a cache.
    pub cache_read: f64,
    /// The price of a token that is written into the prompt cache.
    pub cache_write: f64,
    /// How long the provider keeps a prompt cache that is not used, in milliseconds.
    pub cache_lifetime: u32,
    /// The most bytes of one body that are kept for restoring; a larger part is only pruned if `caller_keeps`.
    pub max_body_bytes: u32,
    /// The most bytes of all bodies of a window; beyond, the oldest are given up.
    pub max_window_bytes: u32,
    /// How long a body is kept, in milliseconds.
    pub body_lifetime: u32,
    /// The caller keeps what is pruned itself, so that parts of any size may be.
    pub caller_keeps: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            policy: Policy::Evidence,
            max_tokens: 200_000,
            threshold: 0.8,
            low: 0.66,
            recap_share: 0.1,
            keep_last: 3,
            stub: StubKind::Outline,
            cache_read: 0.1,
            cache_write: 1.25,
            cache_lifetime: 300_000,
            max_body_bytes: 8 << 20,
            max_window_bytes: 64 << 20,
            body_lifetime: 7 * 86_400_000,
            caller_keeps: false,
        }
    }
}

impl Settings {
    /// Refuses numbers outside their ranges.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let refused = |argument, why| Err(Error::invalid(argument, why));
        // `contains` is false for what is no number.
        if !(1_000..=100_000_000).contains(&self.max_tokens) {
            return refused("max-tokens", "from 1,000 to 100,000,000");
        }
        if !(0.05..=1.0).contains(&self.threshold) {
            return refused("threshold", "from 0.05 to 1.0");
        }
        if !(0.05..=1.0).contains(&self.low) {
            return refused("low", "from 0.05 to 1.0");
        }
        if !(0.0..=0.5).contains(&self.recap_share) {
            return refused("recap-share", "from 0.0 to 0.5");
        }
        if !(0.0..=100.0).contains(&self.cache_read) || !(0.0..=100.0).contains(&self.cache_write) {
            return refused("cache-read", "prices lie in 0.0 to 100.0");
        }
        Ok(())
    }

    /// The tokens at which a prune begins.
    pub(crate) fn budget(&self) -> u32 {
        (f64::from(self.max_tokens) * self.threshold) as u32
    }

    /// The tokens that stubs may take, and that recaps may.
    pub(crate) fn recap_tokens(&self) -> u64 {
        (f64::from(self.budget()) * self.recap_share) as u64
    }
}
