//! Splits a unit into external declarations, and updates the split after an edit.
//!
//! Of a declaration that was split off, its head is kept (`DeclHead`), and no tree. After an edit, the declarations before the
//! change are kept but for the last one, because the parser looks one or two tokens ahead. Splitting ends where an old
//! declaration begins and the names declared before it are the old ones. A new name at file scope therefore splits everything
//! behind it again: it may be the name of a type there.

use std::sync::Arc;

use crate::Name;
use crate::checkpoint::{self, HalfDone};
use crate::lexer::TokenChange;
use crate::token::{TokenKind, TokenRange, TokenSlice};
use crate::wide_search;

use super::cursor::Parser;
use super::file_scope::{FileName, FileScope};
use super::parsed::{Bodies, ParseLimits, Parsed};

/// An external declaration of a unit, parsed without the body of its function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct External<P> {
    /// The declaration's tokens in the unit's slice.
    pub tokens: TokenRange,
    /// The part of the parse result that is kept, as `keep` made it.
    pub parsed: P,
    /// true if the declaration contains a directive.
    pub has_directive: bool,
    /// The identifiers whose first declaration at file scope is this one.
    declared: Arc<[(Name, FileName)]>,
}

impl<P: Clone> External<P> {
    /// Returns a declaration after the change with its new token range.
    fn moved(&self, change: TokenChange) -> External<P> {
        let moved = |at: u32| (at as usize - change.old_end + change.new_end) as u32;
        External { tokens: TokenRange::new(moved(self.tokens.start), moved(self.tokens.end)), ..self.clone() }
    }
}

/// A unit, split into external declarations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitSplit<P> {
    /// The declarations, in order.
    pub externals: Vec<External<P>>,
    /// The identifiers declared at file scope, after the last declaration.
    pub scope: Arc<FileScope>,
}

/// The number of tokens after a declaration that may decide where it ends. One or two tokens do; the rest is a safety margin.
const LOOK_AHEAD: usize = 16;

/// Splits a run of tokens into external declarations and skips function bodies. The declared identifiers are added to `scope`. `keep` makes
/// the part of each parse result that is kept; the token indices in its tree count from the declaration's first token.
pub fn split_unit<P: 'static>(
    tokens: TokenSlice<'_>,
    scope: &mut FileScope,
    limits: ParseLimits,
    keep: impl Fn(Parsed) -> P,
) -> Vec<External<P>> {
    let mut splitter = UnitSplitter::new(tokens, scope, limits, 0);
    while splitter.split_next(&keep) {}
    let externals = splitter.externals.finish();
    declare(scope, &externals);
    externals
}

/// Splits a run of tokens after the headers, whose scope is `parent`. Given an earlier split of other tokens and the change between them,
/// it parses only the declarations around the change, unless the change affects the names declared at file scope. The result equals that of
/// [`split_unit`].
pub fn split_unit_after<P: Clone + 'static>(
    tokens: TokenSlice<'_>,
    parent: &Arc<FileScope>,
    limits: ParseLimits,
    earlier: Option<(&UnitSplit<P>, TokenChange)>,
    keep: impl Fn(Parsed) -> P,
) -> UnitSplit<P> {
    let is_behind_parent =
        |split: &UnitSplit<P>| split.scope.parent.as_ref().is_some_and(|old| Arc::ptr_eq(old, parent));
    let earlier = earlier.filter(|(split, _)| is_behind_parent(split));
    let kept = earlier.map_or(&[][..], |(split, change)| kept_before(&split.externals, change.first));
    let mut scope = FileScope { parent: Some(Arc::clone(parent)), ..FileScope::default() };
    declare(&mut scope, kept);
    let mut splitter =
        UnitSplitter::new(tokens, &scope, limits, kept.last().map_or(0, |last| last.tokens.end));
    let mut behind = None;
    while behind.is_none() && splitter.split_next(&keep) {
        behind = earlier.and_then(|(split, change)| splitter.meets(&split.externals[kept.len()..], change));
    }
    let room = earlier.map_or(0, |(split, _)| split.externals.len() + 16);
    let mut externals = HalfDone::new(Vec::with_capacity(room));
    externals.extend_from_slice(kept);
    externals.append(&mut splitter.externals);
    if let (Some(behind), Some((split, change))) = (behind, earlier) {
        let behind = split.externals[kept.len() + behind..].iter();
        externals.extend(checkpoint::every(checkpoint::STRIDE, behind.map(|old| old.moved(change))));
        return UnitSplit { externals: externals.finish(), scope: Arc::clone(&split.scope) };
    }
    declare(&mut scope, &externals[kept.len()..]);
    UnitSplit { externals: externals.finish(), scope: Arc::new(scope) }
}

