//! `clacc attributes`.

use std::io::IsTerminal as _;

use clacc::attributes::{AttributeRow, ConstructAttributes};

use crate::command_line::{AttributesArguments, TreeFormat};
use crate::results::{self, Messages, json_string};
use crate::{CommandEnd, Failure, attribute_table, inputs};

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
        let is_chosen = |each: &usize| line.is_none_or(|line| constructs[*each].place.line == line);
        let chosen: Vec<usize> = (0..constructs.len()).filter(is_chosen).collect();
        if let (true, Some(line)) = (chosen.is_empty(), line) {
            return Err(format!("no construct starts on line {line} of {file}"));
        }
        match options.format {
            TreeFormat::Text => out.push_str(&attribute_table::text(&constructs, &chosen, width())),
            TreeFormat::Json => out.extend(chosen.iter().map(|each| json(&constructs[*each]))),
        }
    }
    messages.finish();
    results::result(out.as_bytes())?;
    Ok(if messages.any() { CommandEnd::Findings } else { CommandEnd::Clean })
}

/// Splits `FILE:LINE` or `FILE`. If the whole argument names an existing file whose name ends in a colon and digits, it is taken as `FILE`.
fn split_place(place: &str) -> (&str, Option<usize>) {
    match place.rsplit_once(':') {
        Some((file, line)) if !crate::paths::of(place).exists() => match line.parse() {
            Ok(line) => (file, Some(line)),
            Err(_) => (place, None),
        },
        _ => (place, None),
    }
}

/// Returns the width of the terminal, or else one that fits on any page.
fn width() -> usize {
    const OF_PAGES: usize = 100;
    let stdout = std::io::stdout();
    let size = stdout.is_terminal().then(|| terminal_size::terminal_size_of(&stdout)).flatten();
    size.map_or(OF_PAGES, |(width, _)| usize::from(width.0))
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
            json_string(&cell.section)
        ),
    };
    format!(
        r#"{{"variable":{},"mapping":{},"sharing":{}}}"#,
        json_string(&row.variable),
        cell(&row.mapping),
        cell(&row.sharing)
    )
}
