//! The Python package: the wheel, and the environments in which it is tested.

pub mod environment;
mod wheel;

pub use wheel::{
    INSTALLED_ENVIRONMENT, PORTABLE_GLIBC, bytes as wheel_bytes, check as check_wheel, long_lives, release, search_path,
};
