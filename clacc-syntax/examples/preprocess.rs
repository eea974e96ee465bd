//! Preprocesses a file from disk: prints its tokens, measures the time, or compares with another
//! preprocessor.
//!
//! ```text
//! preprocess [-I DIR] [-D DEF] [-U NAME] [-include FILE] [--acc VERSION] [--omp VERSION] [--std STD]
//!            [--cc-macros FILE --cc-paths FILE] [--expect FILE | --time N] FILE
//! ```
//!
//! `--cc-macros` and `--cc-paths` take files with the output of `cc -dM -E -x c /dev/null` and
//! `cc -E -v -x c /dev/null`. `--expect` takes the output of `cc -E -P` and prints the first place where the
//! tokens differ.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the command line")]

use std::cell::RefCell;
use std::collections::HashMap;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use clacc_syntax::Names;
use clacc_syntax::encoding;
use clacc_syntax::lexer::{LexedFile, lex};
use clacc_syntax::preprocess::{
    Define, Edition, Options, prefix_len, preprocess, preprocess_prefix, preprocess_rest,
};
use clacc_syntax::source::{FileId, FileProvider};
use clacc_syntax::target::{Target, builtin_file};
use clacc_syntax::token::TokenKind;
use clacc_syntax::unit::{Pos, Preprocessed, SourceMap, StretchContent};

/// Files on disk, read and lexed once.
#[derive(Default)]
struct Disk {
    names: Names,
    ids: RefCell<HashMap<String, Option<FileId>>>,
    files: RefCell<Vec<(Arc<str>, Arc<LexedFile>)>>,
}

