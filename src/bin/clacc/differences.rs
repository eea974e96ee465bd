//! `clacc translate --compare`.

use std::fmt::Write as _;

use clacc::compare::{Difference, DifferingPart, DirectiveResult};
use clacc::omp::MappingChoice;

use crate::command_line::{TranslateArguments, TreeFormat};
use crate::results::Messages;
use crate::{CommandEnd, Failure, folders, inputs, policies, results};

/// Prints the differences between two mappings.
pub(crate) fn run(
    arguments: &TranslateArguments,
    words: &[String],
    others: &MappingChoice,
) -> Result<CommandEnd, Failure> {
    let [first, second] = words else { return Err("--compare takes two mappings".to_owned()) };
    let choices = [policies::mapping(first, others)?, policies::mapping(second, others)?];
    let named = folders::files_of(&arguments.files, None)?;
    let (session, inputs) = inputs::open(&named.files, &arguments.source)?;
    let mut messages = Messages::new(&arguments.messages);
    let mut found: Vec<Difference> = Vec::new();
    for input in &inputs {
        session
            .check(input.unit)
            .into_iter()
            .for_each(|each| messages.add(each, &|path| session.source(path)));
        for difference in session.compare(input.unit, &choices[0], &choices[1]) {
            // The directives of a header are found in every unit that includes it.
            if !found.contains(&difference) {
                found.push(difference);
            }
        }
    }
    messages.finish();
    let names = choices.map(|choice| format!("{}:{}", choice.policy().name(), choice.dialect().name()));
    let text = match arguments.format {
        TreeFormat::Text => text(&names, &found),
        TreeFormat::Json => json_text(&names, &found),
    };
    results::result(text.as_bytes())?;
    named.failures.iter().for_each(|failure| results::complain(failure));
    if !named.failures.is_empty() {
        return Ok(CommandEnd::Failures);
    }
    Ok(if found.is_empty() && !messages.any_error() { CommandEnd::Clean } else { CommandEnd::Findings })
}

fn text(names: &[String; 2], found: &[Difference]) -> String {
    let mut out = String::new();
    let width = names.iter().map(String::len).max().unwrap_or_default();
    for each in found {
        let place = &each.place;
        _ = writeln!(out, "{}:{}:{}: acc {}", place.path, place.line, place.column, each.directive.text());
        for (name, result) in names.iter().zip([&each.first, &each.second]) {
            let lines = match &result.lines {
                None => &["(kept)".to_owned()][..],
                Some(lines) if lines.is_empty() => &["(nothing)".to_owned()][..],
                Some(lines) => lines,
            };
            for (index, line) in lines.iter().enumerate() {
                let name = if index == 0 { name.as_str() } else { "" };
                // If only the verdict differs, both texts are the same, so the fidelity is printed.
                let fidelity = match each.differs {
                    DifferingPart::Verdict if index == 0 => format!(" ({})", result.fidelity),
                    _ => String::new(),
                };
                _ = writeln!(out, "    {name:<width$}  {line}{fidelity}");
            }
        }
    }
    out
}

fn json_text(names: &[String; 2], found: &[Difference]) -> String {
    let form = |result: &DirectiveResult| match &result.lines {
        None => "null".to_owned(),
        Some(lines) => {
            format!("[{}]", lines.iter().map(|line| results::json_string(line)).collect::<Vec<_>>().join(","))
        }
    };
    let rows = found.iter().map(|each| {
        let place = &each.place;
        format!(
            "{{\"path\":{},\"line\":{},\"column\":{},\"directive\":{},\"first\":{},\"second\":{},\
             \"fidelities\":[\"{}\",\"{}\"]}}",
            results::json_string(&place.path),
            place.line,
            place.column,
            results::json_string(each.directive.text()),
            form(&each.first),
            form(&each.second),
            each.first.fidelity,
            each.second.fidelity
        )
    });
    let rows = rows.collect::<Vec<_>>().join(",\n");
    let [first, second] = [&names[0], &names[1]].map(|name| results::json_string(name));
    format!("{{\"first\":{first},\"second\":{second},\"differences\":[{rows}]}}\n")
}
