//! Protects the program against the files of the real world: whatever comes in, it answers line by line, says what is wrong, ends
//! with the right status and holds no more than a line.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};

use crate::gridbench;

const GOOD: &str = r#"{"id":"good","family":"PAINT","shape":[2],"alphabet":[0,1],"initial":{"cells":[[[1],1]]},"events":[]}"#;
const RESULT: &str = r#"{"id":"good","final":{"cells":[[[1],1]]}}"#;

fn start(arguments: &[&str]) -> Child {
    let mut command = gridbench();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs `gridbench run` on these bytes. Lines of the output are compared, then the exit status.
fn check(input: &[u8], expected: &[&str], status: i32) {
    let mut child = start(&["run"]);
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input).unwrap());
        child.wait_with_output().unwrap()
    });
    let (found, complaint) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(found.lines().collect::<Vec<_>>(), expected);
    assert_eq!(output.status.code(), Some(status));
    assert!(!complaint.contains("panicked"), "{complaint}");
}

#[test]
fn nothing() {
    check(b"", &[], 0);
    check(b"\n\r\n  \n", &[], 0);
    check(b"\xef\xbb\xbf", &[], 0);
}

#[test]
fn byte_order_mark_and_crlf() {
    check(format!("\u{feff}{GOOD}\r\n\r\n{GOOD}\r\n").as_bytes(), &[RESULT, RESULT], 0);
    let error =
        r#"{"line":2,"id":null,"error":{"code":"malformed-json","message":"byte 0: found U+FEFF, expected a JSON value"}}"#;
    check(format!("{GOOD}\n\u{feff}{GOOD}").as_bytes(), &[RESULT, error], 1);
}

#[test]
fn bytes_that_are_no_text() {
    let error = r#"{"line":1,"id":null,"error":{"code":"not-utf8","message":"the line is not UTF-8 from byte 7 on"}}"#;
    check(&[b"{\"id\":\"\xff\"}\n", GOOD.as_bytes()].concat(), &[error, RESULT], 1);
}

#[test]
fn deep_nesting() {
    let (open, close) = ("[".repeat(100_000), "]".repeat(100_000));
    let nested = format!("{}\n{}\n{}", GOOD.replace("[[[1],1]]", &format!("{open}{close}")), open, GOOD);
    let first = concat!(
        r#"{"line":1,"id":"good","error":{"code":"bad-entry","message":"field \"initial\": cells[0]: "#,
        r#"found [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…, expected [coordinate,value]"}}"#
    );
    let second = concat!(
        r#"{"line":2,"id":null,"error":{"code":"malformed-json","#,
        r#""message":"byte 100000: found the end of the text, expected a JSON value"}}"#
    );
    check(nested.as_bytes(), &[first, second, RESULT], 1);
    // Carried in a field that means nothing to us, it is no fault.
    let extra = GOOD.replace("\"shape\"", &format!("\"extra\":{open}{close},\"shape\""));
    check(extra.as_bytes(), &[RESULT], 0);
}

#[test]
fn an_over_long_line() {
    let mut input = vec![b'x'; (64 << 20) + 1];
    input.extend_from_slice(format!("\n{GOOD}\n").as_bytes());
    let error = concat!(
        r#"{"line":1,"id":null,"error":{"code":"line-too-long","#,
        r#""message":"the line is longer than the limit of 67108864 bytes"}}"#
    );
    check(&input, &[error, RESULT], 1);
}

/// A program at the other end can send one line and wait for its answer.
#[test]
fn each_line_is_answered_before_the_next_one_comes() {
    let mut child = start(&["run"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        writeln!(stdin, "{GOOD}").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line.trim_end(), RESULT);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// As in `gridbench run FILE | head -1`.
#[test]
fn a_reader_that_leaves_ends_the_run_quietly() {
    let mut child = start(&["run"]);
    let mut stdin = child.stdin.take().unwrap();
    drop(child.stdout.take());
    // The program may be gone before it has read everything.
    let _ = stdin.write_all(format!("{GOOD}\n").repeat(10_000).as_bytes());
    drop(stdin);
    let mut complaint = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    assert_eq!((child.wait().unwrap().code(), complaint.as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_large_file_is_not_held() {
    let mut child = start(&["run"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()).unwrap());
    // A line of about 12 kB, two thousand times.
    let cells: Vec<String> = (0..1024).map(|cell| format!("[[{cell}],1]")).collect();
    let line = GOOD.replace("[2]", "[1024]").replace("[[[1],1]]", &format!("[{}]", cells.join(",")));
    for _ in 0..2_000 {
        writeln!(stdin, "{line}").unwrap();
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    drop(stdin);
    assert!(child.wait().unwrap().success());
    assert!(reader.join().unwrap() > 20_000_000);
    assert!(peak.unwrap() < 16_000, "{peak:?} kB");
}
