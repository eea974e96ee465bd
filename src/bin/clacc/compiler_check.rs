//! Compiling translated text with the installed compilers, as `--check-compilers` asks: without output, from the text in memory.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::command_line::SourceArguments;
use crate::mapping_choice::{InstalledCompiler, installed};
use crate::{Failure, paths};

/// A text with the path of its file.
pub(crate) type PlacedText<'t> = (&'t str, &'t [u8]);

/// Compiles the C files among some translated ones. Returns a sentence for each compiler that accepts them, and the first error of each
/// compiler that refuses one.
///
/// # Errors
/// A message, if none of the compilers is installed.
pub(crate) fn outcome(files: &[PlacedText<'_>], source: &SourceArguments) -> Result<CompilerCheck, Failure> {
    let mut check = CompilerCheck::default();
    let units: Vec<PlacedText<'_>> = files.iter().copied().filter(|(path, _)| !is_header(path)).collect();
    for compiler in installed() {
        let errors: Vec<String> =
            units.iter().filter_map(|file| first_error(&compiler, *file, source)).collect();
        if errors.is_empty() {
            check.accepting.push(compiler.name);
        }
        let told = |error: String| format!("{} refuses the text: {error}", compiler.name);
        check.refusals.extend(errors.into_iter().map(told));
    }
    if check.accepting.is_empty() && check.refusals.is_empty() {
        return Err("--check-compilers: no compiler is installed of which faults are known".to_owned());
    }
    Ok(check)
}

/// The results of compiling a translation.
#[derive(Default)]
pub(crate) struct CompilerCheck {
    /// The names of the compilers that accept all files.
    pub(crate) accepting: Vec<&'static str>,
    /// A message for each file that a compiler refuses.
    pub(crate) refusals: Vec<String>,
}

/// Returns the first error that a compiler reports for a file; none if it accepts the file.
fn first_error(
    compiler: &InstalledCompiler,
    (path, text): PlacedText<'_>,
    source: &SourceArguments,
) -> Option<String> {
    let mut command = Command::new(paths::of(compiler.program));
    command.args(["-fsyntax-only", "-fopenmp", "-w", "-Werror=unknown-pragmas"]);
    command.args(flags(source)).arg("-iquote").arg(folder(path)).args(["-x", "c", "-"]);
    command.env("LC_ALL", "C").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let answer = command.spawn().and_then(|mut child| {
        // A compiler may stop reading at an error.
        let _ = child.stdin.take().map(|mut stdin| stdin.write_all(text));
        child.wait_with_output()
    });
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) => return Some(error.to_string()),
    };
    let said = String::from_utf8_lossy(&answer.stderr).replace("<stdin>", path);
    let error = said.lines().find(|line| line.contains("error:")).or_else(|| said.lines().next());
    (!answer.status.success()).then(|| error.unwrap_or("it says nothing").to_owned())
}

fn is_header(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "h")
}

fn folder(path: &str) -> std::path::PathBuf {
    let folder = Path::new(path).parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.map_or_else(|| ".".into(), Path::to_path_buf)
}

/// The options of the command line with which compilers read the program.
fn flags(source: &SourceArguments) -> Vec<String> {
    let with = |option: &'static str, values: &[String]| -> Vec<String> {
        values.iter().flat_map(|value| [option.to_owned(), value.clone()]).collect()
    };
    let standard = source.standard.iter().map(|standard| format!("-std={standard}"));
    [
        standard.collect(),
        with("-D", &source.define),
        with("-U", &source.undefine),
        with("-I", &source.include_dir),
        with("-iquote", &source.quote_dir),
        with("-isystem", &source.system_dir),
        with("-idirafter", &source.after_dir),
        with("-include", &source.forced_include),
    ]
    .concat()
}
