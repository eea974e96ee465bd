//! Objects of JSON, written one behind another.

use std::fmt::Write;

/// A text as JSON has it, in quotes. Bytes that are no UTF-8 become U+FFFD.
pub(crate) fn quoted(text: &[u8]) -> String {
    let mut quoted = String::from('"');
    for character in String::from_utf8_lossy(text).chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            // Writing to a string cannot fail.
            '\0'..' ' => drop(write!(quoted, "\\u{:04x}", u32::from(character))),
            _ => quoted.push(character),
        }
    }
    quoted + "\""
}

/// An object, whose members are added in the order in which they are written.
#[derive(Debug, Default)]
pub(crate) struct Object(String);

impl Object {
    /// Adds a member whose value is JSON.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        self.0 += &quoted(name.as_bytes());
        self.0.push(':');
        self.0 += value;
        self
    }

    /// Adds a text.
    pub(crate) fn text(self, name: &str, value: &[u8]) -> Self {
        self.with(name, &quoted(value))
    }

    /// Adds a text, if it is known.
    pub(crate) fn known(self, name: &str, value: Option<&[u8]>) -> Self {
        match value {
            Some(value) => self.text(name, value),
            None => self,
        }
    }

    /// Adds a number.
    pub(crate) fn number(self, name: &str, value: impl Into<i128>) -> Self {
        self.with(name, &value.into().to_string())
    }

    /// Adds `true`, if it is true.
    pub(crate) fn flag(self, name: &str, value: bool) -> Self {
        if value { self.with(name, "true") } else { self }
    }

    /// The text of the object.
    pub(crate) fn end(self) -> String {
        if self.0.is_empty() { "{}".to_owned() } else { self.0 + "}" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        let texts: [&[u8]; 3] = [b"a\"b\\c", b"line\n\x01\x7f", b"\xff\xc3\xa9"];
        for text in texts {
            let read: serde_json::Value = serde_json::from_str(&quoted(text)).unwrap_or_default();
            assert_eq!(read.as_str(), Some(&*String::from_utf8_lossy(text)));
        }
    }

    #[test]
    fn objects() {
        assert_eq!(Object::default().end(), "{}");
        let object = Object::default().text("a", b"x").number("b", 5_u64).known("c", None).flag("d", true);
        assert_eq!(object.flag("e", false).end(), r#"{"a":"x","b":5,"d":true}"#);
    }
}
