//! A second run over a translation changes no byte of it, and ends as the first one did: what a first run refuses, a second
//! one refuses too. All programs of the repository are translated twice, in all modes that print OpenMP and in several layouts.
//!
//! Each program is translated in some of the settings, those in `tests/second_runs` in all. `CLACC_SECOND_RUNS=all` asks for every program in every setting, and
//! another value for the programs alone whose names hold it.

mod small_headers;

use std::fmt::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clacc::diagnostics::{Diagnostic, Severity};
use clacc::options::CompileOptions;
use clacc::policy::Policy;
use clacc::translate::{Fidelity, Mode, TranslateOptions, Translation, VerdictLine};
use clacc::{Session, dialect};

/// The folders with programs.
const FOLDERS: [&str; 10] = [
    "clacc-runtime/tests/c",
    "docs/comparison",
    "examples/c",
    "tests/cases",
    "tests/compilers",
    "tests/defects",
    "tests/diagnostics",
    "tests/native_programs",
    "tests/verify",
    OWN,
];

/// The programs that are translated in all settings.
const OWN: &str = "tests/second_runs";

const MODES: [Mode; 4] = [Mode::Omp, Mode::AccOmp, Mode::OmpAcc, Mode::Dual];

/// A program with a name for messages.
struct Program {
    name: String,
    text: Vec<u8>,
}

/// The programs of the folders, and those on the pages about codes.
fn programs() -> Vec<Program> {
    let mut programs: Vec<Program> = FOLDERS.into_iter().flat_map(of_folder).collect();
    for page in clacc::codes() {
        for (kind, text) in [("bad", page.bad), ("good", page.good)] {
            if !text.is_empty() {
                programs.push(Program { name: format!("{} {kind}", page.id), text: text.into() });
            }
        }
    }
    programs
}

fn of_folder(folder: &str) -> Vec<Program> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(path).expect("the folders are part of the repository").flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    paths.sort();
    let program = |path: &std::path::PathBuf| Program {
        name: format!("{folder}/{}", path.file_name().unwrap_or_default().to_string_lossy()),
        text: std::fs::read(path).expect("a readable program"),
    };
    paths.iter().map(program).collect()
}

/// How the text of a program is laid out.
#[derive(Clone, Copy, Debug)]
enum Layout {
    AsWritten,
    ByteOrderMark,
    CarriageReturns,
    /// Two or four blanks at the start of a line are tabs, in every second run of such lines.
    SomeTabs,
    /// Every second line is one tab further in.
    MixedSteps,
    Unindented,
    NoLastLineEnd,
}

const LAYOUTS: [Layout; 7] = [
    Layout::AsWritten,
    Layout::ByteOrderMark,
    Layout::CarriageReturns,
    Layout::SomeTabs,
    Layout::MixedSteps,
    Layout::Unindented,
    Layout::NoLastLineEnd,
];

impl Layout {
    fn of(self, text: &[u8]) -> Vec<u8> {
        match self {
            Layout::AsWritten => text.to_vec(),
            Layout::ByteOrderMark => [b"\xef\xbb\xbf", text].concat(),
            Layout::CarriageReturns => lines(text)
                .flat_map(|line| [line.strip_suffix(b"\n").unwrap_or(line), b"\r\n"].concat())
                .collect(),
            Layout::SomeTabs => {
                lines(text).enumerate().flat_map(|(number, line)| some_tabs(number, line)).collect()
            }
            Layout::MixedSteps => {
                let step = |number: usize| if number.is_multiple_of(2) { b"".as_slice() } else { b"\t" };
                lines(text).enumerate().flat_map(|(number, line)| [step(number), line].concat()).collect()
            }
            Layout::Unindented => lines(text).flat_map(|line| line.trim_ascii_start().to_vec()).collect(),
            Layout::NoLastLineEnd => text.trim_ascii_end().to_vec(),
        }
    }
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|byte| *byte == b'\n')
}

fn some_tabs(number: usize, line: &[u8]) -> Vec<u8> {
    let rest = line.trim_ascii_start();
    let width = line.len() - rest.len();
    if (number / 4).is_multiple_of(2) || rest.is_empty() {
        return line.to_vec();
    }
    [&vec![b'\t'; width.div_ceil(2)], rest].concat()
}

/// How a program is translated.
#[derive(Clone, Debug)]
struct Setting {
    name: &'static str,
    compile: CompileOptions,
    options: TranslateOptions,
    layout: Layout,
}

