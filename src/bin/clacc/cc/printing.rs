//! The print modes of the original compiler.
//!
//! If the original compiler differs from `clacc translate`, these modes follow the original: policy and dialect are `clacc` by default, and
//! clause arguments are printed from the tree. Extensions of OpenMP are errors unless the user permits them, and so is what the original
//! refuses in functions for devices. The translation is printed in any case.

use std::sync::Arc;

use clacc::dialect;
use clacc::policy::Policy;
use clacc::together::Withheld;
use clacc::translate::{Fidelity, Headers, Mode, Spelling, TranslateOptions};

use super::request::{Print, Request, WantedOutput};
use crate::mapping_choice::Unstated;
use crate::outputs::{self, WrittenFile};
use crate::results::{self, Messages};
use crate::warning_flags;
use crate::{CommandEnd, Failure, destination, inputs};

pub(super) fn print(request: &Request, print: Print) -> Result<CommandEnd, Failure> {
    check(request)?;
    let files: Vec<String> = request.sources().cloned().collect();
    let (session, inputs) = inputs::open(&files, &request.source)?;
    let mut messages = Messages::of_driver();
    let mut text = Vec::new();
    let mut kept = false;
    for input in &inputs {
        // Printing from the tree includes the headers, whereas edits of headers would be lost.
        let (mode, headers) = match print {
            Print::Source(mode) => (mode, Headers::Keep),
            Print::Tree(mode) => (mode, Headers::Translate),
        };
        let translate = translate_options(request, mode)?.with_headers(headers);
        let translation = session.translate_with(input.unit, &translate, &Withheld::default());
        kept |= translation.verdicts.iter().any(|verdict| verdict.fidelity == Fidelity::Unsupported);
        for diagnostic in translation.diagnostics {
            messages.add(warning_flags::with_alternative(diagnostic), &|path| session.source(path));
        }
        match print {
            Print::Source(_) => text.extend(translation.text),
            Print::Tree(_) => text.extend(session.print(input.unit, &translate)),
        }
    }
    messages.finish();
    match &request.output {
        Some(path) if path != "-" => {
            let output = [WrittenFile { path: path.clone(), text: &text, read: None }];
            let read = inputs.iter().flat_map(|input| session.included_files(input.unit));
            let sources = inputs.iter().map(|input| Arc::from(input.path.as_str())).chain(read).collect();
            destination::check_sources(&sources, &output)?;
            outputs::write(&output)?;
        }
        _ => results::result(&text)?,
    }
    Ok(if kept || messages.any_error() { CommandEnd::Findings } else { CommandEnd::Clean })
}

/// Refuses options that contradict a print mode.
fn check(request: &Request) -> Result<(), Failure> {
    match &request.wanted {
        WantedOutput::Until(word) | WantedOutput::Prerequisites(word) => {
            return Err(format!("{word} asks for another output than the C text that a print mode prints"));
        }
        WantedOutput::Program | WantedOutput::Syntax => {}
    }
    if request.openmp {
        return Err("-fopenmp cannot be combined with a print mode".to_owned());
    }
    if request.sources().next().is_none() {
        return Err("no input files".to_owned());
    }
    request.output.as_deref().map_or(Ok(()), destination::check_output_name)
}

fn translate_options(request: &Request, mode: Mode) -> Result<TranslateOptions, Failure> {
    let dialect = request.dialect.dialect_or(|| dialect::CLACC, Unstated::DEFAULT)?;
    Ok(TranslateOptions::default()
        .with_mode(mode)
        .with_policy(request.policy_or(Policy::clacc())?.policy)
        .with_dialect(dialect.with(request.overrides))
        .with_spelling(Spelling::Expanded)
        .with_severities(request.severities.clone()))
}
