//! BM25 term weights (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009).
//!
//! Not here: choosing the terms, and the fields in which they are counted.

/// Saturation of term frequency: the lower, the sooner further mentions stop counting. 1.2 is the usual value.
const K1: f64 = 1.2;
/// Length normalisation, from 0 (none) to 1 (full). 0.75 is the usual value.
const B: f64 = 0.75;

/// BM25 parameters for texts with a single field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bm25Params {
    /// Saturation of term frequency: the lower, the sooner further mentions stop counting.
    pub(crate) k1: f64,
    /// Length normalisation, from 0 (none) to 1 (full).
    pub(crate) b: f64,
}

impl Bm25Params {
    /// The length factor of a text; `share` is its length divided by the average length.
    pub(crate) fn length_factor(self, share: f64) -> f64 {
        1.0 - self.b + self.b * share
    }

    /// The score of `n` mentions of a term in a text with this length factor. One mention in a text of average length
    /// scores `weight`.
    pub(crate) fn score(self, weight: f64, n: u32, length: f64) -> f64 {
        let n = f64::from(n);
        weight * n * (self.k1 + 1.0) / (n + self.k1 * length)
    }
}

/// The inverse document frequency of a term that `n_with` of `n_all` documents contain:
/// `ln(1 + (n_all - n_with + 0.5) / (n_with + 0.5))`.
pub(crate) fn idf(n_with: u32, n_all: usize) -> f64 {
    let (n_containing, n_documents) = (f64::from(n_with), n_all as f64);
    libm::log1p((n_documents - n_containing + 0.5) / (n_containing + 0.5))
}

/// A term frequency normalised by text length; `length` is the text's length divided by the average length.
pub(crate) fn length_normalised(frequency: f64, length: f64) -> f64 {
    frequency / (1.0 - B + B * length)
}

/// The score of a normalised term frequency: each further mention adds less, and the total stays below `weight`.
pub(crate) fn saturated_weight(weight: f64, frequency: f64) -> f64 {
    weight * frequency / (K1 + frequency)
}
