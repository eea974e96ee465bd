//! The edits of one file, in order.
//!
//! Several insertions can be at one place. Those of bytes stay in the order in which they were added. Those made for nodes know what
//! they belong to: what is added behind a statement, and what closes a block around it, comes before what is added in front of
//! the next one, and what belongs to an inner statement before what belongs to an outer one. Edits of bytes, such as those
//! of a translation, do not say what they belong to. Where that decides, both are refused as a conflict.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use clacc_syntax::source::{FileId, FileRange};
use clacc_ttx::rewrite;

use super::edit_error::EditError;
use crate::text_edits::{Conflict, TextEdit, fingerprint};

/// What an edit belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Belongs {
    /// Nobody said.
    Unknown,
    /// An insertion behind a statement that starts at this offset. It is `inside` if it ends with the statement of a directive
    /// around it, and `around` if it holds a directive whose statement ends with it.
    Behind { start: usize, inside: bool, around: bool },
    /// An insertion in front of a statement.
    Before,
    /// The clauses of the directive with this text.
    Directive(Range<usize>),
    /// The directive with this text, of which these clauses are taken away.
    WithoutClauses { directive: Range<usize>, clauses: Range<usize> },
}

impl Belongs {
    /// The text of the directive whose clauses are edited.
    fn directive(&self) -> Option<&Range<usize>> {
        match self {
            Belongs::Directive(directive) | Belongs::WithoutClauses { directive, .. } => Some(directive),
            _ => None,
        }
    }
}

/// An edit, and with which addition it came: edits of one addition know of each other.
#[derive(Clone, Debug)]
pub(super) struct AddedEdit {
    pub(super) edit: TextEdit,
    pub(super) belongs: Belongs,
    pub(super) addition: usize,
}

/// Where an edit stands among the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct EditSlot {
    start: usize,
    is_replacement: bool,
    rank: u8,
    /// Inner statements start later.
    inner: Reverse<usize>,
    number: usize,
}

/// A range with what replaces it, told by its fingerprint.
type Likeness = (usize, usize, u64);

/// A file with its edits.
#[derive(Clone)]
pub(super) struct FileEdits {
    pub(super) text: Arc<[u8]>,
    edits: BTreeMap<EditSlot, AddedEdit>,
    /// The first edit of each likeness.
    alike: BTreeMap<Likeness, EditSlot>,
    /// The directives of which clauses are edited: the slots of these edits, by where the directive starts, with its end.
    directives: BTreeMap<usize, (usize, Vec<EditSlot>)>,
    fingerprint: u64,
    added: usize,
}

impl FileEdits {
    pub(super) fn of(text: Arc<[u8]>) -> FileEdits {
        let (edits, alike, directives) = <_>::default();
        let fingerprint = fingerprint(&text);
        FileEdits { text, edits, alike, directives, fingerprint, added: 0 }
    }

    pub(super) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    pub(super) fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    pub(super) fn edits(&self) -> impl Iterator<Item = &TextEdit> {
        self.edits.values().map(|added| &added.edit)
    }

    /// Adds an edit, unless it is there already. Returns where it stands. Takes logarithmic time.
    pub(super) fn add(&mut self, added: AddedEdit) -> Result<Option<EditSlot>, EditError> {
        self.check_text(&added.edit)?;
        let slot = self.slot(&added);
        let likeness = likeness(&added.edit);
        if let Some(other) = self.like(&added, likeness) {
            return if added.edit.is_insertion() { Err(conflict(other, &added)) } else { Ok(None) };
        }
        if let Some(other) = self.overlapping(slot, &added).or_else(|| self.unordered(slot, &added)) {
            return Err(conflict(other, &added));
        }
        if let Some(range) = added.belongs.directive() {
            let entry = self.directives.entry(range.start).or_insert((range.end, Vec::new()));
            entry.1.push(slot);
        }
        self.alike.entry(likeness).or_insert(slot);
        self.edits.insert(slot, added);
        self.added += 1;
        Ok(Some(slot))
    }

    /// The edits that take clauses of the directive away that starts at an offset, with the numbers of these.
    pub(super) fn without_clauses(
        &self,
        directive: usize,
    ) -> impl Iterator<Item = (EditSlot, &Range<usize>)> {
        let slots = self.directives.get(&directive).map_or(&[][..], |(_, slots)| slots);
        slots.iter().filter_map(|slot| match &self.edits.get(slot)?.belongs {
            Belongs::WithoutClauses { clauses, .. } => Some((*slot, clauses)),
            _ => None,
        })
    }

