//! Calls of OpenACC routines that know queues, in the program's own text.
//!
//! A statement that calls `acc_wait` with a constant, or `acc_wait_all`, becomes a `taskwait`. For all other uses of such routines the
//! library must know the queues.

use clacc_sema::db::external_decls::declarations;
use clacc_sema::db::models::{model, program};
use clacc_sema::db::preprocessed::rest;
use clacc_sema::db::{Db, Unit};
use clacc_sema::program::View;
use clacc_sema::program::place::Value;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::{TokenKind, TokenRange};
use clacc_syntax::unit::{ExpansionId, Preprocessed};

use super::lines::{self, LineRest};
use super::{EditPlaces, UnitInput};
use crate::queue_objects::{ROUTINES, number_of};

/// A statement that waits by a call, and can be a directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WaitCall {
    /// The text of the statement.
    pub(crate) at: FileRange,
    /// The queue; none for all of them.
    pub(crate) queue: Option<u32>,
}

/// The calls of a unit.
#[derive(Default)]
pub(super) struct QueueCalls {
    pub(super) waits: Vec<WaitCall>,
    /// The first use of a routine for which the library is needed, and the reason.
    pub(super) use_of_library: Option<(FileRange, String)>,
}

/// Collects the calls of a unit.
pub(super) fn of_unit((db, unit): (&dyn Db, Unit), input: &UnitInput<'_>) -> QueueCalls {
    let mut calls = QueueCalls::default();
    let own = input.parts.len().saturating_sub(1);
    for (index, part) in input.parts.iter().enumerate() {
        let mut uses: Vec<(u32, &str)> = ROUTINES
            .iter()
            .flat_map(|name| part.tokens.with_text(name).map(move |at| (at, *name)))
            .filter(|(at, _)| !is_declared(part, *at as usize))
            .collect();
        uses.sort_unstable();
        for (at, name) in uses {
            let is_own = index == own;
            let wait = is_own.then(|| wait_call((db, unit), input, part, (at, name))).flatten();
            match wait {
                Some(wait) => calls.waits.push(wait),
                None => calls.need(part, (at, name)),
            }
        }
    }
    calls
}

impl QueueCalls {
    fn need(&mut self, part: &Preprocessed, (at, name): (u32, &str)) {
        let place = EditPlaces { unit: part, first_token: 0 }.shown(TokenRange::new(at, at + 1));
        if let Some(place) = place.filter(|_| self.use_of_library.is_none()) {
            self.use_of_library = Some((place, format!("the program uses `{name}` here")));
        }
    }
}

/// Returns whether a name of a function stands in its declaration. A definition is a use, because the program gives the name a meaning of
/// its own.
fn is_declared(part: &Preprocessed, at: usize) -> bool {
    use TokenKind as K;
    let kinds = &part.tokens.kinds;
    let stars = kinds[..at].iter().rev().take_while(|kind| **kind == K::Star).count();
    let Some(before) = (at - stars).checked_sub(1).map(|before| kinds[before]) else { return false };
    let is_type = match before {
        K::Ident => stars == 0,
        K::Return | K::Else | K::Do | K::Case | K::Goto | K::Sizeof | K::Alignof => false,
        kind => kind.is_word(),
    };
    is_type && closing(kinds, at + 1).is_some_and(|end| kinds.get(end + 1) != Some(&K::LBrace))
}

/// Returns the parenthesis that closes the one at `open`; none if there is no parenthesis.
fn closing(kinds: &[TokenKind], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (offset, kind) in kinds.get(open..)?.iter().enumerate() {
        match kind {
            TokenKind::LParen => depth += 1,
            TokenKind::RParen => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return (offset > 0).then_some(open + offset);
        }
    }
    None
}

/// Returns the call as a directive, if it is a whole statement of a block on lines of its own.
fn wait_call(
    source: (&dyn Db, Unit),
    input: &UnitInput<'_>,
    part: &Preprocessed,
    (at, name): (u32, &str),
) -> Option<WaitCall> {
    let kinds = &part.tokens.kinds;
    let end = closing(kinds, at as usize + 1)? + 1;
    if kinds.get(end) != Some(&TokenKind::Semi) || !follows_statement(part, at as usize) {
        return None;
    }
    let queue = match name {
        "acc_wait" | "acc_async_wait" => Some(only_argument(source, at)?),
        "acc_wait_all" | "acc_async_wait_all" if end == at as usize + 3 => None,
        _ => return None,
    };
    let places = EditPlaces { unit: part, first_token: 0 };
    let tokens = TokenRange::new(at, end as u32 + 1);
    let is_plain = part.tokens.places.origin(at as usize)?.expansion == ExpansionId::NONE;
    let (start, end) = places.text_range(tokens, ExpansionId::NONE).filter(|_| is_plain)?;
    let range = part.map.file_range(start, end).filter(|range| range.file == input.main)?;
    let bytes = (input.read)(range.file)?;
    let has_lines = lines::is_first_on_line(&bytes, range.start as usize)
        && lines::rest_of_line(&bytes, range.end as usize) != LineRest::Code;
    (has_lines && !input.withholds(range)).then_some(WaitCall { at: range, queue })
}

/// Returns whether a statement of a block, or a directive that is no part of one, ends before a token.
fn follows_statement(part: &Preprocessed, at: usize) -> bool {
    use TokenKind as K;
    let kinds = &part.tokens.kinds;
    match at.checked_sub(1).map(|before| kinds[before]) {
        Some(K::LBrace | K::RBrace | K::Semi) => true,
        Some(K::PragmaEnd) => {
            let start = kinds[..at].iter().rposition(|kind| *kind == K::PragmaAcc);
            start.is_some_and(|start| is_standalone(part, start) && follows_statement(part, start))
        }
        _ => false,
    }
}

/// Returns whether no statement belongs to a directive.
fn is_standalone(part: &Preprocessed, start: usize) -> bool {
    let word = part.tokens.texts.get(start + 1).and_then(|word| part.tokens.names.get(*word));
    matches!(word, Some("enter" | "exit" | "init" | "set" | "shutdown" | "update" | "wait"))
}

/// Returns the queue that the only argument of the call at a token of the main file names.
fn only_argument((db, unit): (&dyn Db, Unit), at: u32) -> Option<u32> {
    let rest = rest(db, unit);
    let index = rest.externals().partition_point(|external| external.tokens.end <= at);
    let (external, decl) = (rest.externals().get(index)?, *declarations(db, unit).get(index)?);
    let at = at.checked_sub(external.tokens.start)?;
    let (model, program) = (model(db, decl), program(db, decl));
    let view = View::of_c(&program, &model);
    let call = view.calls(program.outline.all()).find(|call| view.span(call.at).start == at)?;
    let [argument] = *call.arguments else { return None };
    number_of(view, Value::Node(argument))
}
