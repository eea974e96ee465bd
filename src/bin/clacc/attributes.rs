//! `clacc attributes`.

use std::fmt::Write as _;

use clacc::attributes::{AttributeRow, ConstructAttributes};

use crate::command_line::{AttributesArguments, TreeFormat};
use crate::results::{self, Messages, json_string};
use crate::{CommandEnd, Failure, inputs};

pub(crate) fn run(options: &AttributesArguments) -> Result<CommandEnd, Failure> {
    let (file, line) = split_place(&options.place);
    let (session, inputs) = inputs::open(&[file.to_owned()], &options.source)?;
    let mut messages = Messages::new(&options.messages);
    let mut out = String::new();
    for input in &inputs {
        for diagnostic in session.check(input.unit) {
            messages.add(diagnostic, &|path| session.source(path));
        }
        let constructs = session.attributes(input.unit);
        let chosen = constructs.iter().filter(|each| line.is_none_or(|line| each.place.line == line));
        let rendered: Vec<String> = match options.format {
            TreeFormat::Text => chosen.map(text).collect(),
            TreeFormat::Json => chosen.map(json).collect(),
        };
        if let (true, Some(line)) = (rendered.is_empty(), line) {
            return Err(format!("no construct starts on line {line} of {file}"));
        }
        out.push_str(&rendered.concat());
    }
    messages.finish();
    results::result(out.as_bytes())?;
    Ok(if messages.any() { CommandEnd::Findings } else { CommandEnd::Clean })
}

/// Splits `FILE:LINE` or `FILE`. If a file exists whose own name ends in a colon and digits, the whole word
/// is its name.
fn split_place(place: &str) -> (&str, Option<usize>) {
    match place.rsplit_once(':') {
        Some((file, line)) if !crate::paths::of(place).exists() => match line.parse() {
            Ok(line) => (file, Some(line)),
            Err(_) => (place, None),
        },
        _ => (place, None),
    }
}

fn text(construct: &ConstructAttributes) -> String {
    let place = &construct.place;
    let mut out = format!("{}:{}:{}: {}\n", place.path, place.line, place.column, construct.name);
    for row in &construct.rows {
        let _ = writeln!(
            out,
            "    {:<24} {:<10} {:<18} {}",
            row.variable,
            row.mapping.as_ref().map_or("", |cell| cell.attribute.as_str()),
            row.sharing.as_ref().map_or("", |cell| cell.attribute.as_str()),
            reasons(row),
        );
    }
    out
}

fn reasons(row: &AttributeRow) -> String {
    let cells = row.mapping.iter().chain(&row.sharing);
    let mut texts: Vec<String> = Vec::new();
    for cell in cells {
        let text = format!("{}: {} ({})", cell.how, cell.reason, cell.section);
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts.join("; ")
}

fn json(construct: &ConstructAttributes) -> String {
    let rows: Vec<String> = construct.rows.iter().map(json_row).collect();
    let place = &construct.place;
    format!(
        "{{\"construct\":{},\"path\":{},\"line\":{},\"column\":{},\"variables\":[{}]}}\n",
        json_string(&construct.name),
        json_string(&place.path),
        place.line,
        place.column,
        rows.join(",")
    )
}

fn json_row(row: &AttributeRow) -> String {
    let cell = |cell: &Option<clacc::attributes::AttributeCell>| match cell {
        None => "null".to_owned(),
        Some(cell) => format!(
            r#"{{"attribute":{},"how":{},"reason":{},"section":{}}}"#,
            json_string(&cell.attribute),
            json_string(cell.how.text()),
            json_string(&cell.reason),
            json_string(cell.section)
        ),
    };
    format!(
        r#"{{"variable":{},"mapping":{},"sharing":{}}}"#,
        json_string(&row.variable),
        cell(&row.mapping),
        cell(&row.sharing)
    )
}
