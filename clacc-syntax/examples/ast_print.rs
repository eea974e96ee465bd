//! Preprocesses and parses a file from disk, and prints the tree as canonical C.
//!
//! ```text
//! ast_print [-I DIR] [-D DEF] [-U NAME] [--acc] [--omp] [--check] FILE
//! ```
//!
//! `--check` prints nothing but says whether the printed text parses to the same tree; findings go to
//! standard error.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the command line")]

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use clacc_syntax::Names;
use clacc_syntax::lexer::{LexedFile, lex};
use clacc_syntax::parse::{Bodies, FileScope, ParseLimits, Parsed, parse_unit};
use clacc_syntax::preprocess::{Define, Options, preprocess};
use clacc_syntax::print::print_unit;
use clacc_syntax::source::{FileId, FileProvider};
use clacc_syntax::target::builtin_file;
use clacc_syntax::token::TokenRange;
use clacc_syntax::unit::TokenBuffer;

/// Files on disk and in memory, read and lexed once.
#[derive(Default)]
struct Disk {
    names: Names,
    ids: RefCell<HashMap<String, Option<FileId>>>,
    files: RefCell<Vec<(Arc<str>, Arc<LexedFile>)>>,
}

impl Disk {
    fn add(&self, path: &str, bytes: Vec<u8>) -> FileId {
        let mut files = self.files.borrow_mut();
        files.push((path.into(), Arc::new(lex(&self.names, bytes.into()))));
        FileId(files.len() as u32 - 1)
    }
}

impl FileProvider for Disk {
    fn names(&self) -> &Names {
        &self.names
    }

    fn find(&self, path: &str) -> Option<FileId> {
        if let Some(known) = self.ids.borrow().get(path) {
            return *known;
        }
        let bytes = match builtin_file(path) {
            Some(text) => Some(text.as_bytes().to_vec()),
            None => std::fs::read(path).ok(),
        };
        let id = bytes.map(|bytes| self.add(path, bytes));
        self.ids.borrow_mut().insert(path.to_owned(), id);
        id
    }

    fn path(&self, file: FileId) -> Arc<str> {
        Arc::clone(&self.files.borrow()[file.0 as usize].0)
    }

    fn lexed(&self, file: FileId) -> Arc<LexedFile> {
        Arc::clone(&self.files.borrow()[file.0 as usize].1)
    }
}

fn parse(tokens: &TokenBuffer) -> Parsed {
    let whole = tokens.slice(TokenRange::new(0, tokens.len() as u32));
    parse_unit(whole, &mut FileScope::default(), ParseLimits::default(), Bodies::Parse)
}

/// Prints the findings. Returns whether there are none.
fn report(parsed: &Parsed) -> bool {
    for finding in &parsed.diagnostics {
        eprintln!("{}: {}", finding.code.id, finding.message);
    }
    parsed.diagnostics.is_empty()
}

fn main() -> ExitCode {
    let files = Disk::default();
    let mut options = Options { openacc: false, openmp: false, ..Options::default() };
    let mut path = String::new();
    let mut check = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-I" => options.include.extend(arguments.next()),
            "-D" => options.defines.extend(arguments.next().map(Define::Define)),
            "-U" => options.defines.extend(arguments.next().map(Define::Undefine)),
            "--acc" => options.openacc = true,
            "--omp" => options.openmp = true,
            "--check" => check = true,
            _ => path = argument,
        }
    }
    let Some(main) = files.find(&path) else {
        eprintln!("cannot read {path}");
        return ExitCode::from(2);
    };
    let unit = preprocess(&options, &files, main);
    for finding in &unit.diagnostics {
        eprintln!("{}: {}", finding.code.id, finding.message);
    }
    let parsed = parse(&unit.tokens);
    let mut clean = report(&parsed);
    let printed = print_unit(&[&parsed.tree]);
    if check {
        let again = files.add("<printed>", printed.clone());
        let again = parse(&preprocess(&options, &files, again).tokens);
        clean &= report(&again);
        if print_unit(&[&again.tree]) != printed {
            println!("{path}: printed again it differs");
            clean = false;
        }
    } else if std::io::stdout().write_all(&printed).is_err() {
        return ExitCode::from(2);
    }
    if clean { ExitCode::SUCCESS } else { ExitCode::from(1) }
}