/// Returns the declarations before a change at token `first` that the change cannot affect.
fn kept_before<P>(externals: &[External<P>], first: usize) -> &[External<P>] {
    let before = externals.partition_point(|each| each.tokens.end as usize + LOOK_AHEAD <= first);
    &externals[..before.saturating_sub(1)]
}

fn declare<P>(scope: &mut FileScope, externals: &[External<P>]) {
    scope.names.extend(checkpoint::every(checkpoint::STRIDE, names(externals)));
}

/// Finds external declarations one by one.
struct UnitSplitter<'t, P: 'static> {
    tokens: TokenSlice<'t>,
    parser: Parser<'t>,
    /// The token at which the next declaration starts.
    start: u32,
    externals: HalfDone<Vec<External<P>>>,
    /// The number of old declarations that start before `start`.
    passed: usize,
}

impl<'t, P> UnitSplitter<'t, P> {
    fn new(tokens: TokenSlice<'t>, scope: &'t FileScope, limits: ParseLimits, start: u32) -> Self {
        let rest = TokenSlice {
            kinds: &tokens.kinds[start as usize..],
            texts: &tokens.texts[start as usize..],
            names: tokens.names,
        };
        let parser = Parser::new(rest, scope, limits, Bodies::Skip);
        UnitSplitter { tokens, parser, start, externals: HalfDone::default(), passed: 0 }
    }

    /// Parses the next declaration. Returns whether there was one.
    fn split_next(&mut self, keep: impl Fn(Parsed) -> P) -> bool {
        if self.parser.at_end() {
            return false;
        }
        let mark = self.parser.names.file_mark();
        let root = self.parser.parse_external_progressing();
        self.parser.tree.roots.push(root);
        let tokens = TokenRange::new(self.start, self.start + self.parser.position());
        let parsed = keep(self.parser.take_parsed());
        let kinds = &self.tokens.kinds[tokens.start as usize..tokens.end as usize];
        let is_directive = |kind| kind == TokenKind::PragmaAcc || kind == TokenKind::PragmaOmp;
        let has_directive = wide_search::position(kinds, is_directive).is_some();
        let declared = self.parser.names.declared_since(mark);
        self.externals.push(External { tokens, parsed, has_directive, declared });
        self.start = tokens.end;
        true
    }

    /// If the remaining declarations equal old ones, returns the index of the first of these: it starts at the current token, and the
    /// declarations before it declare the same names.
    fn meets(&mut self, old: &[External<P>], change: TokenChange) -> Option<usize> {
        let old_start = (self.start as usize).checked_sub(change.new_end)?.checked_add(change.old_end)?;
        let passed = old[self.passed..].partition_point(|each| (each.tokens.start as usize) < old_start);
        self.passed += passed;
        let starts_here = old.get(self.passed)?.tokens.start as usize == old_start;
        let are_same = || names(&self.externals).eq(names(&old[..self.passed]));
        (starts_here && are_same()).then_some(self.passed)
    }
}

/// Returns the names that declarations declare, in order.
fn names<P>(externals: &[External<P>]) -> impl Iterator<Item = (Name, FileName)> {
    externals.iter().flat_map(|external| external.declared.iter().copied())
}
