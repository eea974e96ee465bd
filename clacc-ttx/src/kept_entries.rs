//! The entries of a function's report in little room. A session keeps them for every function, and most are never looked at.

use std::borrow::Cow;

use clacc_sema::acc::clauses::DataModifier;
use clacc_syntax::checkpoint;
use clacc_syntax::directive::{AccClause, AccDirective, OmpDirective};
use clacc_syntax::source::{FileId, FileRange};

use crate::report::Entry;
use crate::verdict::{Because, Fidelity, VerdictClause, VerdictDirective, VerdictPart};

/// The entries of one function, in order.
#[derive(Debug)]
pub(crate) struct KeptEntries {
    file: FileId,
    entries: Box<[KeptEntry]>,
}

#[derive(Debug)]
enum KeptEntry {
    Usual(UsualEntry),
    Other(Box<Entry>),
}

/// An entry in this file whose words are known beforehand. The place of its directive is that of the last entry about a directive
/// itself.
#[derive(Debug)]
struct UsualEntry {
    start: u32,
    end: u32,
    reason: &'static str,
    directive: AccDirective,
    part: UsualPart,
    fidelity: Fidelity,
    because: Because,
}

#[derive(Debug)]
enum UsualPart {
    Directive,
    /// Its spelling is that of the specification.
    Clause(AccClause, Option<DataModifier>),
    InnerLoop(OmpDirective),
}

const ENTRIES_BETWEEN_CHECKPOINTS: usize = 1 << 9;

impl KeptEntries {
    /// The entries of a function in this file.
    pub(crate) fn of(file: FileId, entries: impl Iterator<Item = Entry>) -> KeptEntries {
        let mut directive_at = None;
        let kept = |entry: Entry| {
            directive_at = if entry.part.is_none() { entry.at } else { directive_at };
            let usual = UsualEntry::of(&entry, file).filter(|_| entry.directive_at == directive_at);
            usual.map_or_else(|| KeptEntry::Other(entry.into()), KeptEntry::Usual)
        };
        let entries = checkpoint::every(ENTRIES_BETWEEN_CHECKPOINTS, entries);
        KeptEntries { file, entries: entries.map(kept).collect() }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Entry> {
        let mut directive_at = None;
        self.entries.iter().map(move |kept| {
            let entry = match kept {
                KeptEntry::Usual(usual) => usual.entry(self.file, directive_at),
                KeptEntry::Other(entry) => (**entry).clone(),
            };
            directive_at = if entry.part.is_none() { entry.at } else { directive_at };
            entry
        })
    }
}

impl UsualEntry {
    /// What is kept of an entry, but for the place of its directive. None if more has to be.
    fn of(entry: &Entry, file: FileId) -> Option<UsualEntry> {
        let Entry { at, directive, part, fidelity, reason, because, code, .. } = entry;
        let at = at.filter(|at| at.file == file && code.is_none())?;
        let Cow::Borrowed(reason) = *reason else { return None };
        let part = part.as_ref().map_or(Some(UsualPart::Directive), UsualPart::of)?;
        Some(UsualEntry {
            start: at.start,
            end: at.end,
            reason,
            directive: directive.acc()?,
            part,
            fidelity: *fidelity,
            because: *because,
        })
    }

    fn entry(&self, file: FileId, directive_at: Option<FileRange>) -> Entry {
        let at = Some(FileRange { file, start: self.start, end: self.end });
        let part = self.part.part();
        let directive_at = if part.is_none() { at } else { directive_at };
        Entry {
            at,
            directive: VerdictDirective::Acc(self.directive),
            part,
            fidelity: self.fidelity,
            reason: self.reason.into(),
            because: self.because,
            code: None,
            directive_at,
        }
    }
}

impl UsualPart {
    fn of(part: &VerdictPart) -> Option<UsualPart> {
        match part {
            VerdictPart::Clause(VerdictClause { kind: Some(kind), spelling, modifier }) => {
                (spelling == kind.text()).then_some(UsualPart::Clause(*kind, *modifier))
            }
            VerdictPart::Clause(_) => None,
            VerdictPart::InnerLoop(directive) => Some(UsualPart::InnerLoop(*directive)),
        }
    }

    fn part(&self) -> Option<VerdictPart> {
        match *self {
            UsualPart::Directive => None,
            UsualPart::Clause(kind, modifier) => {
                let spelling = kind.text().to_owned();
                Some(VerdictPart::Clause(VerdictClause { kind: Some(kind), spelling, modifier }))
            }
            UsualPart::InnerLoop(directive) => Some(VerdictPart::InnerLoop(directive)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes;

    #[test]
    fn entries_are_kept() {
        let [file, other] = [1, 2].map(FileId);
        let place = |start: u32| Some(FileRange { file, start, end: start + 5 });
        let directive = Entry {
            at: place(10),
            directive: VerdictDirective::Acc(AccDirective::ParallelLoop),
            part: None,
            fidelity: Fidelity::Exact,
            reason: "the same".into(),
            because: Because::Itself,
            code: None,
            directive_at: place(10),
        };
        let clause = |kind, spelling: &str, modifier| {
            VerdictPart::Clause(VerdictClause { kind, spelling: spelling.to_owned(), modifier })
        };
        let with = |part| Entry { at: place(20), part: Some(part), ..directive.clone() };
        let copy = with(clause(Some(AccClause::Copy), "copy", None));
        let usual = [
            directive.clone(),
            copy.clone(),
            with(clause(Some(AccClause::Copyin), "copyin", Some(DataModifier::Readonly))),
            with(VerdictPart::InnerLoop(OmpDirective::Simd)),
            Entry {
                at: place(90),
                directive_at: place(90),
                fidelity: Fidelity::Unsupported,
                ..directive.clone()
            },
            Entry { directive_at: place(90), because: Because::OtherPart, ..copy.clone() },
        ];
        let nowhere = Entry { at: None, directive_at: None, ..directive.clone() };
        let others = [
            with(clause(Some(AccClause::Copy), "pcopy", None)),
            with(clause(None, "copi", None)),
            Entry { directive: VerdictDirective::Unknown("paralel".to_owned()), ..directive.clone() },
            Entry { reason: "one of its own".to_owned().into(), ..copy.clone() },
            Entry { code: Some(&codes::MAP0005), ..copy.clone() },
            Entry { at: Some(FileRange { file: other, start: 1, end: 2 }), ..copy.clone() },
            Entry { directive_at: place(11), ..copy.clone() },
            nowhere.clone(),
            Entry { at: place(3), ..copy.clone() },
            Entry { directive_at: None, ..copy },
        ];
        let all: Vec<Entry> = usual.iter().chain(&others).cloned().collect();
        let kept = KeptEntries::of(file, all.iter().cloned());
        assert_eq!(kept.iter().collect::<Vec<_>>(), all);
        let is_usual = |kept: &KeptEntry| matches!(kept, KeptEntry::Usual(_));
        assert!(kept.entries[..usual.len()].iter().all(is_usual));
        // Where the directive stands nowhere, its clauses are said to be about one that stands nowhere.
        let known = kept.entries.iter().filter(|entry| is_usual(entry)).count();
        assert_eq!(known, usual.len() + 1);
        assert!(size_of::<KeptEntry>() <= 32, "{}", size_of::<KeptEntry>());
    }
}
