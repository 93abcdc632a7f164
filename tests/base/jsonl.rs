//! Protects the cutting of files into lines: numbers as an editor counts them, every kind of line end, chunks that end anywhere,
//! and the bound on memory.

use base::jsonl::{DEFAULT_LINE_LIMIT, Line, LineSplitter};

/// The lines as `number:text` or `number!error`, with the file handed over in chunks of `size` bytes.
fn split(file: &[u8], size: usize, limit: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut each = |line: Line<'_>| {
        lines.push(match line.text {
            Ok(text) => format!("{}:{text}", line.number),
            Err(error) => format!("{}!{error}", line.number),
        });
    };
    let mut splitter = LineSplitter::new(limit);
    file.chunks(size).for_each(|chunk| splitter.push(chunk, &mut each));
    splitter.finish(&mut each);
    lines
}

/// Whatever the borders of the chunks are, the lines are the same.
fn check_limited(file: &[u8], limit: usize, expected: &[&str]) {
    for size in 1..=file.len().max(1) {
        assert_eq!(split(file, size, limit), expected, "chunks of {size}");
    }
}

fn check(file: &str, expected: &[&str]) {
    check_limited(file.as_bytes(), DEFAULT_LINE_LIMIT, expected);
}

#[test]
fn line_ends() {
    check("", &[]);
    check("\n", &[]);
    check("a", &["1:a"]);
    check("a\n", &["1:a"]);
    check("a\nb", &["1:a", "2:b"]);
    check("a\r\nb\r\n", &["1:a", "2:b"]);
    check("a\rb\n", &["1:a\rb"]);
    check("a\r", &["1:a"]);
}

#[test]
fn blank_lines_are_counted_and_passed_over() {
    check("\n\na\n \t\r\n\r\nb\n\n", &["3:a", "6:b"]);
}

#[test]
fn a_byte_order_mark_is_dropped_once() {
    check("\u{feff}a\n", &["1:a"]);
    check("\u{feff}\r\na", &["2:a"]);
    check("\u{feff}", &[]);
    check("\u{feff}\u{feff}a", &["1:\u{feff}a"]);
    check("a\n\u{feff}b", &["1:a", "2:\u{feff}b"]);
}

#[test]
fn characters_across_chunks() {
    check("é😀\n\u{2028}x\n", &["1:é😀", "2:\u{2028}x"]);
}

#[test]
fn a_line_that_is_not_utf8_is_reported_and_the_next_one_read() {
    let expected = ["1:a", "2!the line is not UTF-8 from byte 1 on", "3:c"];
    check_limited(b"a\nb\xff\nc", DEFAULT_LINE_LIMIT, &expected);
    // A cut character at the end of the file.
    check_limited(b"a\xc3", DEFAULT_LINE_LIMIT, &["1!the line is not UTF-8 from byte 1 on"]);
    // A file in UTF-16.
    check_limited(b"\xff\xfea\0\n\0", DEFAULT_LINE_LIMIT, &["1!the line is not UTF-8 from byte 0 on", "2:\0"]);
}

#[test]
fn an_over_long_line_is_reported_once_and_the_next_one_read() {
    let too_long = "2!the line is longer than the limit of 4 bytes";
    check_limited(b"abcd\nabcde\nabcd", 4, &["1:abcd", too_long, "3:abcd"]);
    check_limited(b"abcd\r\nabcde\r\nabcd\r\n", 4, &["1:abcd", too_long, "3:abcd"]);
    check_limited(b"x\nabcdefghijklmnopqrstuvwxyz", 4, &["1:x", too_long]);
    check_limited(b"\xef\xbb\xbfab\nx", 5, &["1:ab", "2:x"]);
}

#[test]
fn an_over_long_line_is_not_held() {
    let chunk = vec![b'x'; 1 << 20];
    let mut splitter = LineSplitter::new(1 << 16);
    for _ in 0..256 {
        splitter.push(&chunk, |_| panic!("the line has not ended"));
    }
    let mut lines = 0;
    splitter.finish(|line| {
        lines += 1;
        assert!(line.text.is_err());
    });
    assert_eq!(lines, 1);
}
