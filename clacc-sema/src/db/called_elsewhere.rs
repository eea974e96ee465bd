//! Functions that a unit calls on a device and that another file defines, for callers that have all files of a program. OpenACC allows
//! leaving the `routine` directive out only where the definition is visible (3.4 2.15.1).

use crate::db::name_in_unit::NameInUnit;
use clacc_syntax::Name;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::{TokenKind, TokenRange};
use rustc_hash::FxHashSet;

use super::callees::is_defined_elsewhere;
use super::device_functions::device_calls;
use super::external_decls::{DeclKind, ExternalDecl, declarations, lookup};
use super::finding_places::FindingPlaces;
use super::preprocessed::{prefix, rest};
use super::routines::routine_level;
use super::{Db, Unit};
use crate::c::file_scope::Introduction;

/// The functions without a `routine` directive that devices call in a unit and that it does not define, each with its
/// first call, in source order.
pub fn calls(db: &dyn Db, unit: Unit) -> Vec<(Name, FileRange)> {
    let mut seen = FxHashSet::default();
    let calls = device_calls(db, unit).into_iter();
    let wanted = calls
        .filter(|(name, _)| seen.insert(*name) && is_defined_elsewhere(db, NameInUnit::new(db, unit, *name)));
    wanted.map(|(name, at)| (name, place(db, unit, at))).collect()
}

/// The first call of a function on a device.
pub fn first_device_call(db: &dyn Db, unit: Unit, name: Name) -> Option<FileRange> {
    let (_, at) = device_calls(db, unit).into_iter().find(|(callee, _)| *callee == name)?;
    Some(place(db, unit, at))
}

/// Returns true if a unit defines a function with external linkage and has no `routine` directive for it.
pub fn defines_for_others(db: &dyn Db, unit: Unit, name: Name) -> bool {
    let is_static = |decl: &ExternalDecl<'_>| {
        let mut before = decl.tokens(db).texts.iter().take_while(|text| **text != name);
        before.any(|text| &db.names()[*text] == "static")
    };
    let mut definitions =
        lookup(db, NameInUnit::new(db, unit, name)).iter().filter(|decl| decl.kind(db) == DeclKind::Function);
    definitions.next().is_some_and(|decl| !is_static(decl))
        && routine_level(db, NameInUnit::new(db, unit, name)).is_none()
}

/// A place for a `routine` directive for a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoutinePlace {
    /// The external declaration that the directive has to precede.
    pub before: FileRange,
    /// True if the directive must name the function, because that declaration declares something else.
    pub by_name: bool,
}

/// The place of a `routine` directive for a function: before everything in the main file that mentions the function. None if the main file
/// has no such place.
pub fn routine_place(db: &dyn Db, unit: Unit, name: Name) -> Option<RoutinePlace> {
    let first = declarations(db, unit).iter().find(|decl| decl.tokens(db).texts.contains(&name))?;
    let declares = first.names(db).contains(&name);
    let is_usable =
        if declares { declares_function(db, *first, name) } else { is_in_headers(db, unit, name) };
    let start = first.first_token(db);
    let before = place(db, unit, TokenRange::new(start, start + 1));
    let is_own =
        before.file == unit.main(db).id(db) && first.tokens(db).kinds.first() != Some(&TokenKind::PragmaAcc);
    (is_usable && is_own).then_some(RoutinePlace { before, by_name: !declares })
}

/// Returns true if a declaration declares a function and nothing else. In a pointer to functions, the name is followed by `)`.
fn declares_function(db: &dyn Db, decl: ExternalDecl<'_>, name: Name) -> bool {
    let mut pairs = decl.tokens(db).texts.windows(2);
    decl.names(db).len() == 1 && pairs.any(|pair| pair[0] == name && &db.names()[pair[1]] == "(")
}

/// Whether the headers at the top of the main file declare a name.
fn is_in_headers(db: &dyn Db, unit: Unit, name: Name) -> bool {
    prefix(db, unit).names.ordinary(name).any(|each| matches!(each, Introduction::Entity(..)))
}

/// The place of tokens of the main file.
fn place(db: &dyn Db, unit: Unit, at: TokenRange) -> FileRange {
    let preprocessed = &rest(db, unit).preprocessed;
    let (tokens, map) = (&preprocessed.tokens, &preprocessed.map);
    FindingPlaces { tokens, map, main: unit.main(db).id(db) }.spot(at).range
}
