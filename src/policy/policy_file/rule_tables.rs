//! Conversion of the tables of a policy file to rules.

use clacc_ttx::verdict::Fidelity;

use super::clause_constants::ClauseConstant;
use super::file_faults::PolicyFileErrorKind;
use super::file_rules::{
    DirectiveChoice, FileRule, FormChange, RuleAction, RuleCondition, RuleStatement, SharedLevel,
};
use super::toml_values::{Read, TomlTable, TomlValue};
use crate::Dialect;
use crate::policy::Policy;
use clacc_syntax::directive::{AccClause, AccDirective, OmpClause, OmpDirective};

/// The part of the file besides its rules.
#[derive(Clone, Debug)]
pub(super) struct FileHead {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) about: String,
    pub(super) base: Policy,
}

const FILE_KEYS: &[&str] = &["name", "version", "about", "base", "rule"];

const RULE_KEYS: &[&str] = &[
    "construct",
    "has_clause",
    "lacks_clause",
    "level",
    "dialect",
    "on",
    "directive",
    "add",
    "replace",
    "remove",
    "fidelity",
    "reason",
    "keep",
    "leave_out",
];

/// The keys that describe a change and its fidelity.
const CHANGE_KEYS: &[&str] = &["directive", "remove", "replace", "add", "on", "fidelity", "reason"];

/// The keys of which a change must have at least one.
const DOING_KEYS: &[&str] = &["directive", "remove", "replace", "add"];

const LEVELS: &[(&str, SharedLevel)] =
    &[("gang", SharedLevel::Gang), ("worker", SharedLevel::Worker), ("vector", SharedLevel::Vector)];

/// The fidelities that a rule can state for its change. A construct without a form needs `keep` instead.
const FIDELITIES: [(&str, Fidelity); 3] = [
    (Fidelity::Exact.text(), Fidelity::Exact),
    (Fidelity::Approximated.text(), Fidelity::Approximated),
    (Fidelity::Dropped.text(), Fidelity::Dropped),
];

/// Reads a file.
pub(super) fn file(table: TomlTable<'_>) -> Read<(FileHead, Vec<FileRule>)> {
    let table = table.with_keys(FILE_KEYS)?;
    let name = name(&table.needed("name")?)?;
    let version = table.needed("version")?.text()?.to_owned();
    let about = table.read("about", |about| about.text())?.unwrap_or_default().to_owned();
    let base = table.read("base", base)?.unwrap_or_default();
    let unstated = RuleStatement {
        fidelity: Fidelity::Approximated,
        reason: format!("as policy {name} {version} has it"),
    };
    let rules = table.needed("rule")?.items()?;
    let rules = rules.iter().map(|value| rule(value.table()?, &unstated)).collect::<Read<_>>()?;
    Ok((FileHead { name, version, about, base }, rules))
}

/// Reads a name that can be used as one word in command lines and reports.
fn name(value: &TomlValue<'_>) -> Read<String> {
    let name = value.text()?;
    if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)) {
        let message = "`name` is made of letters, digits, `-`, `_` and `.`";
        return Err(value.fault(PolicyFileErrorKind::Value, message));
    }
    if Policy::NAMES.contains(&name) {
        let message = format!("`{name}` is the name of a built-in policy");
        return Err(value.fault(PolicyFileErrorKind::BuiltInName, message));
    }
    Ok(name.to_owned())
}

fn base(value: TomlValue<'_>) -> Read<Policy> {
    let known: Vec<_> = Policy::NAMES.iter().map(|id| (*id, *id)).collect();
    let id = value.word("policy", &known)?;
    Ok(Policy::by_name(id).unwrap_or_default())
}

fn rule(table: TomlTable<'_>, unstated: &RuleStatement) -> Read<FileRule> {
    let table = table.with_keys(RULE_KEYS)?;
    Ok(FileRule { condition: condition(&table)?, action: action(&table, unstated)? })
}

fn condition(table: &TomlTable<'_>) -> Read<RuleCondition> {
    let clauses = |key| listed(table, key, "clause of OpenACC", AccClause::SPELLINGS);
    let dialects: Vec<_> =
        Dialect::all().iter().filter_map(|each| each.preset_name()).map(|name| (name, name)).collect();
    Ok(RuleCondition {
        constructs: constructs(table)?,
        has: clauses("has_clause")?,
        lacks: clauses("lacks_clause")?,
        levels: listed(table, "level", "level of parallelism", LEVELS)?,
        dialects: listed(table, "dialect", "dialect", &dialects)?,
    })
}

fn constructs(table: &TomlTable<'_>) -> Read<Vec<AccDirective>> {
    let constructs = listed(table, "construct", "directive of OpenACC", AccDirective::SPELLINGS)?;
    let combined = constructs.iter().find(|kind| kind.constituents().len() > 1);
    match (combined, table.get("construct")) {
        (Some(kind), Some(value)) => {
            let parts: Vec<_> = kind.constituents().iter().map(|part| format!("`{}`", part.text())).collect();
            let parts = parts.join(" and ");
            let message = format!("`{}` is two constructs, {parts}: name one of them", kind.text());
            Err(value.fault(PolicyFileErrorKind::Value, message))
        }
        _ => Ok(constructs),
    }
}

