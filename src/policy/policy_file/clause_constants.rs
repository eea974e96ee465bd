//! OpenMP clauses with constant arguments, which policy files can make.

use clacc_syntax::directive::{Items, Parens};

use super::file_faults::{LocatedFault, PolicyFileErrorKind};
use super::toml_values::{Read, TomlTable, TomlValue};
use crate::omp::{DefaultCategory, MapKind, NewClause, ScheduleKind};
use clacc_syntax::directive::{OmpClause, OmpDirective};

/// A clause with constant arguments. Each variant corresponds to a constructor of [`NewClause`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum ClauseConstant {
    Bare(OmpClause),
    Value(OmpClause, i64),
    Values(OmpClause, Vec<i64>),
    Condition { of: Option<OmpDirective>, holds: bool },
    Schedule { kind: ScheduleKind, chunk: Option<i64> },
    DistSchedule { chunk: Option<i64> },
    Defaultmap { behavior: MapKind, category: DefaultCategory },
}

impl ClauseConstant {
    pub(super) fn clause(&self) -> NewClause<'static> {
        let chunk_of = |chunk: &Option<i64>| chunk.map(Into::into);
        match self {
            ClauseConstant::Bare(kind) => NewClause::bare(*kind),
            ClauseConstant::Value(kind, value) => NewClause::value(*kind, *value),
            ClauseConstant::Values(kind, values) => {
                NewClause::values(*kind, values.iter().map(|value| (*value).into()))
            }
            ClauseConstant::Condition { of, holds } => NewClause::condition(*of, i32::from(*holds)),
            ClauseConstant::Schedule { kind, chunk } => NewClause::schedule(*kind, chunk_of(chunk)),
            ClauseConstant::DistSchedule { chunk } => NewClause::dist_schedule(chunk_of(chunk)),
            ClauseConstant::Defaultmap { behavior, category } => NewClause::defaultmap(*behavior, *category),
        }
    }

    /// Returns the clause that a key and its value describe.
    pub(super) fn read(value: &TomlValue<'_>) -> Read<ClauseConstant> {
        let kind = clause_of(value)?;
        match kind {
            OmpClause::If => condition(value),
            OmpClause::Schedule => schedule(value),
            OmpClause::DistSchedule => dist_schedule(value),
            OmpClause::Defaultmap => defaultmap(value),
            _ => by_form(kind, value),
        }
    }
}

/// Returns the OpenMP clause that a key names.
fn clause_of(value: &TomlValue<'_>) -> Read<OmpClause> {
    let known = OmpClause::SPELLINGS.iter().map(|(text, _)| *text);
    OmpClause::by_name(value.key).ok_or_else(|| value.unknown_key("unknown clause of OpenMP", known))
}

/// Returns a clause with one value, several values or none, as the table of clauses prescribes.
fn by_form(kind: OmpClause, value: &TomlValue<'_>) -> Read<ClauseConstant> {
    let form = kind.info().form;
    let may_be_bare = form.parens != Parens::Required;
    if may_be_bare && value.bool() == Some(true) {
        return Ok(ClauseConstant::Bare(kind));
    }
    match form.items {
        Items::Expr | Items::Constant if may_be_bare && !value.is_integer() => {
            Err(value.refused("`true` or an integer"))
        }
        Items::Expr | Items::Constant => Ok(ClauseConstant::Value(kind, value.integer()?)),
        Items::Exprs { .. } | Items::Sizes => {
            let numbers = value.items()?.iter().map(TomlValue::integer).collect::<Read<_>>()?;
            Ok(ClauseConstant::Values(kind, numbers))
        }
        _ if may_be_bare => Err(value.refused("`true`")),
        _ => Err(impossible(value)),
    }
}

fn impossible(value: &TomlValue<'_>) -> LocatedFault {
    let message = format!("a policy file cannot make `{}`: its argument is no constant", value.key);
    value.key_fault(PolicyFileErrorKind::Impossible, message)
}

/// Reads `if = false`, or `if = { of = "parallel", condition = false }`.
fn condition(value: &TomlValue<'_>) -> Read<ClauseConstant> {
    if let Some(holds) = value.bool() {
        return Ok(ClauseConstant::Condition { of: None, holds });
    }
    let table = table_of(value, "`true`, `false` or a table", &["of", "condition"])?;
    let of = table.read("of", |of| of.word("directive of OpenMP", OmpDirective::SPELLINGS))?;
    let condition = table.needed("condition")?;
    let holds = condition.bool().ok_or_else(|| condition.refused("`true` or `false`"))?;
    Ok(ClauseConstant::Condition { of, holds })
}

/// Reads `schedule = "static"`, or `schedule = { kind = "static", chunk = 4 }`.
fn schedule(value: &TomlValue<'_>) -> Read<ClauseConstant> {
    let (kind, chunk) = kind_and_chunk(value)?;
    Ok(ClauseConstant::Schedule { kind: kind.word("kind of `schedule`", &schedule_kinds())?, chunk })
}

fn dist_schedule(value: &TomlValue<'_>) -> Read<ClauseConstant> {
    let (kind, chunk) = kind_and_chunk(value)?;
    kind.word("kind of `dist_schedule`", &[("static", ())])?;
    Ok(ClauseConstant::DistSchedule { chunk })
}

fn kind_and_chunk<'t>(value: &TomlValue<'t>) -> Read<(TomlValue<'t>, Option<i64>)> {
    if value.is_text() {
        return Ok((*value, None));
    }
    let table = table_of(value, "a string or a table", &["kind", "chunk"])?;
    Ok((table.needed("kind")?, table.read("chunk", |chunk| chunk.integer())?))
}

/// Reads `defaultmap = { behavior = "tofrom", category = "scalar" }`.
fn defaultmap(value: &TomlValue<'_>) -> Read<ClauseConstant> {
    let table = table_of(value, "a table", &["behavior", "category"])?;
    let behaviors: Vec<_> = MapKind::ALL.iter().map(|kind| (kind.text(), *kind)).collect();
    let categories: Vec<_> = DefaultCategory::ALL.iter().map(|each| (each.text(), *each)).collect();
    let behavior = table.needed("behavior")?.word("implicit behavior", &behaviors)?;
    let category = table.needed("category")?.word("variable category", &categories)?;
    Ok(ClauseConstant::Defaultmap { behavior, category })
}

fn schedule_kinds() -> Vec<(&'static str, ScheduleKind)> {
    ScheduleKind::ALL.iter().map(|kind| (kind.text(), *kind)).collect()
}

fn table_of<'t>(value: &TomlValue<'t>, expected: &str, keys: &[&'static str]) -> Read<TomlTable<'t>> {
    let table = value.table().map_err(|_| value.refused(expected))?;
    table.with_keys(keys)
}
