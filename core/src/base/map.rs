//! Hash maps without random seeds, for look-ups. Their order never counts: where order counts, a `BTreeMap` is
//! iterated, or the items are sorted first.

use rustc_hash::FxBuildHasher;

pub(crate) type Map<K, V> = hashbrown::HashMap<K, V, FxBuildHasher>;

pub(crate) type Set<K> = hashbrown::HashSet<K, FxBuildHasher>;

/// A set of indexes into a list of texts, found by the hash of the text, so that each text is stored only once.
pub(crate) type IndexTable<P> = hashbrown::HashTable<P>;
