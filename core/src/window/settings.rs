//! The settings of a window. Their defaults are explained in the interface.

use crate::base::error::Error;

/// The rule that decides what is pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The conversation's own evidence: when a part was last used, how much it is mentioned now, and whether another
    /// part says the same.
    Evidence,
    /// Age, task, dependents, kind and relevance, multiplied.
    FiveFactor,
    /// Prunes all results but the newest.
    KeepLast,
    /// Prunes the least recently used parts first.
    Lru,
    /// Prunes nothing.
    Unbounded,
}

/// The form of the stub that replaces a pruned part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StubKind {
    /// The part's id, and an outline of its content.
    Outline,
    /// The part's id alone.
    Bare,
}

/// The settings of a window. A setting outside its range is refused when the window is opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The rule that decides what is pruned; by default the conversation's own evidence.
    pub policy: Policy,
    /// The most tokens of a request, from 1,000 to 100,000,000.
    pub max_tokens: u32,
    /// The share of `max_tokens` at which a prune begins.
    pub threshold: f64,
    /// The tokens that a prune aims to leave, as a share of those at which it begins.
    pub low: f64,
    /// The most tokens of all stubs together, and likewise of all recaps together, as a share of the tokens at which a
    /// prune begins; 0: no recaps.
    pub recap_share: f64,
    /// The number of results that `keep-last` keeps.
    pub keep_last: u32,
    /// The form of stubs; by default with an outline.
    pub stub: StubKind,
    /// The price of a token read from the prompt cache, relative to an uncached one.
    pub cache_read: f64,
    /// The price of a token written into the prompt cache, relative to an uncached one.
    pub cache_write: f64,
    /// How long the provider keeps an unused prompt cache, in milliseconds.
    pub cache_lifetime: u32,
    /// The most bytes of a stored body; a larger part is pruned only with `caller_keeps`.
    pub max_body_bytes: u32,
    /// The most bytes of all stored bodies; beyond, the oldest are deleted.
    pub max_window_bytes: u32,
    /// How long a body is stored, in milliseconds.
    pub body_lifetime: u32,
    /// Whether the caller stores pruned parts itself, so that parts of any size can be pruned.
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
    /// Refuses a setting outside its range.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let refused = |argument, why| Err(Error::invalid(argument, why));
        // `contains` is false for NaN.
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
        for (argument, price) in [("cache-read", self.cache_read), ("cache-write", self.cache_write)] {
            if !(0.0..=100.0).contains(&price) {
                return refused(argument, "from 0.0 to 100.0");
            }
        }
        if self.keep_last > 1_000_000 {
            return refused("keep-last", "from 0 to 1,000,000");
        }
        if self.cache_lifetime > 2_592_000_000 {
            return refused("cache-lifetime", "from 0 to 2,592,000,000");
        }
        if self.max_body_bytes > 64 << 20 {
            return refused("max-body-bytes", "from 0 to 67,108,864");
        }
        if self.max_window_bytes > 256 << 20 {
            return refused("max-window-bytes", "from 0 to 268,435,456");
        }
        Ok(())
    }

    /// The tokens at which a prune begins.
    pub(crate) fn budget(&self) -> u32 {
        (f64::from(self.max_tokens) * self.threshold) as u32
    }

    /// The most tokens of all stubs together, and likewise of all recaps together.
    pub(crate) fn recap_tokens(&self) -> u64 {
        (f64::from(self.budget()) * self.recap_share) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Formerly four settings were accepted outside their documented ranges.
    #[test]
    fn a_setting_outside_its_range_is_refused_under_its_own_name() {
        type Change = fn(&mut Settings);
        let outside: [(&str, Change); 10] = [
            ("max-tokens", |settings| settings.max_tokens = 999),
            ("threshold", |settings| settings.threshold = f64::NAN),
            ("low", |settings| settings.low = 0.04),
            ("recap-share", |settings| settings.recap_share = 0.51),
            ("cache-read", |settings| settings.cache_read = -0.1),
            ("cache-write", |settings| settings.cache_write = 100.1),
            ("keep-last", |settings| settings.keep_last = 1_000_001),
            ("cache-lifetime", |settings| settings.cache_lifetime = 2_592_000_001),
            ("max-body-bytes", |settings| settings.max_body_bytes = (64 << 20) + 1),
            ("max-window-bytes", |settings| settings.max_window_bytes = (256 << 20) + 1),
        ];
        assert_eq!(Settings::default().check(), Ok(()));
        for (argument, change) in outside {
            let mut settings = Settings::default();
            change(&mut settings);
            let refused = settings.check();
            assert!(
                matches!(&refused, Err(Error::Invalid { argument: wrong, .. }) if *wrong == argument),
                "{refused:?}"
            );
        }
    }
}
