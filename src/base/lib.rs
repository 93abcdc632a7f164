//! Vocabulary shared by every world.
