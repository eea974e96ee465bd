//! `clacc policies`, and the names of mappings on the command line.

use std::fmt::Write as _;

use clacc::Dialect;
use clacc::omp::MappingChoice;
use clacc::policy::{Policies, Policy, PolicyFile};

use crate::command_line::{PoliciesArguments, TreeFormat};
use crate::files::read_file;
use crate::{CommandEnd, Failure, paths, results};

pub(crate) fn run(options: &PoliciesArguments) -> Result<CommandEnd, Failure> {
    let in_file = options.policy_file.as_deref().map(in_file).transpose()?;
    let policies = in_file.into_iter().fold(Policies::built_in(), |all, chosen| all.with(chosen.policy));
    let text = match options.format {
        TreeFormat::Text => text(&policies),
        TreeFormat::Json => json_text(&policies),
    };
    results::result(text.as_bytes())?;
    Ok(CommandEnd::Clean)
}

fn text(policies: &Policies) -> String {
    let mut out = String::from("Policies: which OpenMP a construct becomes (--policy)\n");
    for policy in policies.iter() {
        _ = writeln!(out, "  {:<14}{} (version {})", policy.name(), policy.about(), policy.version());
    }
    out.push_str("\nDialects: the words that the reading compiler has (--dialect)\n");
    for dialect in Dialect::all() {
        _ = writeln!(out, "  {:<14}{}", dialect.name(), dialect.about());
    }
    out
}

fn json_text(policies: &Policies) -> String {
    let policies = policies.iter().map(|policy| {
        let [id, version, about] =
            [policy.name(), policy.version(), policy.about()].map(results::json_string);
        format!("{{\"name\":{id},\"version\":{version},\"about\":{about}}}")
    });
    let dialects = Dialect::all().iter().map(|dialect| {
        let [name, about] = [&*dialect.name(), dialect.about()].map(results::json_string);
        format!("{{\"name\":{name},\"about\":{about}}}")
    });
    let [policies, dialects] = [policies.collect::<Vec<_>>(), dialects.collect()].map(|list| list.join(","));
    format!("{{\"policies\":[{policies}],\"dialects\":[{dialects}]}}\n")
}

/// A policy that the user chooses, and the built-in policy that it is or is based on.
pub(crate) struct ChosenPolicy {
    pub(crate) policy: Policy,
    pub(crate) base: Policy,
}

/// Returns the policy with a name, or that of a file.
pub(crate) fn chosen(name: &str, file: Option<&str>) -> Result<ChosenPolicy, Failure> {
    file.map_or_else(|| policy(name).map(ChosenPolicy::built_in), in_file)
}

impl ChosenPolicy {
    pub(crate) fn built_in(policy: Policy) -> ChosenPolicy {
        ChosenPolicy { base: policy.clone(), policy }
    }
}

/// Reads the policy of a file.
fn in_file(path: &str) -> Result<ChosenPolicy, Failure> {
    let text = read_file(&paths::of(path)).map_err(|error| format!("cannot read {path}: {error}"))?;
    let file = PolicyFile::parse(text).map_err(|error| format!("{path}:{error}"))?;
    Ok(ChosenPolicy { policy: file.policy(), base: file.base() })
}

/// Returns the policy with a name.
pub(crate) fn policy(name: &str) -> Result<Policy, Failure> {
    Policy::by_name(name).ok_or_else(|| {
        format!("unknown policy {name}; known: {}", names(Policy::all().map(|each| each.name().to_owned())))
    })
}

/// Returns the dialect with a name.
pub(crate) fn dialect(name: &str) -> Result<Dialect, Failure> {
    let known = || names(Dialect::all().iter().map(|each| each.name().into_owned()));
    Dialect::by_name(name).ok_or_else(|| format!("unknown dialect {name}; known: {}", known()))
}

fn names(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// Returns the mapping that `POLICY:DIALECT` or a single name stands for. A single name is that of a policy, a dialect or both; the missing
/// part comes from the other options, whose policy can also be named.
pub(crate) fn mapping(words: &str, others: &MappingChoice) -> Result<MappingChoice, Failure> {
    let other = |name: &str| Some(others.policy()).filter(|policy| policy.name() == name).cloned();
    if let Some((named, words)) = words.split_once(':') {
        return Ok(MappingChoice::new(other(named).map_or_else(|| policy(named), Ok)?, dialect(words)?));
    }
    match (other(words).or_else(|| Policy::by_name(words)), Dialect::by_name(words)) {
        (None, None) => Err(format!("{words} is neither a policy nor a dialect; see clacc policies")),
        (policy, dialect) => {
            let policy = policy.unwrap_or_else(|| others.policy().clone());
            Ok(MappingChoice::new(policy, dialect.unwrap_or(*others.dialect())))
        }
    }
}