fn settings() -> Vec<Setting> {
    let default = TranslateOptions::default();
    let mut without_openmp = CompileOptions::default();
    without_openmp.openmp_directives = false;
    let of_host = default.clone().with_dialect(dialect::HOST).with_line_numbers(true);
    let kinds = [
        ("performance:portable", CompileOptions::default(), default.clone()),
        ("clacc:portable", CompileOptions::default(), default.clone().with_policy(Policy::clacc())),
        ("performance:host", CompileOptions::default(), of_host),
        ("performance:portable without OpenMP", without_openmp, default),
    ];
    let mut settings = Vec::new();
    for layout in LAYOUTS {
        for mode in MODES {
            for (name, compile, options) in &kinds {
                let options = options.clone().with_mode(mode);
                settings.push(Setting { name, compile: compile.clone(), options, layout });
            }
        }
    }
    settings
}

/// What a run says and leaves.
struct Run {
    translation: Translation,
}

impl Run {
    fn of(text: &[u8], setting: &Setting) -> Run {
        let mut session = Session::new(small_headers::headers());
        session.set_source("f.c", text);
        let unit = session.add_unit("f.c", &setting.compile).expect("the text is there");
        Run { translation: std::sync::Arc::unwrap_or_clone(session.translate(unit, &setting.options)) }
    }

    /// The codes of the errors. A second run says in one error what the first one said at each place of a text that is no more there.
    /// Errors in the syntax of C are left out: where no directive is left in a function, nobody parses it. In a program with OpenMP of its
    /// own, so are errors about nesting inside the OpenMP that its OpenACC has become: only the second run sees both.
    fn errors(&self, has_own_openmp: bool) -> Vec<&'static str> {
        let is_left_out = |finding: &Diagnostic| {
            finding.code.id.starts_with("C0") || has_own_openmp && finding.code.id == "OMP0060"
        };
        let is_error = |finding: &&Diagnostic| finding.severity == Severity::Error && !is_left_out(finding);
        let mut codes: Vec<_> =
            self.translation.diagnostics.iter().filter(is_error).map(|finding| finding.code.id).collect();
        codes.sort_unstable();
        codes.dedup_by(|next, before| next == before && *next == "MAP0069");
        codes
    }

    /// The directives that stay.
    fn kept(&self) -> Vec<String> {
        let verdicts = self.translation.verdicts.iter();
        let kept =
            verdicts.filter(|verdict| verdict.fidelity == Fidelity::Unsupported && verdict.part.is_none());
        let mut kept: Vec<_> = kept.map(VerdictLine::what).collect();
        kept.sort_unstable();
        kept
    }
}

/// What is wrong with the second run over a program.
fn faults(program: &Program, setting: &Setting) -> Vec<String> {
    let text = setting.layout.of(&program.text);
    let first = Run::of(&text, setting);
    let second = Run::of(&first.translation.text, setting);
    let mut faults = Vec::new();
    if first.translation.text != second.translation.text {
        faults.push(format!("changes\n{}", difference(&first.translation.text, &second.translation.text)));
    }
    let has_own_openmp = first.translation.diagnostics.iter().any(|finding| finding.code.id == "MAP0039");
    let errors = [&first, &second].map(|run| run.errors(has_own_openmp));
    if errors[0] != errors[1] {
        faults.push(format!("errors {:?} and then {:?}", errors[0], errors[1]));
    }
    if first.kept() != second.kept() {
        faults.push(format!("keeps {:?} and then {:?}", first.kept(), second.kept()));
    }
    faults
}

/// The first lines in which texts differ.
fn difference(first: &[u8], second: &[u8]) -> String {
    let (first, second): (Vec<_>, Vec<_>) = (lines(first).collect(), lines(second).collect());
    let at = first.iter().zip(&second).take_while(|(one, other)| one == other).count();
    let mut text = String::new();
    for (name, all) in [("-", first), ("+", second)] {
        for line in all.iter().skip(at.saturating_sub(1)).take(5) {
            let _ = writeln!(text, "{name} {:?}", String::from_utf8_lossy(line));
        }
    }
    text
}

#[test]
fn a_second_run_changes_nothing_and_ends_as_the_first_one() {
    let wanted = std::env::var("CLACC_SECOND_RUNS").unwrap_or_default();
    let (programs, settings) = (programs(), settings());
    let is_in = |number: usize, program: &Program, setting: usize| match wanted.as_str() {
        "" => program.name.starts_with(OWN) || (setting + 17 * number).is_multiple_of(56),
        "all" => true,
        name => program.name.contains(name),
    };
    let mut work: Vec<(&Program, &Setting)> = Vec::new();
    for (number, program) in programs.iter().enumerate() {
        let chosen = settings.iter().enumerate().filter(|(setting, _)| is_in(number, program, *setting));
        work.extend(chosen.map(|(_, setting)| (program, setting)));
    }
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((program, setting)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    for fault in faults(program, setting) {
                        let Setting { name, options, layout, .. } = setting;
                        failures.lock().expect("no panic").push(format!(
                            "{}, {name}, {:?}, {layout:?}: {fault}",
                            program.name, options.mode
                        ));
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no panic");
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), work.len(), failures.join("\n"));
}
