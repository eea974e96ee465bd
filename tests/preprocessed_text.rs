//! Without generated code, the text of a unit is what the C preprocessor of an installed compiler prints: the same tokens, those of
//! the program in the same lines. It tests the writer and clacc's own preprocessor.
//!
//! By hand, over other programs: `CLACC_SUITE=FOLDER CLACC_SUITE_CC=clang-19 CLACC_SUITE_FLAGS='-Iutilities' cargo test --all-features
//! --test preprocessed_text -- --ignored --nocapture`.

mod commands;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use clacc::unstable::syntax::Names;
use clacc::unstable::syntax::lexer::lex;
use clacc::unstable::syntax::token::TokenKind;
use commands::{command, text};

/// A token of a preprocessor's output, or a pragma as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PrintedToken {
    text: String,
    file: String,
    line: u32,
    system: bool,
}

/// Pragmas that preprocessors follow themselves; some print them all the same.
const FOLLOWED: &[&str] =
    &["once", "push_macro", "pop_macro", "GCC system_header", "GCC warning", "GCC error", "message"];

/// Reads the output of a preprocessor. Of directives of OpenACC and OpenMP, only the first word counts if compilers print them as they
/// are written.
fn read(output: &[u8], has_raw_directives: bool) -> Vec<PrintedToken> {
    let names = Names::default();
    let (mut tokens, mut at) =
        (Vec::new(), PrintedToken { text: String::new(), file: String::new(), line: 0, system: false });
    for line in output.split(|byte| *byte == b'\n') {
        let words = text(line);
        if let Some(pragma) = line.strip_prefix(b"#pragma") {
            let spelled = spelled(&names, pragma);
            let shown: Vec<&str> = spelled.iter().map(|(_, text)| text.as_str()).collect();
            let is_raw =
                has_raw_directives && shown.first().is_some_and(|word| matches!(*word, "acc" | "omp"));
            let shown = if is_raw { shown[..1].join(" ") } else { shown.join(" ") };
            if !FOLLOWED.iter().any(|followed| shown.starts_with(followed)) {
                tokens.push(PrintedToken { text: format!("#pragma {shown}"), ..at.clone() });
            }
        } else if let Some(marker) =
            words.strip_prefix("# ").filter(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
        {
            let (number, rest) = marker.split_once(' ').unwrap_or((marker, ""));
            let (file, flags) = rest.rsplit_once('"').unwrap_or((rest, ""));
            at = PrintedToken {
                text: String::new(),
                file: file.trim_start_matches('"').trim_start_matches("./").to_owned(),
                line: number.parse().unwrap_or(0),
                system: flags.contains('3'),
            };
            continue;
        } else if !line.starts_with(b"#ident") {
            tokens.extend(
                spelled(&names, line).into_iter().map(|(_, text)| PrintedToken { text, ..at.clone() }),
            );
        }
        at.line += 1;
    }
    tokens
}

fn spelled(names: &Names, line: &[u8]) -> Vec<(TokenKind, String)> {
    let lexed = lex(names, line.into());
    let texts = lexed.texts.iter().map(|name| names[*name].to_owned());
    lexed.kinds.iter().copied().zip(texts).filter(|(kind, _)| *kind != TokenKind::Eof).collect()
}

/// The first line of those that backslashes join with a line: preprocessors print them as one.
fn first_joined(folder: &Path, token: &PrintedToken) -> u32 {
    let source = std::fs::read(folder.join(&token.file)).unwrap_or_default();
    let lines: Vec<&[u8]> = source.split(|byte| *byte == b'\n').collect();
    let goes_on = |line: u32| {
        let text = line.checked_sub(1).and_then(|line| lines.get(line as usize));
        text.is_some_and(|text| text.trim_ascii_end().ends_with(b"\\"))
    };
    let mut first = token.line;
    while goes_on(first.saturating_sub(1)) {
        first -= 1;
    }
    first
}

/// The first difference between two outputs: of the tokens, or of the lines of those of the program.
fn difference(folder: &Path, expected: &[PrintedToken], found: &[PrintedToken]) -> Option<String> {
    let text_at = |tokens: &[PrintedToken], at: usize| {
        let from = at.saturating_sub(8);
        let shown: Vec<&str> = tokens[from.min(tokens.len())..tokens.len().min(at + 3)]
            .iter()
            .map(|token| token.text.as_str())
            .collect();
        shown.join(" ")
    };
    let pairs = expected.iter().zip(found);
    let differs = |(expected, found): (&PrintedToken, &PrintedToken)| {
        let is_there = expected.system
            || (&expected.file, expected.line) == (&found.file, found.line)
            || (&expected.file, expected.line) == (&found.file, first_joined(folder, found));
        expected.text != found.text || !is_there
    };
    let at = pairs
        .clone()
        .position(differs)
        .or((expected.len() != found.len()).then(|| expected.len().min(found.len())))?;
    let place =
        |tokens: &[PrintedToken]| tokens.get(at).map(|token| format!("{}:{}", token.file, token.line));
    Some(format!(
        "{:?}: {}\n  not {:?}: {}",
        place(expected),
        text_at(expected, at),
        place(found),
        text_at(found, at)
    ))
}

/// What became of a file.
enum Compared {
    Equal,
    Different(String),
    /// The compiler does not read it.
    NoProgram,
}

fn compare(folder: &Path, file: &str, compiler: &str, flags: &[String]) -> Compared {
    let is_gcc = compiler.contains("gcc");
    let models: &[&str] = if is_gcc { &["-fopenmp", "-fopenacc"] } else { &["-fopenmp"] };
    let macros = ["-U_OPENACC", "-D_OPENACC=202506", "-U_OPENMP", "-D_OPENMP=201511"];
    let mut preprocessor = Command::new(compiler);
    preprocessor.current_dir(folder).args(models).args(macros).args(flags).args(["-E", file]);
    preprocessor.env("SOURCE_DATE_EPOCH", "0").env("LC_ALL", "C");
    let expected = preprocessor.output().expect("the compiler runs");
    if !expected.status.success() {
        return Compared::NoProgram;
    }
    let mut clacc = command(folder);
    clacc.args(["codegen", "--emit", "preprocessed", "--cc", compiler]).args(flags).arg(file);
    let found = clacc.output().expect("clacc runs");
    if !found.status.success() {
        return Compared::Different(text(&found.stderr));
    }
    let (expected, found) = (read(&expected.stdout, !is_gcc), read(&found.stdout, !is_gcc));
    match difference(folder, &expected, &found) {
        None => Compared::Equal,
        Some(difference) => Compared::Different(difference),
    }
}

fn has(compiler: &str) -> bool {
    Command::new(compiler).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn c_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            c_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
}

/// Compares all files below a folder. Returns how many are equal, how many the compiler does not read, and the differences.
fn compare_all(root: &Path, compiler: &str, flags: &[String]) -> (usize, usize, String) {
    let mut files = Vec::new();
    c_files(root, &mut files);
    let (mut equal, mut no_program, mut different) = (0, 0, String::new());
    for path in files {
        let (folder, name) =
            (path.parent().expect("it lies in a folder"), path.file_name().expect("it has a name"));
        match compare(folder, &name.to_string_lossy(), compiler, flags) {
            Compared::Equal => equal += 1,
            Compared::NoProgram => no_program += 1,
            Compared::Different(difference) => {
                let _ = writeln!(different, "{}: {difference}", path.display());
            }
        }
    }
    (equal, no_program, different)
}

#[test]
#[ignore = "it takes programs from elsewhere"]
#[expect(clippy::print_stdout, reason = "it is run by hand for its figures")]
fn a_suite_is_preprocessed_as_by_the_compiler() {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let folder = PathBuf::from(variable("CLACC_SUITE"));
    let compiler =
        Some(variable("CLACC_SUITE_CC")).filter(|name| !name.is_empty()).unwrap_or("gcc".to_owned());
    let flags: Vec<String> = variable("CLACC_SUITE_FLAGS").split_whitespace().map(str::to_owned).collect();
    let (equal, no_program, different) = compare_all(&folder, &compiler, &flags);
    println!("{equal} equal, {no_program} that {compiler} does not read");
    assert!(different.is_empty(), "{different}");
    assert!(equal > 0);
}

#[test]
fn the_examples_are_preprocessed_as_by_the_compiler() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for compiler in ["gcc", "clang-19"].into_iter().filter(|compiler| has(compiler)) {
        let (equal, no_program, different) = compare_all(&root.join("examples/c"), compiler, &[]);
        assert!(different.is_empty(), "{compiler}: {different}");
        assert_eq!((equal > 15, no_program), (true, 0), "{compiler}: {equal}");
    }
}
