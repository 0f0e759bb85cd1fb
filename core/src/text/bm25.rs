//! BM25: how much a term says about a document (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009).
//!
//! Pure numbers: whose terms they are, and which fields they stand in, is for the caller.

/// How soon further mentions of a term stop counting; 1.2 is the usual choice.
const K1: f64 = 1.2;
/// How much a document's length counts against it; 0.75 is the usual choice.
const B: f64 = 0.75;

/// BM25 with constants of one's own, of texts with one field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Curve {
    /// How soon further mentions of a term stop counting.
    pub(crate) k1: f64,
    /// How much a document's length counts against it.
    pub(crate) b: f64,
}

impl Curve {
    /// What a length counts, which is told as a share of the usual one.
    pub(crate) fn length(self, share: f64) -> f64 {
        1.0 - self.b + self.b * share
    }

    /// What `n` mentions are worth in a text whose length counts so much; of one in a text of the usual length the `weight`.
    pub(crate) fn worth(self, weight: f64, n: u32, length: f64) -> f64 {
        let n = f64::from(n);
        weight * n * (self.k1 + 1.0) / (n + self.k1 * length)
    }
}

/// The inverse document frequency of a term that `n_with` of `n_all` documents hold: `ln(1 + (N - n + 0.5) / (n + 0.5))`.
pub(crate) fn rarity(n_with: u32, n_all: usize) -> f64 {
    let (with, all) = (f64::from(n_with), n_all as f64);
    libm::log1p((all - with + 0.5) / (with + 0.5))
}

/// A frequency set against the length of its text, where `length` is that length as a share of the usual one.
pub(crate) fn normalised(frequency: f64, length: f64) -> f64 {
    frequency / (1.0 - B + B * length)
}

/// What a normalised frequency is worth, at most `weight`: each further mention counts for less.
pub(crate) fn saturated(weight: f64, frequency: f64) -> f64 {
    weight * frequency / (K1 + frequency)
}
