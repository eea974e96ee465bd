//! The macro that chooses between two languages.

/// The name of the macro that is defined for OpenACC compilers. The default is `_OPENACC`, which they define themselves.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Guard {
    text: [u8; LONGEST],
    length: u8,
}

/// The number of significant characters that C compilers must support (C17 5.2.4.1).
const LONGEST: usize = 63;

impl Guard {
    /// `_OPENACC`.
    pub const OPENACC: Guard = {
        let name = b"_OPENACC";
        let mut text = [0; LONGEST];
        let (start, _) = text.split_at_mut(name.len());
        start.copy_from_slice(name);
        Guard { text, length: name.len() as u8 }
    };

    /// The guard with this name; none if the text is no identifier of at most 63 characters.
    pub fn new(name: &str) -> Option<Guard> {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let starts = name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit());
        let mut guard = Guard { text: [0; LONGEST], length: u8::try_from(name.len()).ok()? };
        guard.text.get_mut(..name.len())?.copy_from_slice(name.as_bytes());
        (starts && name.bytes().all(is_part)).then_some(guard)
    }

    /// The name.
    pub fn name(&self) -> &str {
        std::str::from_utf8(&self.text[..usize::from(self.length)]).unwrap_or_default()
    }
}

impl Default for Guard {
    fn default() -> Self {
        Guard::OPENACC
    }
}

impl std::fmt::Debug for Guard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Guard").field(&self.name()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::Guard;

    #[test]
    fn guards_are_identifiers() {
        assert_eq!(Guard::new("USE_ACC").as_ref().map(Guard::name), Some("USE_ACC"));
        assert_eq!(Guard::default().name(), "_OPENACC");
        for wrong in ["", "1st", "A B", "A-B", "é", &"x".repeat(64)] {
            assert_eq!(Guard::new(wrong), None, "{wrong}");
        }
    }
}
