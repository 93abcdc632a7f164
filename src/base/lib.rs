//! Vocabulary shared by every world: strict JSON with positions, lines of JSONL, digests, and seeded random
//! streams.
//!
//! Nothing here does I/O, reads a clock, starts a thread or draws randomness of its own, and nothing knows what a grid is.

pub mod digest;
pub mod json;
pub mod jsonl;
pub mod random;