impl Disk {
    fn read(path: &str) -> Option<Vec<u8>> {
        match builtin_file(path) {
            Some(text) => Some(text.as_bytes().to_vec()),
            None => std::fs::read(path).ok(),
        }
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
        let id = Disk::read(path).map(|bytes| {
            let mut files = self.files.borrow_mut();
            files.push((path.into(), Arc::new(lex(&self.names, bytes.into()))));
            FileId(files.len() as u32 - 1)
        });
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

#[derive(Default)]
struct Arguments {
    options: Options,
    file: String,
    expect: Option<String>,
    time: Option<u32>,
}

fn arguments() -> Option<Arguments> {
    let mut parsed = Arguments::default();
    let options = &mut parsed.options;
    options.openacc = false;
    let (mut macros, mut paths) = (None, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-I" => options.include.push(arguments.next()?),
            "-D" => options.defines.push(Define::Define(arguments.next()?)),
            "-U" => options.defines.push(Define::Undefine(arguments.next()?)),
            "-include" => options.forced_includes.push(arguments.next()?),
            "--acc" => (options.openacc, options.openacc_version) = (true, arguments.next()?.parse().ok()?),
            "--omp" => (options.openmp, options.openmp_version) = (true, arguments.next()?.parse().ok()?),
            "--std" => (options.std, options.gnu) = standard(&arguments.next()?)?,
            "--cc-macros" => macros = std::fs::read_to_string(arguments.next()?).ok(),
            "--cc-paths" => paths = std::fs::read_to_string(arguments.next()?).ok(),
            "--expect" => parsed.expect = arguments.next(),
            "--time" => parsed.time = arguments.next()?.parse().ok(),
            _ => parsed.file = argument,
        }
    }
    if let (Some(macros), Some(paths)) = (macros, paths) {
        options.target = Target::from_cc_output(&macros, &paths);
    }
    Some(parsed)
}

fn standard(name: &str) -> Option<(Edition, bool)> {
    let std = match name.trim_start_matches("gnu").trim_start_matches('c') {
        "89" | "90" => Edition::C89,
        "99" => Edition::C99,
        "11" => Edition::C11,
        "17" | "18" => Edition::C17,
        "23" | "2x" => Edition::C23,
        _ => return None,
    };
    Some((std, name.starts_with("gnu")))
}

/// The tokens as another preprocessor would print them, with pragmas written out.
fn flat(unit: &Preprocessed) -> Vec<(String, usize)> {
    let mut flat = Vec::new();
    for (index, (kind, text)) in unit.tokens.kinds.iter().zip(&unit.tokens.texts).enumerate() {
        let mut push = |words: &[&str]| flat.extend(words.iter().map(|word| ((*word).to_owned(), index)));
        match kind {
            TokenKind::PragmaAcc => push(&["#", "pragma", "acc"]),
            TokenKind::PragmaOmp => push(&["#", "pragma", "omp"]),
            TokenKind::PragmaEnd => {}
            TokenKind::PragmaOther => {
                push(&["#", "pragma"]);
                let words = spelled(&encoding::encode(&unit.tokens.names[*text]));
                push(&words.iter().map(String::as_str).collect::<Vec<_>>());
            }
            _ => push(&[&unit.tokens.names[*text]]),
        }
    }
    flat
}

fn spelled(text: &[u8]) -> Vec<String> {
    let file = lex(&Names::default(), Arc::from(text));
    file.texts[..file.len() - 1].iter().map(|text| file.names[*text].to_owned()).collect()
}

fn place(disk: &Disk, map: &SourceMap, pos: Pos) -> String {
    match (map.file_offset(pos), map.stretch(pos).map(|stretch| &stretch.content)) {
        (Some((file, offset)), _) => {
            let text = &disk.lexed(file).text;
            let line = text[..(offset as usize).min(text.len())].split(|byte| *byte == b'\n').count();
            format!("{}:{line}", disk.path(file))
        }
        (None, Some(StretchContent::Made { label, .. })) => (*label).to_owned(),
        _ => "?".to_owned(),
    }
}

fn print_findings(disk: &Disk, unit: &Preprocessed) {
    for finding in &unit.diagnostics {
        let at = place(disk, &unit.map, finding.primary.at.0);
        eprintln!("{at}: {:?}: {} [{}]", finding.severity, finding.message, finding.code.id);
    }
}

fn compare(disk: &Disk, unit: &Preprocessed, expected: &str) -> ExitCode {
    let expected = spelled(&std::fs::read(expected).unwrap_or_default());
    let actual = flat(unit);
    let differs = |index: usize| actual.get(index).map(|token| &token.0) != expected.get(index);
    let Some(index) = (0..actual.len().max(expected.len())).find(|index| differs(*index)) else {
        return ExitCode::SUCCESS;
    };
    let window = index.saturating_sub(6)..index + 6;
    let ours: Vec<&str> = actual.iter().map(|token| token.0.as_str()).skip(window.start).take(12).collect();
    let theirs: Vec<&str> = expected.iter().map(String::as_str).skip(window.start).take(12).collect();
    let origin = actual.get(index).and_then(|token| unit.tokens.places.origin(token.1));
    let at =
        origin.map(|origin| place(disk, &unit.map, unit.map.outermost(origin).spelling)).unwrap_or_default();
    println!("token {index} differs ({at})\n  ours:   {}\n  theirs: {}", ours.join(" "), theirs.join(" "));
    ExitCode::FAILURE
}

fn measure(arguments: &Arguments, rounds: u32) {
    let mut times: Vec<[f64; 4]> = Vec::new();
    let mut tokens = 0;
    for _ in 0..rounds {
        let start = Instant::now();
        let disk = Disk::default();
        let Some(main) = disk.find(&arguments.file) else { return };
        let main_lexed = start.elapsed();
        let unit = preprocess(&arguments.options, &disk, main);
        let cold = start.elapsed();
        tokens = unit.tokens.len();
        let start = Instant::now();
        let unit = preprocess(&arguments.options, &disk, main);
        let warm = start.elapsed();
        assert_eq!(unit.tokens.len(), tokens);
        let prefix = prefix_len(&disk.lexed(main));
        let state = preprocess_prefix(&arguments.options, &disk, main, prefix);
        let start = Instant::now();
        let rest = preprocess_rest(&state, &disk, main);
        assert_eq!(rest.tokens.len() + state.preprocessed.tokens.len(), tokens);
        let rest = start.elapsed();
        times.push([main_lexed, cold, warm, rest].map(|time| time.as_secs_f64() * 1e3));
    }
    let best = |column: usize| times.iter().map(|time| time[column]).fold(f64::INFINITY, f64::min);
    println!(
        "{tokens} tokens; read and lex main {:.2} ms, lex and preprocess all {:.2} ms, preprocess only {:.2} ms, \
         behind the prefix only {:.3} ms",
        best(0),
        best(1),
        best(2),
        best(3)
    );
}

fn main() -> ExitCode {
    let Some(arguments) = arguments() else { return ExitCode::from(2) };
    if let Some(rounds) = arguments.time {
        measure(&arguments, rounds);
        return ExitCode::SUCCESS;
    }
    let disk = Disk::default();
    let Some(main) = disk.find(&arguments.file) else { return ExitCode::from(2) };
    let unit = preprocess(&arguments.options, &disk, main);
    print_findings(&disk, &unit);
    if let Some(expected) = &arguments.expect {
        return compare(&disk, &unit, expected);
    }
    for (text, _) in flat(&unit) {
        println!("{text}");
    }
    ExitCode::SUCCESS
}