fn listed<T: Copy>(
    table: &TomlTable<'_>,
    key: &str,
    what: &str,
    known: &[(&'static str, T)],
) -> Read<Vec<T>> {
    Ok(table.read(key, |value| value.words(what, known))?.unwrap_or_default())
}

fn action(table: &TomlTable<'_>, unstated: &RuleStatement) -> Read<RuleAction> {
    for (key, action) in [("keep", RuleAction::Keep as fn(_) -> _), ("leave_out", RuleAction::LeaveOut)] {
        if let Some(value) = table.get(key) {
            alone(table, key)?;
            return Ok(action(value.text()?.to_owned()));
        }
    }
    change(table, unstated).map(RuleAction::Change)
}

/// Refuses all other action keys next to `keep` or `leave_out`.
fn alone(table: &TomlTable<'_>, key: &str) -> Read<()> {
    let mut others = CHANGE_KEYS.iter().chain(&["keep", "leave_out"]).filter(|other| **other != key);
    match others.find_map(|other| table.get(other)) {
        Some(other) => {
            let message = format!("a rule with `{key}` takes no `{}`", other.key);
            Err(other.key_fault(PolicyFileErrorKind::Contradiction, message))
        }
        None => Ok(()),
    }
}

fn change(table: &TomlTable<'_>, unstated: &RuleStatement) -> Read<FormChange> {
    if DOING_KEYS.iter().all(|key| table.get(key).is_none()) {
        let message =
            "the rule does nothing: it has no `directive`, `add`, `replace`, `remove`, `keep` or `leave_out`";
        return Err(table.fault(PolicyFileErrorKind::Missing, message));
    }
    once(table)?;
    let on = listed(table, "on", "directive of OpenMP", &directive_choices())?;
    Ok(FormChange {
        on: if on.is_empty() { vec![DirectiveChoice::Outermost] } else { on },
        kind: table.read("directive", |value| value.word("directive of OpenMP", OmpDirective::SPELLINGS))?,
        removed: listed(table, "remove", "clause of OpenMP", OmpClause::SPELLINGS)?,
        replaced: clauses(table, "replace")?,
        added: clauses(table, "add")?,
        said: statement(table, unstated)?,
    })
}

fn directive_choices() -> Vec<(&'static str, DirectiveChoice)> {
    use DirectiveChoice::{Each, Innermost, Outermost};
    let positions = [("outermost", Outermost), ("innermost", Innermost), ("each", Each)];
    let kinds = OmpDirective::SPELLINGS.iter().map(|(text, kind)| (*text, DirectiveChoice::Kind(*kind)));
    positions.into_iter().chain(kinds).collect()
}

fn clauses(table: &TomlTable<'_>, key: &str) -> Read<Vec<ClauseConstant>> {
    let clauses = table.read(key, |value| value.table())?;
    clauses.iter().flat_map(TomlTable::values).map(ClauseConstant::read).collect()
}

/// Refuses a clause that a rule names twice: only one of the entries would have an effect.
fn once(table: &TomlTable<'_>) -> Read<()> {
    let mut seen = listed(table, "remove", "clause of OpenMP", OmpClause::SPELLINGS)?;
    for key in ["replace", "add"] {
        let Some(clauses) = table.read(key, |value| value.table())? else { continue };
        for value in clauses.values() {
            let kind = OmpClause::by_name(value.key);
            if let Some(kind) = kind.filter(|kind| seen.contains(kind)) {
                let message = format!("the rule names the clause `{}` twice", kind.text());
                return Err(value.key_fault(PolicyFileErrorKind::Contradiction, message));
            }
            seen.extend(kind);
        }
    }
    Ok(())
}

/// Reads the fidelity and reason of a change. A fidelity needs a reason; a reason alone explains an approximation.
fn statement(table: &TomlTable<'_>, unstated: &RuleStatement) -> Read<RuleStatement> {
    let reason = table.read("reason", |value| Ok(value.text()?.to_owned()))?;
    let Some(value) = table.get("fidelity") else {
        return Ok(RuleStatement { reason: reason.unwrap_or(unstated.reason.clone()), ..*unstated });
    };
    let fidelity = value.word("fidelity", &FIDELITIES)?;
    let Some(reason) = reason else {
        let message = "`reason` is missing: a `fidelity` has one";
        return Err(value.key_fault(PolicyFileErrorKind::Missing, message));
    };
    let removes_alone = ["directive", "add", "replace"].iter().all(|key| table.get(key).is_none());
    if fidelity == Fidelity::Dropped && !removes_alone {
        let message = "`dropped` is said of clauses that are left out: a rule with it has `remove` alone";
        return Err(value.fault(PolicyFileErrorKind::Contradiction, message));
    }
    Ok(RuleStatement { fidelity, reason })
}
