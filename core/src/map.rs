//! Hash maps without random seeds. They are looked into, never walked: what is iterated is a `BTreeMap` or sorted first.

use rustc_hash::FxBuildHasher;

/// A map for look-ups.
pub(crate) type Map<K, V> = hashbrown::HashMap<K, V, FxBuildHasher>;

/// A set for look-ups.
pub(crate) type Set<K> = hashbrown::HashSet<K, FxBuildHasher>;
