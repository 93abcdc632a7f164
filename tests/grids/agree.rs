//! Protects the reference states: two executors that share no rule code agree on states, accounting and validity.

use base::random::Stream;

use crate::both::{Replay, replay_both};
use crate::sample::{Fields, Sample, chance, line, to_json};

/// Events of every family, SET included, on which the executors are compared.
const EVENTS: usize = 30_000;

/// Histories with one spoilt event, per family.
const SPOILT: usize = 1_500;

#[test]
fn paint() {
    random_histories("PAINT");
}

#[test]
fn reflect() {
    random_histories("REFLECT");
}

#[test]
fn stencil() {
    random_histories("STENCIL");
}

#[test]
fn mix() {
    random_histories("MIX");
}

#[test]
fn relabel() {
    random_histories("RELABEL");
}

#[test]
fn layer() {
    random_histories("LAYER");
}

#[test]
fn r#move() {
    random_histories("MOVE");
}

#[test]
fn compress() {
    random_histories("COMPRESS");
}

fn random_histories(op: &str) {
    let (mut compared, mut effective, mut core, mut histories, mut invalid) = (0, 0, 0, 0, 0);
    while compared < EVENTS {
        let mut stream = Stream::new(&format!("tests/agree/{op}/{histories}"));
        let longest = *stream.pick(&[4, 16, 64]).unwrap();
        let sample = Sample::new(op, longest, &mut stream);
        let events: Vec<String> = sample.events.iter().map(to_json).collect();
        let replay = agree(&sample, &events, &mut stream);
        histories += 1;
        compared += replay.steps.len();
        invalid += usize::from(replay.invalid.is_some());
        for (step, event) in replay.steps.iter().zip(&events) {
            if !event.contains("\"SET\"") {
                core += 1;
                effective += usize::from(!step.changed.is_empty());
            }
        }
        assert!(replay.invalid.is_none() || op == "COMPRESS", "{op}: a valid event was rejected in history {}", histories - 1);
    }
    println!(
        "{op}: {compared} events in {histories} histories, {core} core, {effective} of them with effect, {invalid} rejected"
    );
    // The comparison is worth nothing if nothing happens.
    assert!(effective * 5 > core && (op != "COMPRESS" || invalid > 50));
}

#[test]
fn spoilt_events() {
    for op in ["SET", "PAINT", "REFLECT", "STENCIL", "MIX", "RELABEL", "LAYER", "MOVE", "COMPRESS"] {
        let (mut rejected, mut at_spoilt) = (0, 0);
        for index in 0..SPOILT {
            let mut stream = Stream::new(&format!("tests/agree/spoilt/{op}/{index}"));
            let mut sample = Sample::new(op, 4, &mut stream);
            if chance(10, &mut stream) {
                // Often not what STENCIL and MIX need.
                sample.alphabet.push(9);
            }
            let position = stream.below(sample.events.len() as u32 + 1) as usize;
            let spoilt = spoil(&sample, op, &mut stream);
            let mut events: Vec<String> = sample.events.iter().map(to_json).collect();
            events.insert(position, spoilt);
            let replay = agree(&sample, &events, &mut stream);
            rejected += usize::from(replay.invalid.is_some());
            at_spoilt += usize::from(replay.invalid == Some(position + 1));
        }
        println!("{op}: {SPOILT} spoilt histories, {rejected} rejected, {at_spoilt} at the spoilt event");
        assert!(at_spoilt * 2 > SPOILT && at_spoilt < SPOILT);
    }
}

