//! The open conditionals, which decide which groups of lines are processed (C17 6.10.1, C23 6.10.2).

use crate::Name;
use crate::name::Known;
use crate::token::TokenKind;
use crate::unit::Pos;

/// The role of a directive in a conditional.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ConditionalRole {
    Begin,
    Elif,
    Elifdef,
    Elifndef,
    Else,
    End,
    Other,
}

impl ConditionalRole {
    /// Returns the role of the directive with this name.
    pub(super) fn of(word: Name) -> ConditionalRole {
        match word.known() {
            Some(Known::Ifdef | Known::Ifndef) => ConditionalRole::Begin,
            Some(Known::Elif) => ConditionalRole::Elif,
            Some(Known::Elifdef) => ConditionalRole::Elifdef,
            Some(Known::Elifndef) => ConditionalRole::Elifndef,
            Some(Known::Endif) => ConditionalRole::End,
            Some(_) => ConditionalRole::Other,
            None if word == Name::of_kind(TokenKind::If) => ConditionalRole::Begin,
            None if word == Name::of_kind(TokenKind::Else) => ConditionalRole::Else,
            None => ConditionalRole::Other,
        }
    }
}

/// An open `#if`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Conditional {
    /// The range of the directive, to which messages point.
    at: (Pos, Pos),
    /// true if one of its groups has been processed, so that the others are skipped.
    taken: bool,
    /// Whether `#else` has been seen.
    seen_else: bool,
}

/// The legality of the place of an `#elif` or `#else`.
pub(super) enum Alternative {
    /// The place is legal.
    Right,
    /// No conditional is open in its file.
    NoConditional,
    /// The directive follows the `#else` of the conditional that starts at this range.
    BehindElse((Pos, Pos)),
}

/// The open conditionals. A conditional ends at the latest with its file.
#[derive(Default)]
pub(super) struct Conditionals {
    open: Vec<Conditional>,
    /// For each open file, the number of conditionals that were open when it was entered.
    floors: Vec<usize>,
}

impl Conditional {
    /// Returns the conditional with its directive at the new position.
    pub(super) fn moved(self, moved: impl Fn((Pos, Pos)) -> (Pos, Pos)) -> Conditional {
        Conditional { at: moved(self.at), ..self }
    }
}

impl Conditionals {
    /// The open conditionals, outermost first.
    pub(super) fn open(&self) -> &[Conditional] {
        &self.open
    }

    /// Continues in the current file as if these conditionals had been opened in it.
    pub(super) fn resume(&mut self, open: &[Conditional]) {
        self.open.extend_from_slice(open);
    }

    /// Records that a file is entered.
    pub(super) fn enter_file(&mut self) {
        self.floors.push(self.open.len());
    }

    /// Leaves the current file. Returns the places of the conditionals that it leaves open, innermost
    /// first.
    pub(super) fn leave_file(&mut self) -> Vec<(Pos, Pos)> {
        let floor = self.floors.pop().unwrap_or_default();
        self.open.drain(floor..).rev().map(|conditional| conditional.at).collect()
    }

    /// Opens a conditional whose first group is read if it is `taken`.
    pub(super) fn begin(&mut self, at: (Pos, Pos), taken: bool) {
        self.open.push(Conditional { at, taken, seen_else: false });
    }

    /// Closes the innermost conditional. Returns whether the current file has one.
    pub(super) fn end(&mut self) -> bool {
        self.is_inside() && self.open.pop().is_some()
    }

    /// Records an alternative of the innermost conditional.
    pub(super) fn alternative(&mut self, is_else: bool) -> Alternative {
        let inside = self.is_inside();
        let Some(conditional) = self.open.last_mut().filter(|_| inside) else {
            return Alternative::NoConditional;
        };
        let seen_else = conditional.seen_else;
        conditional.seen_else |= is_else;
        if seen_else { Alternative::BehindElse(conditional.at) } else { Alternative::Right }
    }

    /// Returns whether no group of the innermost conditional has been processed yet, so that a later group may be.
    pub(super) fn wants_alternative(&self) -> bool {
        self.open.last().is_some_and(|conditional| !conditional.taken)
    }

    /// Sets whether the next group of the innermost conditional is processed.
    pub(super) fn take(&mut self, taken: bool) {
        if let Some(conditional) = self.open.last_mut() {
            conditional.taken = taken;
        }
    }

    /// Returns the start of the outermost conditional that was opened in the file at `depth` or in a file included from it.
    pub(super) fn outermost(&self, depth: usize) -> Option<Pos> {
        let floor = *self.floors.get(depth)?;
        self.open.get(floor).map(|conditional| conditional.at.0)
    }

    fn is_inside(&self) -> bool {
        self.floors.last().is_some_and(|floor| self.open.len() > *floor)
    }
}
