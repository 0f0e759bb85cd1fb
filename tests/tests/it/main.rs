//! Tests of the core, the component and the hosts that are not scenarios, in one program, so that it is linked once.

mod damaged;
mod door;
mod hostile;
mod long_windows;
mod many_writers;
mod masked;
mod name_index;
mod properties;
mod quarantine;
mod random_stories;
mod recall;
mod records;
mod sealed;
mod stores;
mod wide;
mod window_formats;
mod windows;
