//! An instance inside a link: its JSON, compressed with a checksum and written in the letters that URLs keep.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use std::fmt;

/// The longest text that a link may hold, in characters. Browsers take far more; chat programs cut links long before.
pub const LONGEST: usize = 16_000;
/// The largest instance that a link may unpack to, in bytes.
const LARGEST: usize = 8 << 20;

/// The text for a link, or nothing if it would be too long.
pub fn pack(line: &str) -> Option<String> {
    let text = URL_SAFE_NO_PAD.encode(compress_to_vec_zlib(line.as_bytes(), 9));
    (text.len() <= LONGEST).then_some(text)
}

/// The line that a link holds.
pub fn unpack(text: &str) -> Result<String, Damaged> {
    let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| Damaged)?;
    let line = decompress_to_vec_zlib_with_limit(&bytes, LARGEST).map_err(|_| Damaged)?;
    String::from_utf8(line).map_err(|_| Damaged)
}

/// A link whose checksum does not fit, for example because its end was cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Damaged;

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the instance in this link is damaged or incomplete; links are sometimes cut when they are sent")
    }
}

impl std::error::Error for Damaged {}
