//! Diagnostics as owned data, and the register of their codes.
//!
//! A diagnostic is generic over the type of its places. The preprocessor uses positions in the unit, parser
//! and checks use token ranges relative to a declaration, and the outermost layer converts both to file
//! ranges. Rendering is done elsewhere.

use std::fmt;

/// How serious a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Severity {
    /// Information that is no addition to another finding.
    Note,
    /// The code is probably not what was meant, but clacc translates it.
    Warning,
    /// The program breaks a rule. The code that depends on it is not translated.
    Error,
}

impl Severity {
    /// Returns `error`, `warning` or `note`.
    pub const fn text(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// A kind of finding. The page `docs/codes/ID.md` explains each registered code. Other tools make their own codes with [`Code::own`].
#[derive(PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Code {
    /// The stable identifier, such as `ACC0042`. It is never given to another finding.
    pub id: &'static str,
    /// The severity unless the user changes it.
    pub severity: Severity,
    /// Whether findings of this kind are shown only to users who ask for them by name.
    pub off_by_default: bool,
    /// The texts of another tool's code, which has no page in this project.
    own: Option<OwnTexts>,
}

/// The texts of another tool's code.
#[derive(PartialEq, Eq, Debug)]
struct OwnTexts {
    title: &'static str,
    explanation: &'static str,
}

impl Code {
    /// Makes an entry of a register of this project. The macro that declares a register calls it.
    #[doc(hidden)]
    pub const fn registered(id: &'static str, severity: Severity, off_by_default: bool) -> Code {
        Code { id, severity, off_by_default, own: None }
    }

    /// Makes a code of another tool. The id is a name of the tool and a name of the finding, such as `ACME-0001` or
    /// `acme-oversized-copy`: letters and digits, a letter first, with a `-` in it. None if it has not that form. Ids of this
    /// project never have a `-`, so that they cannot be taken for each other.
    ///
    /// ```
    /// # use clacc_syntax::diagnostics::{Code, Severity};
    /// static OVERSIZED: Code = Code::own("acme-oversized-copy", Severity::Warning, "a copy of more than is used").unwrap();
    /// assert!(Code::own("ACC0042", Severity::Error, "not a name of its own").is_none());
    /// # assert_eq!(OVERSIZED.title(), "a copy of more than is used");
    /// ```
    pub const fn own(id: &'static str, severity: Severity, title: &'static str) -> Option<Code> {
        if !is_own_id(id.as_bytes()) {
            return None;
        }
        let own = Some(OwnTexts { title, explanation: "" });
        Some(Code { id, severity, off_by_default: false, own })
    }

    /// Adds an explanation to a code of another tool: why the finding is one, and what to do. It does nothing to a
    /// registered code.
    pub const fn explained(self, explanation: &'static str) -> Code {
        let Code { id, severity, off_by_default, own } = self;
        let own = match own {
            Some(OwnTexts { title, .. }) => Some(OwnTexts { title, explanation }),
            None => None,
        };
        Code { id, severity, off_by_default, own }
    }

    /// Returns whether a text has the form of an id of another tool's code.
    #[doc(hidden)]
    pub const fn is_id_of_another_tool(id: &str) -> bool {
        is_own_id(id.as_bytes())
    }

    /// Returns whether the code belongs to another tool.
    pub const fn is_own(&self) -> bool {
        self.own.is_some()
    }

    /// Returns the title of another tool's code: what is wrong, in one line. Empty for a registered code, which has a page.
    pub const fn title(&self) -> &'static str {
        match &self.own {
            Some(own) => own.title,
            None => "",
        }
    }

    /// Returns the explanation of another tool's code. Empty for a registered code, which has a page.
    pub const fn explanation(&self) -> &'static str {
        match &self.own {
            Some(own) => own.explanation,
            None => "",
        }
    }
}

/// Returns whether an id has the form of an id of another tool's code.
const fn is_own_id(id: &[u8]) -> bool {
    let (mut at, mut hyphens) = (0, 0);
    while at < id.len() {
        match id[at] {
            b'-' => hyphens += 1,
            letter if letter.is_ascii_alphanumeric() => {}
            _ => return false,
        }
        at += 1;
    }
    hyphens > 0 && id[0].is_ascii_alphabetic() && id[id.len() - 1] != b'-'
}

/// Declares a register: a static for each code, and `ALL`, which lists them by number. If a number is not greater than the one before it,
/// the register does not compile.
///
/// Each entry reads `ACC0042 Error,`. The first word is the code, which is also the name of the static, and the second is its severity. A
/// third word, `off`, marks findings that are shown on demand only.
#[doc(hidden)]
#[macro_export]
macro_rules! codes {
    ($($code:ident $severity:ident $($off:ident)?,)*) => {
        $(
            #[doc = concat!("The code `", stringify!($code), "`; its page is `docs/codes/", stringify!($code), ".md`.")]
            pub static $code: $crate::diagnostics::Code = {
                let off_by_default: &[&str] = &[$(stringify!($off))?];
                let severity = $crate::diagnostics::Severity::$severity;
                $crate::diagnostics::Code::registered(stringify!($code), severity, !off_by_default.is_empty())
            };
        )*

        /// Every code of this register, by number.
        pub static ALL: &[&$crate::diagnostics::Code] = &[$(&$code,)*];

        const _: () = $crate::diagnostics::assert_ascending(&[$(stringify!($code),)*]);
    };
}
#[doc(hidden)]
pub use crate::codes;