/// An event with something wrong in it, mostly: some of the replacements are valid.
fn spoil(sample: &Sample, op: &str, stream: &mut Stream) -> String {
    let mut fields = sample.event(op, stream);
    let field = stream.below(fields.len() as u32) as usize;
    match stream.below(12) {
        0 => {
            fields.remove(field);
        }
        1 => fields.push((stream.pick(&["x", "P", "", "v", "r", "k", "id"]).unwrap().to_string(), "1".to_owned())),
        2 => fields.push(fields[field].clone()),
        3 => {
            let other = ["SET", "PAINT", "REFLECT", "STENCIL", "MIX", "RELABEL", "LAYER", "MOVE", "COMPRESS"];
            fields = sample.event(stream.pick(&other).unwrap(), stream);
        }
        4 => {
            let name = *stream.pick(&["op", "p", "A", "axis", "dir", "p ", "\\u0070"]).unwrap();
            fields[field].0 = name.to_owned();
        }
        5 => {
            let whole = ["null", "[]", "{}", "7", "\"SET\"", "true", "{\"op\":null}", "[{\"op\":\"SET\",\"p\":[0],\"v\":0}]"];
            return stream.pick(&whole).unwrap().to_string();
        }
        6 => replace(&mut fields, "op", &["\"paint\"", "\"SET \"", "\"\"", "1", "null", "\"\\u0053ET\"", "\"MOVE\""], stream),
        7 => {
            // A coordinate with one axis spoilt, or with too many or too few.
            let mut point: Vec<String> = sample.shape.iter().map(|side| stream.below(*side).to_string()).collect();
            let axis = stream.below(point.len() as u32) as usize;
            match stream.below(8) {
                0 => point.push("0".to_owned()),
                1 => drop(point.remove(axis)),
                2 => point[axis] = sample.shape[axis].to_string(),
                3 => point[axis] = "-1".to_owned(),
                4 => point[axis] = "-0".to_owned(),
                5 => point[axis] = "0.0".to_owned(),
                6 => point[axis] = "4294967296".to_owned(),
                _ => point[axis] = "[0]".to_owned(),
            }
            let points = fields.iter().map(|(name, _)| name.clone()).find(|name| ["p", "a", "lo", "hi"].contains(&name.as_str()));
            let text = format!("[{}]", point.join(","));
            match points {
                Some(name) => replace(&mut fields, &name, &[&text], stream),
                None => fields[field].1 = text,
            }
        }
        8 => {
            // Corners out of order, where there are corners.
            let swapped = |name: &str| match name {
                "lo" => "hi".to_owned(),
                "hi" => "lo".to_owned(),
                other => other.to_owned(),
            };
            fields = fields.into_iter().map(|(name, text)| (swapped(&name), text)).collect();
        }
        _ => {
            let numbers = [
                "-1",
                "0",
                "-0",
                "1",
                "2",
                "7",
                "-2",
                "65535",
                "65536",
                "65537",
                "4294967295",
                "4294967296",
                "9223372036854775806",
                "9223372036854775807",
                "9223372036854775808",
                "18446744073709551617",
                "-9223372036854775809",
                "1.0",
                "1e0",
                "0.5",
                "-1.0",
                "true",
                "false",
                "null",
                "\"1\"",
                "[1]",
                "[]",
                "{}",
                "\"\"",
                "100000000000000000000000000000000000000000",
            ];
            fields[field].1 = stream.pick(&numbers).unwrap().to_string();
        }
    }
    to_json(&fields)
}

fn replace(fields: &mut Fields, name: &str, texts: &[&str], stream: &mut Stream) {
    for field in fields.iter_mut().filter(|field| field.0 == name) {
        field.1 = stream.pick(texts).unwrap().to_string();
    }
}

#[test]
fn spoilt_beginnings() {
    let (mut rejected, rounds) = (0, 4_000);
    for index in 0..rounds {
        let mut stream = Stream::new(&format!("tests/agree/beginnings/{index}"));
        let mut sample = Sample::new(stream.pick(&["PAINT", "MIX", "COMPRESS"]).unwrap(), 3, &mut stream);
        let mut initial = sample.initial(&mut stream);
        let axis = stream.below(sample.shape.len() as u32) as usize;
        match stream.below(8) {
            0 => sample.shape[axis] = 0,
            1 => sample.shape.extend([1, 1, 1]),
            2 => sample.shape = vec![4096, 4097],
            3 => sample.alphabet.retain(|value| *value != 0),
            4 => sample.alphabet.push(sample.alphabet[0]),
            5 => sample.shape = Vec::new(),
            _ => {
                let point = sample.shape.iter().map(|side| stream.below(side + 1)).collect::<Vec<_>>();
                let entries = [
                    format!("[{point:?},1]"),
                    format!("[{point:?},{}]", sample.alphabet[0]),
                    format!("[{point:?},-1]"),
                    format!("[{point:?},1.0]"),
                    format!("[{point:?}]"),
                    format!("[{point:?},1,1]"),
                    "[[],1]".to_owned(),
                    "7".to_owned(),
                ];
                let whole =
                    ["{}", "[]", "{\"cells\":{}}", "{\"cells\":[],\"x\":1}", "{\"cells\":[],\"cells\":[]}", "", "{\"cells\":[]"];
                initial = match stream.below(4) {
                    0 => stream.pick(&whole).unwrap().to_string(),
                    _ if initial.ends_with("[]}") => format!("{{\"cells\":[{}]}}", stream.pick(&entries).unwrap()),
                    _ => initial.replace("]}", &format!(",{}]}}", stream.pick(&entries).unwrap())),
                };
            }
        }
        let events: Vec<String> = sample.events.iter().map(to_json).collect();
        match replay_both(&sample.shape, &sample.alphabet, &initial, &events) {
            Ok(replay) => rejected += usize::from(replay.invalid == Some(0)),
            Err(difference) => panic!("{difference}\n{}", line(&sample.shape, &sample.alphabet, &initial, &events)),
        }
    }
    println!("{rounds} spoilt beginnings, {rejected} rejected");
    assert!(rejected * 2 > rounds && rejected < rounds);
}

/// Both executors on a sample; where they differ, the instance is printed as one JSON line.
fn agree(sample: &Sample, events: &[String], stream: &mut Stream) -> Replay {
    let initial = sample.initial(stream);
    match replay_both(&sample.shape, &sample.alphabet, &initial, events) {
        Ok(replay) => replay,
        Err(difference) => panic!("{difference}\n{}", line(&sample.shape, &sample.alphabet, &initial, events)),
    }
}