    /// The first of the clauses that are added at the end of the directive that starts at an offset.
    pub(super) fn first_added_clause(&self, directive: usize, end: usize) -> Option<EditSlot> {
        let (_, slots) = self.directives.get(&directive)?;
        slots.iter().filter(|slot| slot.start == end && !slot.is_replacement).min().copied()
    }

    /// Takes the comma away that an added clause begins with, because none is left in front of it.
    pub(super) fn without_comma(&mut self, slot: EditSlot) {
        let Some(added) = self.edits.get_mut(&slot) else { return };
        let before = likeness(&added.edit);
        if added.edit.replacement.first() == Some(&b',') {
            added.edit.replacement.remove(0);
        }
        let after = likeness(&added.edit);
        if self.alike.get(&before) == Some(&slot) {
            self.alike.remove(&before);
        }
        self.alike.entry(after).or_insert(slot);
    }

    /// Whether an edit takes all of a range away.
    pub(super) fn takes_away(&self, range: &Range<usize>) -> bool {
        let behind = EditSlot { start: range.start + 1, ..EditSlot::FIRST };
        let last = self.edits.range(..behind).next_back().map(|(_, last)| &last.edit);
        last.is_some_and(|last| last.range.end >= range.end && last.replacement.is_empty())
    }

    /// Takes an edit away, which can then be added again.
    pub(super) fn take_back(&mut self, slot: EditSlot) -> Option<AddedEdit> {
        let added = self.edits.remove(&slot)?;
        let likeness = likeness(&added.edit);
        if self.alike.get(&likeness) == Some(&slot) {
            self.alike.remove(&likeness);
        }
        if let Some(range) = added.belongs.directive()
            && let Some((_, slots)) = self.directives.get_mut(&range.start)
        {
            slots.retain(|other| *other != slot);
            if slots.is_empty() {
                self.directives.remove(&range.start);
            }
        }
        Some(added)
    }

    pub(super) fn edited(&self) -> Vec<u8> {
        let edits = self.edits().map(|edit| rewrite::Edit {
            range: FileRange { file: FileId(0), start: edit.range.start as u32, end: edit.range.end as u32 },
            replacement: edit.replacement.as_slice().into(),
        });
        rewrite::apply(&self.text, &edits.collect::<Vec<_>>())
    }

    fn check_text(&self, edit: &TextEdit) -> Result<(), EditError> {
        if self.text.get(edit.range()).is_none() || u32::try_from(edit.range.end).is_err() {
            return Err(EditError::OutsideOfFile(edit.clone()));
        }
        if edit.made_for.is_some_and(|text| text != self.fingerprint) {
            return Err(EditError::OtherText(edit.clone()));
        }
        Ok(())
    }

    /// An edit of another addition that replaces the same by the same. What is inserted beside statements is wanted as often
    /// as it is asked for: several blocks may end at one place.
    fn like(&self, added: &AddedEdit, likeness: Likeness) -> Option<&AddedEdit> {
        let other = self.edits.get(self.alike.get(&likeness)?)?;
        let is_beside = |each: &AddedEdit| matches!(each.belongs, Belongs::Behind { .. } | Belongs::Before);
        let is_wanted = other.addition == added.addition || is_beside(other) || is_beside(added);
        (!is_wanted && other.edit.replaces_like(&added.edit)).then_some(other)
    }

    fn slot(&self, added: &AddedEdit) -> EditSlot {
        let start = added.edit.range.start;
        let (rank, inner) = match &added.belongs {
            Belongs::Behind { start, inside, .. } => (if *inside { 0 } else { 2 }, *start),
            Belongs::Before if self.follows_blank(start) => (0, 0),
            Belongs::Before => (3, 0),
            Belongs::Unknown => (EditSlot::OF_BYTES, 0),
            Belongs::Directive(_) | Belongs::WithoutClauses { .. } => (4, 0),
        };
        // Bytes that are added where a line starts belong to what follows.
        let rank = match &added.belongs {
            Belongs::Behind { .. } if self.starts_line(start) => 0,
            Belongs::Before if self.starts_line(start) => 1,
            Belongs::Unknown if self.starts_line(start) => 2,
            _ => rank,
        };
        let is_replacement = !added.edit.is_insertion();
        EditSlot { start, is_replacement, rank, inner: Reverse(inner), number: self.added }
    }

