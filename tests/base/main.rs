//! Tests of `base`.
