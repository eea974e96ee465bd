//! Texts by numbers: events name the same files, functions and variables again and again.

use std::collections::HashMap;

/// The number of a text. Equal texts have one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Text(u32);

/// All texts.
#[derive(Debug, Default)]
pub(crate) struct Names {
    numbers: HashMap<Box<[u8]>, Text>,
    texts: Vec<Box<[u8]>>,
}

impl Names {
    /// The number of a text. One that is not known has a number too.
    pub(crate) fn number(&mut self, text: Option<&[u8]>) -> Text {
        let Some(text) = text else { return Text::default() };
        if let Some(known) = self.numbers.get(text) {
            return *known;
        }
        self.texts.push(text.into());
        let number = Text(u32::try_from(self.texts.len()).unwrap_or(0));
        self.numbers.insert(text.into(), number);
        number
    }

    /// The text with a number.
    pub(crate) fn text(&self, number: Text) -> Option<&[u8]> {
        let index = usize::try_from(number.0).ok()?.checked_sub(1)?;
        self.texts.get(index).map(|text| &**text)
    }
}

/// A text of the program in one line: characters that would move the cursor are replaced.
pub(crate) fn readable(text: &[u8]) -> String {
    String::from_utf8_lossy(text).chars().map(|each| if each.is_control() { '?' } else { each }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_one_number() {
        let mut names = Names::default();
        let (one, other) = (names.number(Some(b"a.c")), names.number(Some(b"\xff")));
        assert_ne!(one, other);
        assert_eq!(names.number(Some(b"a.c")), one);
        assert_eq!((names.text(one), names.text(other)), (Some(&b"a.c"[..]), Some(&b"\xff"[..])));
        let unknown = names.number(None);
        assert_eq!(names.text(unknown), None);
    }
}
