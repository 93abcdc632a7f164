//! Protects an execution as text: that it is what the trace says, and that a reader who has enough ends it. Its bytes are pinned with
//! those of the program (`tests/cli/golden`).

use grids::gallery;
use grids::instance::Instance;
use grids::record::{Detail, write};
use grids::world::codec::read_state;

fn text(instance: &Instance, detail: Detail) -> String {
    let (last, mut text) = (grids::trace::final_state(instance).unwrap(), String::new());
    let done: Result<(), ()> = write(instance, &last, detail, |piece| {
        text.push_str(piece);
        Ok(())
    });
    done.unwrap();
    text
}

#[test]
fn the_text_is_the_execution() {
    for entry in gallery::entries() {
        let (instance, trace) = Instance::open(entry.line).unwrap();
        let text = text(&instance, Detail::States);
        let document = base::json::parse(&text).unwrap();
        let root = document.root();
        assert_eq!(root.get("id").unwrap().string().as_deref(), Some(entry.id));
        let steps = root.get("steps").unwrap();
        assert_eq!(steps.len(), trace.len());
        for (index, step) in steps.items().enumerate() {
            let t = index + 1;
            let after = trace.state(&instance.initial, t);
            let footprint = trace.footprint(&instance, t, &trace.before(&after, t));
            assert_eq!(read_state(step.get("state").unwrap(), &instance.space).unwrap(), after, "{} at {t}", entry.id);
            assert_eq!(step.get("scan").unwrap().integer(), Some(footprint.scan as i64));
            assert_eq!(step.get("effect").unwrap().integer(), Some(trace.changes(t).len() as i64));
            for (name, cells) in [("reads", footprint.reads.len()), ("writes", footprint.writes.len())] {
                assert_eq!(step.get(name).unwrap().len(), cells, "{} {name} at {t}", entry.id);
            }
        }
    }
}

#[test]
fn less_detail_is_left_out() {
    let (instance, _) = Instance::open(gallery::front().line).unwrap();
    let [last, steps, states] = [Detail::Final, Detail::Steps, Detail::States].map(|detail| text(&instance, detail));
    assert!(!last.contains("\"steps\"") && steps.contains("\"steps\"") && !steps.contains("\"state\""));
    assert!(states.contains("\"state\"") && states.len() > steps.len());
}

#[test]
fn a_reader_can_end_it() {
    let (instance, _) = Instance::open(gallery::front().line).unwrap();
    let last = grids::trace::final_state(&instance).unwrap();
    let mut taken = 0;
    let result = write(&instance, &last, Detail::States, |piece| {
        taken += piece.len();
        if taken > 200 { Err("enough") } else { Ok(()) }
    });
    assert_eq!(result, Err("enough"));
    assert!(taken < 1000);
}
