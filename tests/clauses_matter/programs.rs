//! The programs whose translations are weakened.

use std::path::{Path, PathBuf};

use clacc::Session;
use clacc::diagnostics::Severity;
use clacc::dialect::PORTABLE;
use clacc::files::FileSystem;
use clacc::options::CompileOptions;
use clacc::policy::Policy;
use clacc::translate::TranslateOptions;

use crate::kind::Kind;
use crate::policy::{Base, Weakened};

/// A program in one C file.
pub(crate) struct Program {
    base: Base,
    pub(crate) path: PathBuf,
    /// The text at the start of the campaign: numbers of weakenings belong to it.
    text: Vec<u8>,
    /// What compilers are told about it.
    pub(crate) flags: Vec<String>,
}

/// The files of the machine, with the program as it was at the start.
struct Files {
    path: PathBuf,
    text: Vec<u8>,
}

impl FileSystem for Files {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        if Path::new(path) == self.path { Ok(self.text.clone()) } else { std::fs::read(path) }
    }
}

impl Program {
    /// A test case or an example.
    pub(crate) fn own(base: Base, path: PathBuf) -> Program {
        let mut program = Program::new(base, path, Vec::new());
        let text = String::from_utf8_lossy(&program.text);
        let options = text.lines().filter_map(|line| line.trim().strip_prefix("// link: "));
        program.flags = options.map(str::to_owned).collect();
        program
    }

    fn new(base: Base, path: PathBuf, flags: Vec<String>) -> Program {
        let text = std::fs::read(&path).expect("the program reads");
        Program { base, path, text, flags }
    }

    pub(crate) fn name(&self) -> String {
        self.path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    /// The kinds of all weakenings, by their numbers.
    pub(crate) fn kinds(&self) -> Vec<Kind> {
        let rules = Weakened::new(self.base, None);
        match self.translate(&rules) {
            Some(text) if !text.contains("#pragma acc") => rules.kinds(),
            _ => Vec::new(),
        }
    }

    /// The translation with a weakening, or the unchanged one without a number; none if it has errors.
    pub(crate) fn translated(&self, chosen: Option<u32>) -> Option<String> {
        self.translate(&Weakened::new(self.base, chosen))
    }

    fn translate(&self, rules: &Weakened) -> Option<String> {
        let files = Files { path: self.path.clone(), text: self.text.clone() };
        let mut session = Session::new(files);
        let unit = session.add_unit(self.path.to_str()?, &self.options()).ok()?;
        let rules = Policy::of_rules(rules.clone());
        let options = TranslateOptions::default().with_dialect(PORTABLE).with_policy(rules);
        let translation = session.translate(unit, &options);
        let is_error = |severity| severity == Severity::Error;
        let failed = translation.diagnostics.iter().any(|finding| is_error(finding.severity));
        (!failed).then(|| String::from_utf8_lossy(&translation.text).into_owned())
    }

    fn options(&self) -> CompileOptions {
        self.flags.iter().fold(CompileOptions::default(), |options, flag| {
            match (flag.strip_prefix("-I"), flag.strip_prefix("-D")) {
                (Some(folder), _) => options.include_dir(folder),
                (_, Some(definition)) => options.define(definition),
                _ => options,
            }
        })
    }
}

/// The C files of a folder, in order.
fn c_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder reads");
    let is_c = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "c");
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_c).collect();
    files.sort();
    files
}

/// The test cases and examples.
pub(crate) fn own(base: Base) -> impl Iterator<Item = Program> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = ["tests/cases", "examples/c"].into_iter().flat_map(|folder| c_files(&root.join(folder)));
    files.map(move |path| Program::own(base, path))
}

/// The test cases and examples, and the programs of folders that the environment names.
pub(crate) fn all(base: Base) -> Vec<Program> {
    let outside = std::env::var("CLACC_OUTSIDE").unwrap_or_default();
    let flags = std::env::var("CLACC_OUTSIDE_FLAGS").unwrap_or_default();
    let flags: Vec<String> = flags.split_whitespace().map(str::to_owned).collect();
    let folders = outside.split(':').filter(|folder| !folder.is_empty());
    let outside = folders.flat_map(|folder| c_files(Path::new(folder)));
    own(base).chain(outside.map(|path| Program::new(base, path, flags.clone()))).collect()
}
