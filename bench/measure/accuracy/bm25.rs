//! Plain BM25 over whole files, by the lower-case words of their paths and texts: the baseline for the ranking of
//! files.

use std::collections::BTreeMap;

/// The usual parameters of BM25.
const K1: f64 = 1.2;
const B: f64 = 0.75;

/// The paths of `files` by falling score for the query; paths of equal score keep the order of `files`. Each file is a
/// path and a text.
pub(crate) fn rank<'f>(files: &[(&'f str, &str)], task: &str) -> Vec<&'f str> {
    let words: Vec<BTreeMap<String, u32>> =
        files.iter().map(|(path, text)| counts(&format!("{path} {text}"))).collect();
    let length = |words: &BTreeMap<String, u32>| f64::from(words.values().sum::<u32>());
    let n_files = files.len() as f64;
    let mean_length = words.iter().map(length).sum::<f64>() / n_files.max(1.0);
    let mut scores = vec![0.0; files.len()];
    for (word, n_asked) in counts(task) {
        let n_with = words.iter().filter(|words| words.contains_key(&word)).count() as f64;
        let rarity = (1.0 + (n_files - n_with + 0.5) / (n_with + 0.5)).ln();
        for (score, words) in scores.iter_mut().zip(&words) {
            let n_times = f64::from(words.get(&word).copied().unwrap_or(0));
            let denominator = n_times + K1 * (1.0 - B + B * length(words) / mean_length);
            *score += f64::from(n_asked) * rarity * n_times * (K1 + 1.0) / denominator;
        }
    }
    let mut indexes: Vec<usize> = (0..files.len()).collect();
    indexes.sort_by(|&one, &other| scores[other].total_cmp(&scores[one]));
    indexes.into_iter().map(|index| files[index].0).collect()
}

fn counts(text: &str) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for word in text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()) {
        *counts.entry(word.to_lowercase()).or_default() += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::rank;

    #[test]
    fn a_rare_word_in_a_short_file_ranks_first_and_equal_files_keep_their_order() {
        let files = [("a", "x"), ("b", "the cookie of the long, long story"), ("c", "the cookie"), ("d", "x")];
        assert_eq!(rank(&files, "which Cookie?"), ["c", "b", "a", "d"]);
        assert_eq!(rank(&[("a.py", "x"), ("cookie.py", "x")], "which Cookie?"), ["cookie.py", "a.py"]);
    }
}
