//! Tests the preprocessor through its public interface. Each case is a small unit and the result of
//! preprocessing it.

mod conditionals;
mod edits;
mod inclusions;
mod limits;
mod macros;
mod places;
mod pragmas;
mod random;
mod stages;

use std::fmt::Write as _;
use std::sync::Arc;

use clacc_syntax::Names;
use clacc_syntax::lexer::{LexedFile, lex_with};
use clacc_syntax::preprocess::{Options, preprocess};
use clacc_syntax::source::{FileId, FileProvider};
use clacc_syntax::target::{Target, builtin_file};
use clacc_syntax::token::TokenKind;
use clacc_syntax::unit::{Pos, Preprocessed, StretchContent};

/// Files in memory. A fixture is one text in which lines `//- path` start further files. The first file is
/// `main.c`.
pub(crate) struct Files {
    names: Names,
    files: Vec<(String, Arc<LexedFile>)>,
}

impl Files {
    pub(crate) fn new(options: &Options, fixture: &str) -> Files {
        Files::of_bytes(options, &split(fixture))
    }

    pub(crate) fn of_bytes(options: &Options, files: &[(String, Vec<u8>)]) -> Files {
        Files::on_table(Names::default(), options, files)
    }

    /// Files on the given table of names, so that their units can be compared with others on it.
    pub(crate) fn sharing(names: &Names, options: &Options, fixture: &str) -> Files {
        Files::on_table(names.clone(), options, &split(fixture))
    }

    fn on_table(names: Names, options: &Options, files: &[(String, Vec<u8>)]) -> Files {
        let lex = |bytes: &[u8]| Arc::new(lex_with(&names, Arc::from(bytes), options.lex_options()));
        let mut files: Vec<_> = files.iter().map(|(path, bytes)| (path.clone(), lex(bytes))).collect();
        for name in ["stddef.h", "stdarg.h", "stdbool.h", "limits.h", "stdint.h", "float.h", "iso646.h"] {
            let path = format!("<builtin>/{name}");
            let text = builtin_file(&path).expect("a built-in header");
            files.push((path, lex(text.as_bytes())));
        }
        Files { names, files }
    }

    /// The tokens of the main file.
    pub(crate) fn main(&self) -> &Arc<LexedFile> {
        &self.files[0].1
    }

    /// Gives the main file other tokens.
    pub(crate) fn set_main(&mut self, lexed: LexedFile) {
        self.files[0].1 = Arc::new(lexed);
    }
}

fn split(fixture: &str) -> Vec<(String, Vec<u8>)> {
    let mut files = vec![("main.c".to_owned(), Vec::new())];
    for line in fixture.split_inclusive('\n') {
        match line.strip_prefix("//- ") {
            Some(path) => files.push((path.trim().to_owned(), Vec::new())),
            None => files.last_mut().expect("never empty").1.extend_from_slice(line.as_bytes()),
        }
    }
    files
}

impl FileProvider for Files {
    fn names(&self) -> &Names {
        &self.names
    }

    fn find(&self, path: &str) -> Option<FileId> {
        let index = self.files.iter().position(|(known, _)| known == path)?;
        Some(FileId(index as u32))
    }

    fn path(&self, file: FileId) -> Arc<str> {
        Arc::from(self.files[file.0 as usize].0.as_str())
    }

    fn lexed(&self, file: FileId) -> Arc<LexedFile> {
        Arc::clone(&self.files[file.0 as usize].1)
    }
}

/// Options without predefined macros, so that cases depend on nothing else. The directories are `inc`, then
/// `sys` for system headers, then the built-in headers.
pub(crate) fn options() -> Options {
    let mut target = Target::x86_64_linux_gnu();
    target.macros = "".into();
    target.gnu_macros.clear();
    Options {
        target,
        include: vec!["inc".into()],
        include_system: vec!["sys".into()],
        openacc: false,
        ..Options::default()
    }
}

pub(crate) fn run(options: &Options, fixture: &str) -> (Files, Preprocessed) {
    let files = Files::new(options, fixture);
    let unit = preprocess(options, &files, FileId(0));
    (files, unit)
}

/// A position as `line:column`. Outside the main file, the path comes first.
pub(crate) fn place(files: &Files, unit: &Preprocessed, pos: Pos) -> String {
    let Some((file, offset)) = unit.map.file_offset(pos) else {
        return match unit.map.stretch(pos).map(|stretch| &stretch.content) {
            Some(StretchContent::Made { label, .. }) => (*label).to_owned(),
            _ => "nowhere".to_owned(),
        };
    };
    let text = &files.lexed(file).text;
    let before = &text[..(offset as usize).min(text.len())];
    let line = before.split(|byte| *byte == b'\n').count();
    let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
    let path = if file.0 == 0 { String::new() } else { format!("{}:", files.path(file)) };
    format!("{path}{line}:{column}")
}

/// The tokens, separated by spaces, with each directive on a line of its own.
pub(crate) fn tokens(unit: &Preprocessed) -> String {
    let mut text = String::new();
    for (kind, name) in unit.tokens.kinds.iter().zip(&unit.tokens.texts) {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push(' ');
        }
        match kind {
            TokenKind::PragmaAcc => text.push_str("[acc"),
            TokenKind::PragmaOmp => text.push_str("[omp"),
            TokenKind::PragmaEnd => text.push_str("]\n"),
            TokenKind::PragmaOther => {
                writeln!(text, "[{}]", &unit.tokens.names[*name]).expect("writing to a string");
            }
            _ => text.push_str(&unit.tokens.names[*name]),
        }
    }
    text
}

pub(crate) fn findings(files: &Files, unit: &Preprocessed) -> String {
    let mut text = String::new();
    for finding in &unit.diagnostics {
        let at = place(files, unit, finding.primary.at.0);
        writeln!(text, "{} {at} {}", finding.code.id, finding.message).expect("writing to a string");
    }
    text
}

/// Runs a case, and renders the tokens and findings.
pub(crate) fn render(options: &Options, fixture: &str) -> String {
    let (files, unit) = run(options, fixture);
    let tokens = tokens(&unit);
    let findings = findings(&files, &unit);
    let separator =
        if findings.is_empty() || tokens.is_empty() || tokens.ends_with('\n') { "" } else { "\n" };
    format!("{tokens}{separator}{findings}")
}

/// Compares the result for each unit with the expected one, apart from white space at the ends.
#[track_caller]
pub(crate) fn check(cases: &[(&str, &str)]) {
    check_with(&options(), cases);
}

#[track_caller]
pub(crate) fn check_with(options: &Options, cases: &[(&str, &str)]) {
    for (fixture, expected) in cases {
        assert_eq!(render(options, fixture).trim_end(), expected.trim_end(), "unit:\n{fixture}");
    }
}
