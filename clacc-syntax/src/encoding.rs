//! Converts source bytes to text and back, without loss.
//!
//! Names are UTF-8, whereas sources may hold any bytes. A byte that is not part of valid UTF-8 becomes one
//! character of the last 128 code points of plane 16 (`0x80` becomes U+10FF80, `0xFF` becomes U+10FFFF). If a
//! source really holds one of these characters, its four bytes are treated as invalid too, so that every text
//! converts back to exactly one sequence of bytes.

use std::borrow::Cow;

/// The code point that an escape of byte 0 would have. Only bytes from `0x80` on are escaped.
const ESCAPE_BASE: u32 = 0x0010_FF00;
/// The bytes with which the UTF-8 form of every escape starts.
const ESCAPE_LEAD: &[u8] = &[0xF4, 0x8F];

fn escaped_byte(character: char) -> Option<u8> {
    let byte = u32::from(character).checked_sub(ESCAPE_BASE)?;
    u8::try_from(byte).ok().filter(|byte| *byte >= 0x80)
}

fn push_escaped(text: &mut String, bytes: &[u8]) {
    text.extend(bytes.iter().filter_map(|byte| char::from_u32(ESCAPE_BASE + u32::from(*byte))));
}

/// Converts source bytes to text. Borrows the bytes if nothing needs an escape.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !bytes.windows(2).any(|pair| pair == ESCAPE_LEAD) => Cow::Borrowed(text),
        _ => Cow::Owned(decode_with_escapes(bytes)),
    }
}

fn decode_with_escapes(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + 16);
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            if escaped_byte(character).is_some() {
                push_escaped(&mut text, character.encode_utf8(&mut [0; 4]).as_bytes());
            } else {
                text.push(character);
            }
        }
        push_escaped(&mut text, chunk.invalid());
    }
    text
}

/// Converts a text that [`decode`] returned to source bytes. Borrows the text if it holds no escape.
pub fn encode(text: &str) -> Cow<'_, [u8]> {
    if !text.as_bytes().windows(2).any(|pair| pair == ESCAPE_LEAD) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        match escaped_byte(character) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Cow::Owned(bytes)
}

/// Bytes of texts in serialised data: as [`decode`] returns them. For the attribute `with` of serde.
#[cfg(feature = "serde")]
pub mod byte_text {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::encoding::{decode, encode};

    /// Writes the bytes as a text.
    pub fn serialize<S: Serializer>(bytes: &impl AsRef<[u8]>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&decode(bytes.as_ref()))
    }

    /// Reads what [`serialize`] has written.
    pub fn deserialize<'de, D: Deserializer<'de>, T: From<Vec<u8>>>(deserializer: D) -> Result<T, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(T::from(encode(&text).into_owned()))
    }

    /// As the module around it, for bytes that may be absent.
    pub mod optional {
        use serde::{Deserialize, Deserializer, Serialize, Serializer};

        use crate::encoding::{decode, encode};

        /// Writes the bytes as a text.
        pub fn serialize<S: Serializer>(
            bytes: &Option<impl AsRef<[u8]>>,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            bytes.as_ref().map(|bytes| decode(bytes.as_ref())).serialize(serializer)
        }

        /// Reads what [`serialize`] has written.
        pub fn deserialize<'de, D: Deserializer<'de>, T: From<Vec<u8>>>(
            deserializer: D,
        ) -> Result<Option<T>, D::Error> {
            let text = Option::<String>::deserialize(deserializer)?;
            Ok(text.map(|text| T::from(encode(&text).into_owned())))
        }
    }
}

/// Makes a text that [`decode`] returned readable: bytes that are not UTF-8 appear as `\xE9`.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(|character| escaped_byte(character).is_some()) {
        return Cow::Borrowed(text);
    }
    let show = |character| match escaped_byte(character) {
        Some(byte) => format!("\\x{byte:02X}"),
        None => String::from(character),
    };
    Cow::Owned(text.chars().map(show).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_are_shown_by_number() {
        assert_eq!(shown("caf\u{e9}"), "caf\u{e9}");
        assert_eq!(shown(&decode(b"caf\xe9 \x80")), "caf\\xE9 \\x80");
    }

    #[test]
    fn every_byte_sequence_comes_back() {
        let cases: &[&[u8]] = &[
            b"",
            b"plain",
            "gr\u{fc}n \u{1F600}".as_bytes(),
            b"latin \xfc\xff\x80",
            b"cut \xf0\x9f\x98",
            "real \u{10FF80}\u{10FFFF}".as_bytes(),
            b"\xf4\x8f\xbe\x80\xf4\x8f",
        ];
        for bytes in cases {
            assert_eq!(&*encode(&decode(bytes)), *bytes);
        }
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(&*encode(&decode(&all)), &all[..]);
    }

    #[test]
    fn clean_text_is_borrowed() {
        assert!(matches!(decode(b"abc"), Cow::Borrowed("abc")));
        assert!(matches!(encode("abc"), Cow::Borrowed(b"abc")));
    }
}
