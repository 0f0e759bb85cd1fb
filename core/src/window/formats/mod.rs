//! Messages of five formats, read into parts, and edited as the window says.
