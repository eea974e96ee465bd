//! `clacc translate`.

use std::path::Path;

use clacc::policy::Policy;
use clacc::together::TranslatedFiles;
use clacc::translate::{Fidelity, Mode, OpenaccMacro, TranslateOptions, TranslatedFile, Translation};
use clacc::{Dialect, Session, dialect};

use crate::command_line::{DenyLevel, TranslateArguments};
use crate::inputs::{self, Input};
use crate::results::{self, Messages};
use crate::{CommandEnd, Failure};

pub(crate) fn run(arguments: &TranslateArguments) -> Result<CommandEnd, Failure> {
    let options = translate_options(arguments)?;
    let (session, inputs) = inputs::open(&arguments.files, &arguments.source)?;
    let destination = Destination::choose(arguments, &inputs)?;
    let mut messages = Messages::new(&arguments.messages);
    let mut denied = 0;
    let mut kept = false;
    let mut translations = Vec::new();
    for input in &inputs {
        let translation = session.translate(input.unit, &options);
        for diagnostic in &translation.diagnostics {
            messages.add(diagnostic.clone(), &|path| session.source(path));
        }
        denied += report(&translation, arguments);
        kept |= translation.verdicts.iter().any(|verdict| verdict.fidelity == Fidelity::Unsupported);
        translations.push(translation);
    }
    let together = if destination.is_of_one_unit() {
        TranslatedFiles::default()
    } else {
        session.files_of(&translations)
    };
    for conflict in &together.conflicts {
        messages.add(conflict.clone(), &|path| session.source(path));
    }
    if together.conflicts.is_empty() {
        destination.write(&session, &inputs, &translations, &together.files)?;
    }
    messages.finish();
    let would_change = matches!(destination, Destination::Check) && !together.files.is_empty();
    // Warnings alone do not make the status 1; a user who wants that gives `--deny`.
    let short = kept || denied > 0 || messages.any_error();
    Ok(if short || would_change { CommandEnd::Findings } else { CommandEnd::Clean })
}

fn translate_options(arguments: &TranslateArguments) -> Result<TranslateOptions, Failure> {
    let dialect = Dialect::named(&arguments.dialect)
        .ok_or_else(|| format!("unknown dialect {}; known: {}", arguments.dialect, dialect_names()))?;
    let policy = Policy::by_id(&arguments.policy)
        .ok_or_else(|| format!("unknown policy {}; known: {}", arguments.policy, Policy::IDS.join(", ")))?;
    let mode = match arguments.mode {
        crate::command_line::Mode::Acc => Mode::Acc,
        crate::command_line::Mode::Omp => Mode::Omp,
        crate::command_line::Mode::AccOmp => Mode::AccOmp,
        crate::command_line::Mode::OmpAcc => Mode::OmpAcc,
    };
    let openacc_macro = if arguments.no_openacc_macro { OpenaccMacro::Leave } else { OpenaccMacro::Define };
    let options = TranslateOptions::default().with_mode(mode).with_policy(policy).with_dialect(*dialect);
    Ok(options.with_openacc_macro(openacc_macro).with_line_numbers(arguments.line_numbers))
}

fn dialect_names() -> String {
    dialect::DIALECTS.iter().map(|dialect| dialect.name).collect::<Vec<_>>().join(", ")
}

/// Prints the verdicts if `--report` asks for them. Returns how many are denied.
fn report(translation: &Translation, arguments: &TranslateArguments) -> usize {
    let limit = match arguments.deny {
        None => None,
        Some(DenyLevel::Approximated) => Some(Fidelity::Approximated),
        Some(DenyLevel::Dropped) => Some(Fidelity::Dropped),
    };
    let mut denied = 0;
    for verdict in &translation.verdicts {
        let is_denied = limit.is_some_and(|limit| verdict.fidelity >= limit);
        denied += usize::from(is_denied);
        if arguments.report || is_denied {
            let place = verdict.place.as_ref();
            results::line(&format!(
                "{}{}{}: {}: {}",
                place.map_or_else(String::new, |place| format!(
                    "{}:{}:{}: ",
                    place.path, place.line, place.column
                )),
                if is_denied { "denied: " } else { "" },
                verdict.what,
                verdict.fidelity,
                verdict.reason,
            ));
        }
    }
    denied
}