/// Stops compilation at an id that is not greater than the one before it.
#[doc(hidden)]
pub const fn assert_ascending(ids: &[&str]) {
    let mut next = 1;
    while next < ids.len() {
        assert!(is_less(ids[next - 1].as_bytes(), ids[next].as_bytes()), "the ids of a register must ascend");
        next += 1;
    }
}

/// Compares byte by byte. The comparison of slices is not `const` yet.
const fn is_less(mut left: &[u8], mut right: &[u8]) -> bool {
    loop {
        match (left, right) {
            ([first, left_rest @ ..], [second, right_rest @ ..]) if *first == *second => {
                left = left_rest;
                right = right_rest;
            }
            ([first, ..], [second, ..]) => return *first < *second,
            (left, right) => return left.len() < right.len(),
        }
    }
}

/// A location with a text about it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label<L> {
    /// The place.
    pub at: L,
    /// The text. It may be empty for the primary label.
    pub text: String,
}

/// How certain it is that a fix is right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Confidence {
    /// The fix keeps the meaning of the program as it is written.
    Safe,
    /// A person should check the fix.
    Maybe,
}

impl Confidence {
    /// `safe` or `maybe`.
    pub const fn text(self) -> &'static str {
        match self {
            Confidence::Safe => "safe",
            Confidence::Maybe => "maybe",
        }
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// A proposed edit.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fix<L> {
    /// What the edit does, in a few words.
    pub title: String,
    /// The replacements. They are in order and do not overlap.
    pub edits: Vec<(L, String)>,
    /// How certain it is that the edit is right.
    pub confidence: Confidence,
}

/// A finding. The headline is understandable without the rest. Details are in labels and notes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic<L> {
    /// The code, which says what kind of finding it is.
    pub code: &'static Code,
    /// The severity in this program.
    pub severity: Severity,
    /// The headline.
    pub message: String,
    /// The location of the finding.
    pub primary: Label<L>,
    /// Other locations that matter, each with its text.
    pub secondary: Vec<Label<L>>,
    /// Further sentences, which belong to no location.
    pub notes: Vec<String>,
    /// A proposed correction.
    pub fix: Option<Fix<L>>,
}

impl<L> Diagnostic<L> {
    /// Makes a finding at a place, with the severity of its code.
    pub fn new(code: &'static Code, at: L, message: impl Into<String>) -> Self {
        Diagnostic::with_message(code, at, message.into())
    }

    // A separate function, so that the many callers of `new` inline the conversion of the message only.
    #[inline(never)]
    fn with_message(code: &'static Code, at: L, message: String) -> Self {
        Diagnostic {
            code,
            severity: code.severity,
            message,
            primary: Label { at, text: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            fix: None,
        }
    }

    /// Adds a secondary place.
    pub fn label(mut self, at: L, text: impl Into<String>) -> Self {
        self.secondary.push(Label { at, text: text.into() });
        self
    }

    /// Adds a note.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Returns the primary label and the secondary ones.
    pub fn labels(&self) -> impl Iterator<Item = &Label<L>> {
        std::iter::once(&self.primary).chain(&self.secondary)
    }

    /// Returns all locations that the finding names, also those that its fix edits.
    pub fn places(&self) -> impl Iterator<Item = &L> {
        let edits = self.fix.iter().flat_map(|fix| &fix.edits);
        self.labels().map(|label| &label.at).chain(edits.map(|(at, _)| at))
    }

    /// Converts the places of the finding.
    pub fn map<M>(self, mut place: impl FnMut(L) -> M) -> Diagnostic<M> {
        self.mapped(&mut place)
    }

    fn mapped<M>(self, place: &mut dyn FnMut(L) -> M) -> Diagnostic<M> {
        let label =
            |label: Label<L>, place: &mut dyn FnMut(L) -> M| Label { at: place(label.at), text: label.text };
        Diagnostic {
            code: self.code,
            severity: self.severity,
            message: self.message,
            primary: label(self.primary, place),
            secondary: self.secondary.into_iter().map(|each| label(each, place)).collect(),
            notes: self.notes,
            fix: self.fix.map(|fix| Fix {
                title: fix.title,
                edits: fix.edits.into_iter().map(|(at, text)| (place(at), text)).collect(),
                confidence: fix.confidence,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_other_tools_have_a_form_of_their_own() {
        for (id, is_own) in [
            ("acme-oversized-copy", true),
            ("A-1", true),
            ("ACC0042", false),
            ("acme", false),
            ("", false),
            ("-", false),
            ("acme-", false),
            ("1-acme", false),
            ("acme-\"", false),
            ("acme-a b", false),
        ] {
            assert_eq!(Code::own(id, Severity::Note, "").is_some(), is_own, "{id}");
        }
    }
}