    /// Whether only white space precedes a place on its line, which may be long.
    fn starts_line(&self, at: usize) -> bool {
        let mut before = self.text.iter().take(at).rev();
        before.find(|byte| **byte == b'\n' || !byte.is_ascii_whitespace()).is_none_or(|byte| *byte == b'\n')
    }

    fn follows_blank(&self, at: usize) -> bool {
        at.checked_sub(1).and_then(|last| self.text.get(last)).is_none_or(u8::is_ascii_whitespace)
    }

    /// An edit that replaces a part of the same text, or edits clauses of a directive that the other one replaces.
    fn overlapping(&self, slot: EditSlot, added: &AddedEdit) -> Option<&AddedEdit> {
        let range = &added.edit.range;
        let last = self.edits.range(..slot).next_back().map(|(_, last)| last);
        let next = self.edits.range(slot..).next().map(|(_, next)| next);
        let last = last.filter(|last| last.edit.range.end > range.start);
        let next = next.filter(|next| next.edit.range.start < range.end);
        last.or(next).or_else(|| self.of_other_maker(added))
    }

    /// Edits of a directive's clauses go with each other, and with nothing else that changes the directive.
    fn of_other_maker(&self, added: &AddedEdit) -> Option<&AddedEdit> {
        if let Some(directive) = added.belongs.directive() {
            let slot = |start| EditSlot { start, ..EditSlot::FIRST };
            let before = self.edits.range(..slot(directive.start)).next_back();
            let mut here =
                before.into_iter().chain(self.edits.range(slot(directive.start)..slot(directive.end)));
            let is_other = |other: &AddedEdit| {
                other.belongs == Belongs::Unknown && touches(&other.edit.range, directive)
            };
            return here.find(|(_, other)| is_other(other)).map(|(_, other)| other);
        }
        let (start, (end, slots)) = self.directives.range(..added.edit.range.end.max(1)).next_back()?;
        touches(&added.edit.range, &(*start..*end)).then(|| self.edits.get(slots.first()?)).flatten()
    }

    /// An insertion at the same place, of which nobody knows which of both comes first.
    fn unordered(&self, slot: EditSlot, added: &AddedEdit) -> Option<&AddedEdit> {
        let at = added.edit.range.start;
        if slot.is_replacement || self.starts_line(at) {
            return None;
        }
        let of_rank = |from: u8, to: u8| {
            let slot = |rank| EditSlot { start: at, rank, ..EditSlot::FIRST };
            self.edits.range(slot(from)..slot(to)).map(|(_, other)| other)
        };
        let made = || of_rank(0, EditSlot::OF_BYTES).chain(of_rank(EditSlot::OF_BYTES + 1, u8::MAX));
        match &added.belongs {
            Belongs::Unknown => made().find(|other| self.is_unclear(&other.belongs, at)),
            made => of_rank(EditSlot::OF_BYTES, EditSlot::OF_BYTES + 1)
                .next()
                .filter(|_| self.is_unclear(made, at)),
        }
    }

    /// Whether what belongs to a node stands at a place where bytes of unknown meaning can be on either side of it.
    fn is_unclear(&self, made: &Belongs, at: usize) -> bool {
        match made {
            Belongs::Behind { inside: true, around, .. } => *around,
            Belongs::Behind { .. } => self.text.get(at).is_some_and(|byte| !byte.is_ascii_whitespace()),
            Belongs::Before => !self.follows_blank(at),
            Belongs::Directive(_) | Belongs::WithoutClauses { .. } => true,
            Belongs::Unknown => false,
        }
    }
}

impl EditSlot {
    /// The rank of insertions of bytes in the middle of a line.
    const OF_BYTES: u8 = 1;
    const FIRST: EditSlot =
        EditSlot { start: 0, is_replacement: false, rank: 0, inner: Reverse(usize::MAX), number: 0 };
}

/// Whether an edit changes something of a stretch, and does not only insert something at its ends.
fn touches(edit: &Range<usize>, stretch: &Range<usize>) -> bool {
    edit.start < stretch.end && edit.end > stretch.start
}

fn likeness(edit: &TextEdit) -> Likeness {
    (edit.range.start, edit.range.end, fingerprint(&edit.replacement))
}

fn conflict(existing: &AddedEdit, new: &AddedEdit) -> EditError {
    Conflict::new(existing.edit.clone(), new.edit.clone()).into()
}