/// Where translations are written to.
enum Destination<'a> {
    Stdout,
    File(&'a str),
    Folder(&'a Path),
    InPlace,
    Diff,
    Check,
}

impl<'a> Destination<'a> {
    fn choose(arguments: &'a TranslateArguments, inputs: &[Input]) -> Result<Self, Failure> {
        if arguments.in_place {
            if inputs.iter().any(Input::is_stdin) {
                return Err("--in-place cannot change stdin".to_owned());
            }
            return Ok(Destination::InPlace);
        }
        if arguments.diff || arguments.check {
            return Ok(if arguments.diff { Destination::Diff } else { Destination::Check });
        }
        match &arguments.output {
            Some(path) if Path::new(path).is_dir() => Ok(Destination::Folder(Path::new(path))),
            Some(path) if path == "-" && inputs.len() == 1 => Ok(Destination::Stdout),
            Some(path) if inputs.len() == 1 => Ok(Destination::File(path)),
            Some(path) => Err(format!("several files, but {path} is no directory")),
            None if inputs.len() > 1 => {
                Err("several files need --in-place, --diff, --check or -o DIRECTORY".to_owned())
            }
            None => Ok(Destination::Stdout),
        }
    }

    /// Whether the destination takes only one translated text, so that no files have to be brought together.
    fn is_of_one_unit(&self) -> bool {
        matches!(self, Destination::Stdout | Destination::File(_))
    }

    /// Writes the files that differ from their source. If there is one input, it is written even if it does
    /// not differ.
    fn write(
        &self,
        session: &Session,
        inputs: &[Input],
        translations: &[Translation],
        files: &[TranslatedFile],
    ) -> Result<(), Failure> {
        match self {
            Destination::Stdout => translations.iter().try_for_each(|each| results::result(&each.text)),
            Destination::File(path) => {
                translations.iter().try_for_each(|each| results::replace_file(path, &each.text))
            }
            Destination::Folder(folder) => write_into(folder, inputs, translations, files),
            Destination::InPlace => write_in_place(inputs, files),
            Destination::Diff => print_diff(session, files),
            Destination::Check => Ok(()),
        }
    }
}

/// Writes every input, and every header of the program that holds directives, into a folder under its own
/// name.
fn write_into(
    folder: &Path,
    inputs: &[Input],
    translations: &[Translation],
    files: &[TranslatedFile],
) -> Result<(), Failure> {
    for (input, translation) in inputs.iter().zip(translations) {
        let target = folder.join(Path::new(&input.path).file_name().unwrap_or("stdin.c".as_ref()));
        // This file can also be included by another unit, whose edits of it then count too.
        let text =
            files.iter().find(|file| *file.path == *input.path).map_or(&translation.text, |file| &file.text);
        results::replace_file(&target.to_string_lossy(), text)?;
    }
    let bases: Vec<&Path> = inputs.iter().filter_map(|input| Path::new(&input.path).parent()).collect();
    for header in files.iter().filter(|file| inputs.iter().all(|input| *input.path != *file.path)) {
        let Some(relative) = bases.iter().find_map(|base| Path::new(&*header.path).strip_prefix(base).ok())
        else {
            results::complain(&format!(
                "{} lies outside the folders of the files: it is left as it is",
                header.path
            ));
            continue;
        };
        let target = folder.join(relative);
        if let Some(parent) = target.parent() {
            std::fs::create_dir_all(parent)
                .map_err(|error| format!("cannot make {}: {error}", parent.display()))?;
        }
        results::replace_file(&target.to_string_lossy(), &header.text)?;
    }
    Ok(())
}

/// Writes headers first, so that a file is changed only after the headers it includes.
fn write_in_place(inputs: &[Input], files: &[TranslatedFile]) -> Result<(), Failure> {
    let is_input = |file: &&TranslatedFile| inputs.iter().any(|input| *input.path == *file.path);
    let (mains, headers): (Vec<_>, Vec<_>) = files.iter().partition(is_input);
    headers.into_iter().chain(mains).try_for_each(|file| results::replace_file(&file.path, &file.text))
}

fn print_diff(session: &Session, files: &[TranslatedFile]) -> Result<(), Failure> {
    files.iter().try_for_each(|file| {
        let old = session.source(&file.path).unwrap_or_default();
        results::result(&unified_diff(&file.path, &old, &file.text))
    })
}

/// Returns a unified diff of bytes in the format that `patch` reads.
fn unified_diff(path: &str, old: &[u8], new: &[u8]) -> Vec<u8> {
    let diff = similar::TextDiff::from_lines(old, new);
    let mut out = Vec::new();
    let mut unified = diff.unified_diff();
    unified.context_radius(3).header(&format!("a/{path}"), &format!("b/{path}"));
    // Writing into memory cannot fail.
    let _ = unified.to_writer(&mut out);
    out
}
