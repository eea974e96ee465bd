//! The command line of clacc. Results go to stdout, everything else to stderr.
//!
//! The exit status is 0 if there was nothing to report, 1 if findings were reported, 2 if the command could not be executed.
//!
//! There is one file per command, over `inputs`, `results`, `outputs` and `signals`. Everything on stderr goes through `results`,
//! which has it in the format that was asked for; for people, `repeats` folds findings, `listing` verdicts, `tally` counts, and
//! `advice` names options that help. The binary alone touches files, processes and the environment: the library gets files
//! through a trait. Paths are texts there; `paths` converts at the edges, with `files::path_text` and `path_bytes`, paths that
//! are not UTF-8 without loss.

mod advice;
mod ast;
mod attribute_table;
mod attributes;
mod cache;
mod cc;
mod check;
mod check_gpu;
mod codegen;
mod command_line;
mod command_words;
mod compile_commands;
mod compiler;
mod compiler_check;
mod compiler_risks;
mod configurations;
mod destination;
mod differences;
mod explain;
mod files;
mod folders;
mod hidden_openmp;
mod implicit_levels;
mod inputs;
mod jobs;
mod leftover_texts;
mod listing;
mod mapping_choice;
mod outputs;
mod paths;
mod policies;
mod progress;
mod project;
mod repeats;
mod rescue;
mod results;
mod runtime;
mod scratch_folders;
mod signals;
mod tally;
mod translate;
mod verify;
mod warning_flags;
mod work_report;

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser as _;
use command_line::{Command, CommandLine};

/// The end of a command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum CommandEnd {
    /// There was nothing to report.
    Clean,
    /// Findings were reported.
    Findings,
    /// Some of the work failed, which was reported.
    Failures,
    /// A compiler ended with this status.
    Compiler(u8),
}

/// The reason why a command failed: one line for stderr.
pub(crate) type Failure = String;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().map(|word| paths::text(&word).into()).collect();
    if words.first().is_some_and(|called| is_compiler(called)) {
        return report(compile(&words[1..]));
    }
    if words.get(1).is_some_and(|word| word == "cc") {
        return report(compile(&words[2..]));
    }
    if words.get(1).is_some_and(|word| word == "verify") {
        return report(verify::run(&words[2..]));
    }
    let arguments = match CommandLine::try_parse_from(command_line::normalize(words.clone())) {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error, &words),
    };
    if let Some(format) = arguments.command.message_format() {
        results::choose_format(format);
    }
    report(match arguments.command {
        Command::Translate(options) => translate::run(&options),
        Command::Check(options) => check::run(&options),
        Command::Policies(options) => policies::run(&options),
        Command::Attributes(options) => attributes::run(&options),
        Command::Ast(options) => ast::run(&options),
        Command::Codegen(options) => codegen::run(&options),
        Command::Explain(options) => explain::run(&options),
        Command::Runtime(options) => runtime::run(&options),
        Command::Cc { arguments } => compile(&arguments),
        Command::Verify { arguments } => verify::run(&arguments),
    })
}

/// Executes `clacc cc`.
fn compile(words: &[OsString]) -> Result<CommandEnd, Failure> {
    if words.iter().any(|word| word == check_gpu::OPTION) { check_gpu::run(words) } else { cc::run(words) }
}

/// Prints the error in a command line, or the help that it asks for.
fn refuse(error: &clap::Error, words: &[OsString]) -> ExitCode {
    match command_line::format_in(words) {
        Some(format) if error.use_stderr() => {
            results::choose_format(format);
            let text = error.render().to_string();
            results::complain(text.strip_prefix("error: ").unwrap_or(&text).trim_end());
        }
        _ => {
            let _ = error.print();
            if let Some(file) = command_line::file_without_command(words.get(1..).unwrap_or_default()) {
                results::say(&format!(
                    "`clacc translate {file}` prints it with OpenMP, `clacc cc -fopenacc {file}` compiles it"
                ));
            }
        }
    }
    results::end();
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}

/// Returns whether the program was called as `clacc-cc`, for makefiles and scripts whose compiler command can only be one word.
fn is_compiler(called: &OsStr) -> bool {
    Path::new(called).file_stem().is_some_and(|name| name == "clacc-cc")
}

fn report(result: Result<CommandEnd, Failure>) -> ExitCode {
    let ended = result.unwrap_or_else(|failure| {
        results::complain(&failure);
        CommandEnd::Failures
    });
    results::end();
    match ended {
        CommandEnd::Clean => ExitCode::SUCCESS,
        CommandEnd::Findings => ExitCode::from(1),
        CommandEnd::Failures => ExitCode::from(2),
        CommandEnd::Compiler(status) => ExitCode::from(status),
    }
}
