//! Protects the numbers of the seeded streams (generator specification, sections 1 and 15): other programs make the same ones.

use base::random::Stream;

const KEY: &str = "grid-bench/1/20260907/PAINT/16x16/100/0/0";

fn check<T: PartialEq + std::fmt::Debug>(draw: impl Fn(&mut Stream) -> T, expected: &[T]) {
    let mut stream = Stream::new(KEY);
    let found: Vec<T> = expected.iter().map(|_| draw(&mut stream)).collect();
    assert_eq!(found, expected);
}

#[test]
fn words() {
    check(Stream::u32, &[1_291_310_743, 3_995_095_427, 1_786_923_546, 2_995_835_301]);
}

#[test]
fn bounded_draws() {
    check(|stream| stream.below(256), &[76, 238, 106, 178, 54, 164]);
    // One output each, also where nothing is to be decided.
    check(|stream| (stream.below(1), stream.below(256)), &[(0, 238), (0, 178), (0, 164)]);
}

#[test]
fn picks_use_one_output_or_none() {
    let list: Vec<u32> = (0..256).collect();
    check(|stream| stream.pick(&list).copied(), &[Some(76), Some(238), Some(106)]);
    check(|stream| (stream.pick::<u32>(&[]).copied(), stream.below(256)), &[(None, 76), (None, 238)]);
}

#[test]
fn a_shuffle_swaps_forward() {
    // With draws 76, 238, 106 of 256: below(4) = 1, below(3) = 2, below(2) = 0.
    let shuffled = |stream: &mut Stream| {
        let mut list = [0, 1, 2, 3];
        stream.shuffle(&mut list);
        list
    };
    check(shuffled, &[[1, 3, 2, 0]]);
    let mut stream = Stream::new(KEY);
    stream.shuffle::<u32>(&mut []);
    stream.shuffle(&mut [7]);
    assert_eq!(stream.below(256), 76);
}

#[test]
fn neighbouring_names_share_nothing() {
    let first = |path: &str| Stream::new(path).u32();
    let names = ["a/1", "a/2", "a/11", "a/1/1", "a"];
    let words: Vec<u32> = names.into_iter().map(first).collect();
    for (index, word) in words.iter().enumerate() {
        assert!(!words[..index].contains(word));
    }
}
