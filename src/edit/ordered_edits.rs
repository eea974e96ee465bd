//! The edits of one file, in their order.
//!
//! Several insertions can be at one place. Insertions of bytes stay in the order in which they were added. Insertions made for nodes record
//! their anchor: text after a statement, and the end of a block around it, comes before text before the next statement, and text of an
//! inner statement comes before that of an outer one. Edits of bytes, such as those of a translation, have no anchor. Where the order would
//! depend on it, both are refused as a conflict.
//!
//! A list of edits, such as those of a translation, is added as a whole or not at all; what overlaps, inserts the same again, or
//! was made for another text is an error. An `EditSet` borrows its session, so that texts cannot change under it. Edits in terms
//! of nodes become edits of text at once, where places made by macros, in system headers and of other sessions are refused.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use clacc_syntax::source::{FileId, FileRange};
use clacc_ttx::rewrite;

use super::edit_error::EditError;
use crate::text_edits::{Conflict, TextEdit};
use clacc_syntax::source::fingerprint;

/// The anchor of an edit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Belongs {
    /// No anchor is known: an edit of bytes.
    Unknown,
    /// An insertion after a statement that starts at this offset. `inside`: the statement ends together with the statement of an enclosing
    /// directive. `around`: the statement contains a directive whose statement ends together with it.
    Behind { start: usize, inside: bool, around: bool },
    /// An insertion before a statement.
    Before,
    /// A change of the clauses of the directive with this range.
    Directive(Range<usize>),
    /// A removal of these clauses of the directive with this range.
    WithoutClauses { directive: Range<usize>, clauses: Range<usize> },
}

impl Belongs {
    /// Returns the range of the directive whose clauses are edited.
    fn directive(&self) -> Option<&Range<usize>> {
        match self {
            Belongs::Directive(directive) | Belongs::WithoutClauses { directive, .. } => Some(directive),
            _ => None,
        }
    }
}

/// An edit with the index of the addition that it came with: the edits of one addition were made together.
#[derive(Clone, Debug)]
pub(super) struct AddedEdit {
    pub(super) edit: TextEdit,
    pub(super) belongs: Belongs,
    pub(super) addition: usize,
}

/// The sort key of an edit among the edits of its file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct EditSlot {
    start: usize,
    is_replacement: bool,
    rank: u8,
    /// Inner statements start later and come first.
    inner: Reverse<usize>,
    number: usize,
}

/// A range and the fingerprint of the text that replaces it.
type Likeness = (usize, usize, u64);

/// A file with its edits.
#[derive(Clone)]
pub(super) struct FileEdits {
    pub(super) text: Arc<[u8]>,
    edits: BTreeMap<EditSlot, AddedEdit>,
    /// The first edit with each range and replacement.
    alike: BTreeMap<Likeness, EditSlot>,
    /// The directives whose clauses are edited: by the start of the directive, its end and the slots of these edits.
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

    /// Adds an edit, unless the set has the same already. Returns the slot of an edit that was added. Takes logarithmic time.
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

    /// Returns the edits that remove clauses of the directive that starts at an offset, with the indices of these clauses.
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

    /// Returns the first edit that adds clauses at the end of the directive that starts at an offset.
    pub(super) fn first_added_clause(&self, directive: usize, end: usize) -> Option<EditSlot> {
        let (_, slots) = self.directives.get(&directive)?;
        slots.iter().filter(|slot| slot.start == end && !slot.is_replacement).min().copied()
    }

    /// Removes the comma at the start of an added clause, because no clause is left before it.
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

    /// Returns whether an edit removes all of a range.
    pub(super) fn takes_away(&self, range: &Range<usize>) -> bool {
        let behind = EditSlot { start: range.start + 1, ..EditSlot::FIRST };
        let last = self.edits.range(..behind).next_back().map(|(_, last)| &last.edit);
        last.is_some_and(|last| last.range.end >= range.end && last.replacement.is_empty())
    }

    /// Removes and returns an edit, which can then be added again.
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

    /// Returns an equal edit of an earlier addition. Insertions beside statements have no equals, since the same text may be inserted
    /// several times: several blocks may end at one place.
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
        // At the start of a line, inserted bytes come after insertions beside statements.
        let rank = match &added.belongs {
            Belongs::Behind { .. } if self.starts_line(start) => 0,
            Belongs::Before if self.starts_line(start) => 1,
            Belongs::Unknown if self.starts_line(start) => 2,
            _ => rank,
        };
        let is_replacement = !added.edit.is_insertion();
        EditSlot { start, is_replacement, rank, inner: Reverse(inner), number: self.added }
    }

    /// Returns whether only white space precedes an offset on its line, which may be long.
    fn starts_line(&self, at: usize) -> bool {
        let mut before = self.text.iter().take(at).rev();
        before.find(|byte| **byte == b'\n' || !byte.is_ascii_whitespace()).is_none_or(|byte| *byte == b'\n')
    }

    fn follows_blank(&self, at: usize) -> bool {
        at.checked_sub(1).and_then(|last| self.text.get(last)).is_none_or(u8::is_ascii_whitespace)
    }

    /// Returns an edit that overlaps the added one, or that edits clauses of a directive which the other one replaces.
    fn overlapping(&self, slot: EditSlot, added: &AddedEdit) -> Option<&AddedEdit> {
        let range = &added.edit.range;
        let last = self.edits.range(..slot).next_back().map(|(_, last)| last);
        let next = self.edits.range(slot..).next().map(|(_, next)| next);
        let last = last.filter(|last| last.edit.range.end > range.start);
        let next = next.filter(|next| next.edit.range.start < range.end);
        last.or(next).or_else(|| self.of_other_maker(added))
    }

    /// Returns an edit that conflicts because one of both edits clauses of a directive and the other changes the directive in another way.
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

    /// Returns an insertion at the same place whose order relative to the added one is unknown.
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

    /// Returns whether bytes without an anchor could belong on either side of an insertion made for a node.
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

/// Returns whether an edit changes a part of a stretch, more than an insertion at its ends.
fn touches(edit: &Range<usize>, stretch: &Range<usize>) -> bool {
    edit.start < stretch.end && edit.end > stretch.start
}

fn likeness(edit: &TextEdit) -> Likeness {
    (edit.range.start, edit.range.end, fingerprint(&edit.replacement))
}

fn conflict(existing: &AddedEdit, new: &AddedEdit) -> EditError {
    Conflict::new(existing.edit.clone(), new.edit.clone()).into()
}
