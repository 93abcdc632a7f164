//! Tests of `base`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod json;
mod jsonl;
mod random;
