//! Protects the measures: each against numbers worked out by hand, with empty populations.

use grids::report::{Interval, Measures, RESAMPLES, interval};
use grids::score::{Score, score};
use grids::world::{Alphabet, Shape, Space, World};

/// A world of four cells.
fn world(space: &Space, cells: [u16; 4]) -> World {
    let mut world = World::empty(&space.shape);
    cells.iter().enumerate().for_each(|(cell, &value)| {
        world.set(cell, value);
    });
    world
}

/// Scores of responses, each with its initial and its final world.
fn scores(requests: &[(&str, [u16; 4], [u16; 4])]) -> Vec<Score> {
    let space = Space { shape: Shape::new(&[4]).unwrap(), alphabet: Alphabet::new(&[0, 1, 2]).unwrap() };
    let one = |&(response, initial, last): &(&str, [u16; 4], [u16; 4])| {
        score(Some(response), &space, &world(&space, initial), &world(&space, last))
    };
    requests.iter().map(one).collect()
}

#[test]
fn each_measure_by_hand() {
    let (before, after) = ([1, 0, 2, 0], [1, 1, 0, 0]);
    let scores = scores(&[
        // Exact and strict; exact in prose.
        (r#"{"cells":[[[0],1],[[1],1]]}"#, before, after),
        (r#"So: {"cells":[[[0],1],[[1],1]]}"#, before, after),
        // The initial world: both cells that change are wrong.
        (r#"{"cells":[[[0],1],[[2],2]]}"#, before, after),
        // The empty world: wrong at [0], which stays, and at [1], which changes.
        (r#"{"cells":[]}"#, before, after),
        // Wrong at [3] alone, which stays.
        (r#"{"cells":[[[0],1],[[1],1],[[3],2]]}"#, before, after),
        // Not valid; empty.
        (r#"{"cells":[[[0],9]]}"#, before, after),
        (" ", before, after),
        // Nothing changes here, and copying is right.
        (r#"{"cells":[[[0],2]]}"#, [2, 0, 0, 0], [2, 0, 0, 0]),
    ]);
    let found = Measures::of(&scores);
    let expected = Measures {
        n: 8,
        exact: 3,
        incorrect: 3,
        invalid: 1,
        empty: 1,
        em: Some(3.0 / 8.0),
        strict_em: Some(2.0 / 8.0),
        valid: Some(6.0 / 8.0),
        // 1, 1, 1/2, 1/2, 3/4, 1
        ca: Some(4.75 / 6.0),
        // 1, 1, 0, 1/2, 1; the last instance has no cell that changes.
        n_changed: 5,
        ca_changed: Some(3.5 / 5.0),
        // 1, 1, 1, 1/2, 1/2, 1
        n_unchanged: 6,
        ca_unchanged: Some(5.0 / 6.0),
        // 1, 2 and 2 wrong cells.
        n_wrong: 3,
        wrong_median: Some(2.0),
        wrong_p90: Some(2.0),
        wrong_le5: 3,
        changed_only: 1,
        unchanged_only: 1,
        both: 1,
        // Copying has 2 of 4 wrong in five of six, the all-zero world 2 of 4 in five and 1 of 4 in one.
        copy_ca: Some(3.5 / 6.0),
        zero_ca: Some(3.25 / 6.0),
        // The two exact ones and the one with one wrong cell.
        above_copy: 3,
        copy_em: Some(1.0 / 8.0),
        zero_em: Some(0.0),
    };
    assert_eq!(found, expected);
}

#[test]
fn empty_populations_have_no_rates() {
    assert_eq!(Measures::of(&[]), Measures::default());
    let found = Measures::of(&scores(&[("", [0; 4], [0; 4])]));
    let expected = Measures {
        n: 1,
        empty: 1,
        em: Some(0.0),
        strict_em: Some(0.0),
        valid: Some(0.0),
        copy_em: Some(1.0),
        zero_em: Some(1.0),
        ..Measures::default()
    };
    assert_eq!(found, expected);
}

/// Linear interpolation at (n-1)q: of 1, 2, 3 and 4 wrong cells the median is 2.5 and the 90th percentile 3.7.
#[test]
fn quantiles_interpolate() {
    let last = [1, 1, 1, 1];
    let responses: Vec<String> = (0..4)
        .map(|right| {
            let cells: Vec<String> = (0..right).map(|cell| format!("[[{cell}],1]")).collect();
            format!("{{\"cells\":[{}]}}", cells.join(","))
        })
        .collect();
    let requests: Vec<_> = responses.iter().map(|response| (response.as_str(), [0; 4], last)).collect();
    let found = Measures::of(&scores(&requests));
    assert_eq!((found.n_wrong, found.wrong_median), (4, Some(2.5)));
    assert!(found.wrong_p90.is_some_and(|p90| (p90 - 3.7).abs() < 1e-12), "{:?}", found.wrong_p90);
}

#[test]
fn intervals_are_those_of_whole_trajectories() {
    // No trajectories, and trajectories that are all alike: nothing to say.
    assert_eq!(interval(&[], 4, RESAMPLES, 0), None);
    assert_eq!(interval(&[vec![], vec![]], 4, RESAMPLES, 0), None);
    assert_eq!(interval(&[vec![3; 8], vec![1; 8]], 4, RESAMPLES, 0), None);
    // Eight trajectories of which four are right at all of two lengths: the mean is 1/2, and its standard error 0.18.
    let Some(Interval(low, high)) = interval(&[vec![2, 2, 2, 2, 0, 0, 0, 0]], 2, RESAMPLES, 0) else { panic!("an interval") };
    assert!((0.1..=0.2).contains(&low) && (0.8..=0.9).contains(&high), "{low} to {high}");
    // Strata are resampled by themselves: what differs only between them does not vary.
    let Some(Interval(low, high)) = interval(&[vec![2; 8], vec![0; 8], vec![1, 0]], 2, RESAMPLES, 0) else {
        panic!("an interval")
    };
    assert!(low >= 16.0 / 36.0 && high <= 18.0 / 36.0, "{low} to {high}");
    // The same seed gives the same, another one another.
    let strata = [(0..8).collect::<Vec<i64>>(), (0..8).map(|k| k * k).collect()];
    assert_eq!(interval(&strata, 4, 200, 7), interval(&strata, 4, 200, 7));
    assert_ne!(interval(&strata, 4, 200, 7), interval(&strata, 4, 200, 8));
    // Differences of models may be negative.
    let Some(Interval(low, high)) = interval(&[vec![-2, -1, 0, 1]], 2, RESAMPLES, 0) else { panic!("an interval") };
    assert!((-1.0..0.0).contains(&low) && high < 0.5, "{low} to {high}");
}
