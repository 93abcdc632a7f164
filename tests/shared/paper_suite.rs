//! The paper suite as two files, whose digests must be the same natively, in a browser and in every run.
//!
//! The bytes are versioned: whatever changes a digest is another version of the generator, unless it changes only how the same
//! trajectories are written.

use base::digest::Sha;
use grids::generate::batch::{Batch, Content};
use grids::generate::suite::{Plan, Suite};
use grids::generate::{SEED, Trajectory, generate};

/// SHA-256 of the 248 stored records: `gridbench generate --suite paper --trajectories | sha256sum`.
pub const TRAJECTORIES: &str = "a176a380751c014f5eeaf23adec9c2ab315186bb3510ed085b7c023a507b2d3e";
/// SHA-256 of the 1488 instances: `gridbench generate --suite paper | sha256sum`.
pub const INSTANCES: &str = "30cedf3d9b5af71c1092abc05f7cc83f1f8b2a876647c283152137f308044be0";

/// Makes the suite, shows every trajectory, and returns the digests of the records and of the instances.
pub fn make(mut each: impl FnMut(&Trajectory)) -> [String; 2] {
    let plan = Plan::suite(Suite::Paper, SEED);
    let instances = Content::usual_instances(&plan);
    let files = [("trajectories".to_owned(), Content::Trajectories), ("instances".to_owned(), instances)];
    let mut batch = Batch::new(plan.clone(), files);
    let mut digests = [Sha::new(), Sha::new()];
    for key in plan.keys() {
        let outcome = generate(&key);
        for (digest, text) in digests.iter_mut().zip(batch.add(&key, &outcome)) {
            digest.update(&text);
        }
        each(&outcome.expect("every trajectory of the paper suite is accepted"));
    }
    let digests = digests.map(Sha::hex);
    let manifest = batch.manifest();
    assert!(digests.iter().all(|digest| manifest.contains(digest.as_str())), "{manifest}");
    digests
}
