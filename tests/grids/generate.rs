//! Protects the generator: the printed test vectors, the bytes of the paper suite, and its laws on random conditions.

use grids::generate::condition::Condition;
use grids::generate::{Key, SEED, Trajectory, generate};
use grids::rule::sampling::ln24;

#[test]
fn logarithms() {
    let vectors = [(1, 0), (2, 11629079), (10, 38630967), (100, 77261934), (115, 79606751), (256, 93032639), (1792, 125679594)];
    for (n, expected) in vectors {
        assert_eq!(ln24(n), expected, "ln24({n})");
    }
}

/// Generator specification, section 15.
#[test]
fn printed_digests() {
    for (condition, index, attempt, digest) in [
        ("PAINT/16x16/100", 0, 0, "6649acdad519b600"),
        ("REFLECT/6x6x7/64", 1, 0, "ce7f2954ef2dd631"),
        ("STENCIL/4x4x4x4/10", 2, 0, "cc9cd8314f9fc953"),
        ("MIX/16x16/30", 3, 0, "9cb5b3a7aba9dea9"),
        ("RELABEL/6x6x7/100", 4, 0, "5ef1ca7f05dfde1e"),
        ("LAYER/16x16/150", 5, 0, "0fa3d8b58b6ed914"),
        ("MOVE/4x4x4x4/50", 6, 0, "bfcab4e4167e5d08"),
        ("COMPRESS/6x6x7/252", 7, 0, "75414acae9eb2f2f"),
    ] {
        let condition = Condition::parse(condition).unwrap();
        let trajectory = generate(&Key { condition, seed: SEED, index }).unwrap();
        assert_eq!((trajectory.attempt, trajectory.digest().as_str()), (attempt, digest), "{}", trajectory.key.path());
        let line = trajectory.to_json();
        assert_eq!(Trajectory::from_json(&line).as_ref(), Ok(&trajectory));
    }
}
