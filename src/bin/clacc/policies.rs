//! `clacc policies`, and the names of mappings on the command line.

use std::fmt::Write as _;

use clacc::policy::Policy;
use clacc::{Dialect, dialect};

use crate::command_line::{PoliciesArguments, TreeFormat};
use crate::{CommandEnd, Failure, results};

pub(crate) fn run(options: &PoliciesArguments) -> Result<CommandEnd, Failure> {
    let text = match options.format {
        TreeFormat::Text => text(),
        TreeFormat::Json => json_text(),
    };
    results::result(text.as_bytes())?;
    Ok(CommandEnd::Clean)
}

fn text() -> String {
    let mut out = String::from("Policies: which OpenMP a construct becomes (--policy)\n");
    for policy in Policy::all() {
        _ = writeln!(out, "  {:<14}{} (version {})", policy.id(), policy.about(), policy.version());
    }
    out.push_str("\nDialects: the words that the reading compiler has (--dialect)\n");
    for dialect in dialect::DIALECTS {
        _ = writeln!(out, "  {:<14}{}", dialect.name, dialect.about);
    }
    out
}

fn json_text() -> String {
    let policies = Policy::all().map(|policy| {
        let [id, version, about] = [policy.id(), policy.version(), policy.about()].map(results::json_string);
        format!("{{\"name\":{id},\"version\":{version},\"about\":{about}}}")
    });
    let dialects = dialect::DIALECTS.iter().map(|dialect| {
        let [name, about] = [dialect.name, dialect.about].map(results::json_string);
        format!("{{\"name\":{name},\"about\":{about}}}")
    });
    let [policies, dialects] = [policies.collect::<Vec<_>>(), dialects.collect()].map(|list| list.join(","));
    format!("{{\"policies\":[{policies}],\"dialects\":[{dialects}]}}\n")
}

/// The policy with a name.
pub(crate) fn policy(name: &str) -> Result<Policy, Failure> {
    Policy::by_id(name).ok_or_else(|| {
        format!("unknown policy {name}; known: {}", names(Policy::all().map(|each| each.id().to_owned())))
    })
}

/// The dialect with a name.
pub(crate) fn dialect(name: &str) -> Result<Dialect, Failure> {
    let known = || names(dialect::DIALECTS.iter().map(|each| each.name.to_owned()));
    Dialect::named(name).copied().ok_or_else(|| format!("unknown dialect {name}; known: {}", known()))
}

fn names(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// The mapping that `POLICY:DIALECT` or one name stands for. One name is that of a policy, a dialect or both;
/// what it does not name is given by the other options.
pub(crate) fn mapping(words: &str, others: (&Policy, Dialect)) -> Result<(Policy, Dialect), Failure> {
    if let Some((named, words)) = words.split_once(':') {
        return Ok((policy(named)?, dialect(words)?));
    }
    match (Policy::by_id(words), Dialect::named(words)) {
        (None, None) => Err(format!("{words} is neither a policy nor a dialect; see clacc policies")),
        (policy, dialect) => {
            Ok((policy.unwrap_or_else(|| others.0.clone()), dialect.copied().unwrap_or(others.1)))
        }
    }
}
