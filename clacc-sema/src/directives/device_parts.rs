//! Clauses after `device_type`: which of a directive's clauses apply to the chosen device type (OpenACC 3.4 2.4).
//!
//! `device_type` divides a directive into parts: default clauses, then clauses for the types that it names. The clauses for `*` are for
//! every type that no part names. A directive for one type consists of the clauses of its part, and of the default clauses of other kinds.

use clacc_syntax::directive::AccClause;

/// A clause, reduced to what the choice depends on.
#[derive(Clone, Debug)]
pub(crate) enum Divided<'n> {
    /// `device_type`, which begins a part.
    Types(PartTypes<'n>),
    /// Another clause.
    Clause(AccClause),
}

/// The device types of a part.
#[derive(Clone, Debug)]
pub(crate) enum PartTypes<'n> {
    /// Every type that no part names.
    Others,
    /// The types with these names.
    Named(Vec<&'n str>),
}

impl PartTypes<'_> {
    fn names(&self, chosen: &str) -> bool {
        matches!(self, PartTypes::Named(names) if names.iter().any(|name| plain(name) == plain(chosen)))
    }
}

/// The name of a type without the prefix that it has in the runtime library's header.
fn plain(name: &str) -> &str {
    name.strip_prefix("acc_device_").unwrap_or(name)
}

/// Returns for each clause of a directive whether it applies to the chosen device type. Without a choice, the clauses for `*` apply.
/// `device_type` itself never applies.
pub(crate) fn applying(entries: &[Divided<'_>], chosen: Option<&str>) -> Vec<bool> {
    let is_named = |entry: &Divided<'_>| match (entry, chosen) {
        (Divided::Types(types), Some(chosen)) => types.names(chosen),
        _ => false,
    };
    let by_name = entries.iter().any(is_named);
    let is_chosen = |entry: &Divided<'_>| match entry {
        Divided::Types(PartTypes::Others) => !by_name,
        entry => is_named(entry),
    };
    let mut part = None;
    let parts: Vec<Option<bool>> = entries
        .iter()
        .map(|entry| {
            if matches!(entry, Divided::Types(_)) {
                part = Some(is_chosen(entry));
            }
            part
        })
        .collect();
    let specific: Vec<AccClause> = entries.iter().zip(&parts).filter_map(specific_kind).collect();
    let applies = |(entry, part): (&Divided<'_>, &Option<bool>)| match (entry, part) {
        (Divided::Types(_), _) => false,
        (Divided::Clause(kind), None) => !specific.contains(kind),
        (Divided::Clause(_), Some(is_chosen)) => *is_chosen,
    };
    entries.iter().zip(&parts).map(applies).collect()
}

/// The kind of a clause in the chosen part.
fn specific_kind((entry, part): (&Divided<'_>, &Option<bool>)) -> Option<AccClause> {
    match entry {
        Divided::Clause(kind) if *part == Some(true) => Some(*kind),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use AccClause::{Async, Gang, NumGangs, Vector};

    /// Checks the clauses of a directive with default `num_gangs` and `async`, `num_gangs` and `vector` for two types, `gang` and
    /// `num_gangs` for others.
    fn check(chosen: Option<&str>, expected: [bool; 9]) {
        let entries = [
            Divided::Clause(NumGangs),
            Divided::Clause(Async),
            Divided::Types(PartTypes::Named(vec!["nvidia", "radeon"])),
            Divided::Clause(NumGangs),
            Divided::Clause(Vector),
            Divided::Types(PartTypes::Others),
            Divided::Clause(Gang),
            Divided::Types(PartTypes::Named(vec!["host"])),
            Divided::Clause(Async),
        ];
        assert_eq!(applying(&entries, chosen), expected, "{chosen:?}");
    }

    #[test]
    fn the_part_of_the_type_replaces_default_clauses() {
        check(Some("nvidia"), [false, true, false, true, true, false, false, false, false]);
        check(Some("acc_device_radeon"), [false, true, false, true, true, false, false, false, false]);
        check(Some("host"), [true, false, false, false, false, false, false, false, true]);
        check(Some("multicore"), [true, true, false, false, false, false, true, false, false]);
        check(None, [true, true, false, false, false, false, true, false, false]);
    }
}
