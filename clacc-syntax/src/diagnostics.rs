//! Diagnostics as owned data, and the register of their codes.
//!
//! A diagnostic is generic over the type of its places. The preprocessor uses positions in the unit, parser
//! and checks use token ranges relative to a declaration, and the outermost layer converts both to file
//! ranges. Rendering is done elsewhere.

use std::fmt;

/// How serious a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// Information that stands alone.
    Note,
    /// The code is probably not what was meant, but it is translated.
    Warning,
    /// The program breaks a rule. The code that depends on it is not translated.
    Error,
}

impl Severity {
    /// `error`, `warning` or `note`.
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

/// One entry of the register of codes. Its meaning is explained on its page, `docs/codes/ID.md`.
#[derive(PartialEq, Eq, Debug)]
pub struct Code {
    /// The stable identifier, such as `ACC0042`. It is never given to another finding.
    pub id: &'static str,
    /// The severity unless the user changes it.
    pub severity: Severity,
    /// Whether findings of this kind are shown only to users who ask for them by name.
    pub off_by_default: bool,
}

/// Declares a register: a static for each code, and `ALL`, which lists them by number. If a number is not
/// greater than the one before it, the register does not compile.
///
/// Each entry reads `ACC0042 Error,`. The first word is the code, which is also the name of the static. The
/// second is its severity. The third, `off`, is there if findings of this kind are shown on demand only.
#[doc(hidden)]
#[macro_export]
macro_rules! codes {
    ($($code:ident $severity:ident $($off:ident)?,)*) => {
        $(
            #[doc = concat!("The code `", stringify!($code), "`; its page is `docs/codes/", stringify!($code), ".md`.")]
            pub static $code: $crate::diagnostics::Code = $crate::diagnostics::Code {
                id: stringify!($code),
                severity: $crate::diagnostics::Severity::$severity,
                off_by_default: {
                    let words: &[&str] = &[$(stringify!($off))?];
                    !words.is_empty()
                },
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

/// A place with a text about it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label<L> {
    /// The place.
    pub at: L,
    /// The text. It may be empty for the primary label.
    pub text: String,
}

/// How certain it is that a fix is right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    /// The place it is about.
    pub primary: Label<L>,
    /// Other places that matter, each with its text.
    pub secondary: Vec<Label<L>>,
    /// Further sentences that belong to no place.
    pub notes: Vec<String>,
    /// A proposed correction.
    pub fix: Option<Fix<L>>,
}

impl<L> Diagnostic<L> {
    /// Makes a finding at a place, with the severity of its code.
    pub fn new(code: &'static Code, at: L, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: code.severity,
            message: message.into(),
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

    /// Converts the places of the finding.
    pub fn map<M>(self, mut place: impl FnMut(L) -> M) -> Diagnostic<M> {
        let label =
            |label: Label<L>, place: &mut dyn FnMut(L) -> M| Label { at: place(label.at), text: label.text };
        Diagnostic {
            code: self.code,
            severity: self.severity,
            message: self.message,
            primary: label(self.primary, &mut place),
            secondary: self.secondary.into_iter().map(|each| label(each, &mut place)).collect(),
            notes: self.notes,
            fix: self.fix.map(|fix| Fix {
                title: fix.title,
                edits: fix.edits.into_iter().map(|(at, text)| (place(at), text)).collect(),
                confidence: fix.confidence,
            }),
        }
    }
}
