//! Tests of `grids`.
