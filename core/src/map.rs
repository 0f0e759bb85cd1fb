//! Hash maps without random seeds. They are looked into, never walked: what is iterated is a `BTreeMap` or sorted first.

use rustc_hash::FxBuildHasher;

/// A map for look-ups.
pub(crate) type Map<K, V> = hashbrown::HashMap<K, V, FxBuildHasher>;

/// A set for look-ups.
pub(crate) type Set<K> = hashbrown::HashSet<K, FxBuildHasher>;

/// A set of places in a list of texts, each found by its text, whose identity is its hash: the texts are kept once.
pub(crate) type Places<P> = hashbrown::HashTable<P>;
