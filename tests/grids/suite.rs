//! Protects the files that the generator makes: the pinned bytes of the paper suite, manifests, plans that are refused, and the
//! statistics, whose values for the paper's seed the generator specification prints.

#[path = "../shared/paper_suite.rs"]
mod paper_suite;

use std::sync::LazyLock;

use grids::generate::batch::{Batch, Content};
use grids::generate::condition::Condition;
use grids::generate::stats::{Report, Statistics, Structure};
use grids::generate::suite::{Plan, Suite};
use grids::generate::{SEED, Trajectory, generate};
use grids::world::Shape;

/// Made once: it is the slowest thing here.
static PAPER: LazyLock<([String; 2], Report)> = LazyLock::new(|| {
    let mut statistics = Statistics::default();
    let digests = paper_suite::make(|trajectory| statistics.add(trajectory));
    (digests, statistics.report())
});

#[test]
fn bytes_of_the_paper_suite() {
    assert_eq!(PAPER.0, [paper_suite::TRAJECTORIES, paper_suite::INSTANCES]);
}

/// Generator specification, section 12, the column of this seed. It prints 56.98 and 8.05 where 56.9851 and 8.0553 are rounded once.
#[test]
fn statistics_of_the_paper_suite() {
    let found: Vec<(f64, Option<u64>)> = PAPER.1.comparison.iter().map(|row| (row.ours, row.of)).collect();
    let mean = |number: f64| (number, None);
    let count = |number: u64, of: u64| (number as f64, Some(of));
    let expected = [
        mean(63.67),
        mean(56.99),
        mean(50.9),
        mean(48.63),
        mean(48.37),
        mean(48.25),
        mean(28.01),
        mean(57.55),
        mean(147.81),
        mean(4.07),
        mean(8.06),
        mean(20.41),
        count(33, 1248),
        count(14, 24),
        count(1, 192),
        count(1, 192),
        count(3, 192),
        count(0, 168),
        mean(9336.0),
        mean(2952.0),
        count(0, 960),
        count(0, 960),
        count(0, 960),
        count(0, 192),
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_paper_suite_lies_in_every_range_and_the_paper_in_all_but_one() {
    let outside = |inside: fn(&grids::generate::stats::Comparison) -> bool| -> Vec<&str> {
        PAPER.1.comparison.iter().filter(|row| !inside(row)).map(|row| row.statistic).collect()
    };
    assert_eq!(outside(|row| row.ours_inside == Some(true)), [""; 0]);
    // Generator specification, section 14.
    assert_eq!(outside(|row| row.paper_inside), ["MIX d=2 target 12, reads per core event"]);
}

#[test]
fn acceptance_of_the_paper_suite() {
    let Report { attempts, conditions, .. } = &PAPER.1;
    assert_eq!((attempts.trajectories, attempts.rejected.values().sum::<u64>(), attempts.most), (248, 1, 2));
    assert_eq!(conditions.len(), 31);
    let hardest: Vec<&str> = conditions.iter().filter(|row| row.most_attempts > 1).map(|row| row.condition.as_str()).collect();
    assert_eq!(hardest, ["LAYER/16x16/150"]);
    for row in conditions {
        let (ours, reference) = (row.scale.unwrap(), row.reference.unwrap());
        let near = |a: f64, b: f64| (a - b).abs() < 0.15 * b;
        assert!(near(ours.workload, reference.workload) && near(ours.reads, reference.reads), "{row:?}");
    }
}

/// Paper, B.6: equations 11 to 13.
#[test]
fn structural_quantities() {
    let of = |sides: &[u32]| Structure::of(&Shape::new(sides).unwrap());
    for (sides, edges, degree, boundary, scan) in [
        (vec![16, 16], 480, 3.75, 23.4375, 1216),
        (vec![6, 6, 7], 636, 5.0476, 68.2540, 1524),
        (vec![4, 4, 4, 4], 768, 6.0, 93.75, 1792),
        (vec![1], 0, 0.0, 100.0, 1),
        (vec![2, 5], 13, 2.6, 100.0, 36),
    ] {
        let found = of(&sides);
        assert_eq!((found.edges, found.scan), (edges, scan), "{sides:?}");
        assert!((found.mean_degree - degree).abs() < 1e-4 && (found.boundary - boundary).abs() < 1e-4, "{found:?}");
    }
}

fn made(names: &[&str], count: u32) -> Vec<Trajectory> {
    let conditions = names.iter().map(|name| Condition::parse(name).unwrap()).collect();
    Plan::new(conditions, SEED, 0, count).unwrap().keys().filter_map(|key| generate(&key).ok()).collect()
}

#[test]
fn statistics_do_not_depend_on_the_order() {
    let mut trajectories = made(&["RELABEL/4x4x4x4/100", "MIX/16x16/12", "MOVE/5x7/9/length=20"], 3);
    let report = |trajectories: &[Trajectory]| {
        let mut statistics = Statistics::default();
        trajectories.iter().for_each(|trajectory| statistics.add(trajectory));
        statistics.report()
    };
    let forward = report(&trajectories);
    trajectories.reverse();
    assert_eq!(report(&trajectories), forward);
    // The ranges hold for eight trajectories of each condition only.
    assert!(forward.comparison.iter().all(|row| row.ours_inside.is_none()));
    let names: Vec<&str> = forward.conditions.iter().map(|row| row.condition.as_str()).collect();
    assert_eq!(names, ["MIX/16x16/12", "RELABEL/4x4x4x4/100", "MOVE/5x7/9/length=20"]);
    assert_eq!(forward.conditions[2].core + forward.conditions[2].sets, 60);
}

/// What is published is about the paper's conditions, so of others only the conditions themselves are reported.
#[test]
fn statistics_of_other_conditions() {
    let mut statistics = Statistics::default();
    for trajectory in made(&["RELABEL/16x16/50", "PAINT/16x16/100/length=64"], 1) {
        statistics.add(&trajectory);
    }
    let Report { comparison, conditions, .. } = statistics.report();
    assert_eq!((comparison.len(), conditions.len()), (0, 2));
    assert!(conditions.iter().all(|row| row.reference.is_none()));
    assert_eq!(Statistics::default().report().comparison, []);
}

/// Of four trajectories of this condition one does not exist.
#[test]
fn a_trajectory_that_does_not_exist() {
    let plan = Plan::new(vec![Condition::parse("LAYER/4x4/16").unwrap()], SEED, 2, 3).unwrap();
    let instances = Content::instances(&plan, &[0, 3]).unwrap();
    let files = [("a.jsonl".to_owned(), instances), ("b.jsonl".to_owned(), Content::Trajectories)];
    let mut batch = Batch::new(plan.clone(), files);
    let mut texts = [String::new(), String::new()];
    for key in plan.keys() {
        for (file, text) in texts.iter_mut().zip(batch.add(&key, &generate(&key))) {
            file.push_str(&text);
        }
    }
    assert_eq!(batch.failed(), 1);
    let error = |line| {
        format!(
            "{{\"line\":{line},\"id\":\"layer-4x4-w16-ec5aba66-03\",\"error\":{{\"code\":\"all-attempts-rejected\",\"message\":\
             \"grid-bench/1/20260907/LAYER/4x4/16/3: all 8 attempts were rejected, 3 for density, 5 for workload\"}}}}"
        )
    };
    let line = |file: usize, number: usize| texts[file].lines().nth(number - 1).unwrap();
    assert_eq!((texts[0].lines().count(), line(0, 3)), (5, error(3).as_str()));
    assert_eq!((texts[1].lines().count(), line(1, 2)), (3, error(2).as_str()));
    let manifest: serde_json::Value = serde_json::from_str(&batch.manifest()).unwrap();
    let counts = |value: &serde_json::Value| ["trajectories", "instances", "failed"].map(|name| value[name].as_u64().unwrap());
    assert_eq!(counts(&manifest), [2, 4, 1]);
    assert_eq!(counts(&manifest["conditions"][0]), [2, 4, 1]);
    assert_eq!(manifest["suite"], serde_json::Value::Null);
    assert_eq!(manifest["cohorts"]["additional"], 1);
    for (file, text) in texts.iter().enumerate() {
        let entry = &manifest["files"][file];
        assert_eq!(entry["sha256"], base::digest::sha256(text));
        assert_eq!(
            (entry["lines"].as_u64(), entry["bytes"].as_u64()),
            (Some(text.lines().count() as u64), Some(text.len() as u64))
        );
    }
}

#[test]
fn plans_that_are_refused() {
    let condition = || Condition::parse("MIX/4x4/4").unwrap();
    let refused = |conditions, first, count| Plan::new(conditions, SEED, first, count).unwrap_err().to_string();
    assert_eq!(refused(vec![], 0, 1), "condition: found none, expected at least one");
    let twice = vec![condition(), Condition::parse("MIX/4x4/5").unwrap(), condition()];
    assert_eq!(refused(twice, 0, 1), "condition: found MIX/4x4/4 twice, expected every condition once");
    assert_eq!(refused(vec![condition()], 0, 0), "count: found 0, expected 1 to 1000000 trajectories of each condition");
    let expected = "first: found index 999999 for the first of 2 trajectories, expected at most 999998";
    assert_eq!(refused(vec![condition()], 999_999, 2), expected);
    assert_eq!(
        refused(vec![condition()], u32::MAX, 1_000_000),
        "first: found index 4294967295 for the first of 1000000 trajectories, expected at most 0"
    );
    assert!(Plan::new(vec![condition()], SEED, 999_999, 1).is_ok());
}

#[test]
fn lengths_of_instances() {
    let plan = Plan::new(vec![Condition::parse("MIX/4x4/4/length=9").unwrap()], SEED, 0, 1).unwrap();
    assert_eq!(Content::usual_instances(&plan), Content::Instances(vec![0, 1, 8, 9]));
    assert!(Content::instances(&plan, &[0, 9]).is_ok());
    for lengths in [vec![], vec![10], vec![1, 1], vec![8, 1]] {
        assert!(Content::instances(&plan, &lengths).is_err(), "{lengths:?}");
    }
    assert_eq!(Suite::of(&Suite::Workload.conditions()), Some(Suite::Workload));
    assert_eq!(Suite::of(&plan.conditions), None);
}
