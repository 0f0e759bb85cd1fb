//! Pseudo-random numbers that are equal on every machine.

/// A linear congruential generator; its upper bits are used, since the lower ones are less random.
#[derive(Clone, Debug)]
pub(super) struct Draw {
    state: u64,
}

impl Draw {
    pub(super) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A number below `n`; 0 if `n` is 0.
    pub(super) fn number_below(&mut self, n: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % n.max(1)
    }

    /// A random item of the list.
    pub(super) fn of<'t, T: ?Sized>(&mut self, list: &[&'t T]) -> &'t T {
        list[self.number_below(list.len())]
    }
}
