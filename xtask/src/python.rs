//! The Python package: the wheel, and the environments that it is tested in.

pub mod environment;
mod wheel;

pub use wheel::{
    INSTALLED, PORTABLE_GLIBC, bytes as wheel_bytes, check as check_wheel, long_lives, release, search_path,
};
