//! Queries of an installed compiler for its predefined macros and include directories.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::{Failure, paths};

/// Macros whose value clang computes and does not list, but its own headers use. The features are those of C11 that clang supports as
/// extensions in every standard.
const COMPUTED_BY_CLANG: &str = "\
#define __has_feature(name) __clacc_clang_has_##name
#define __has_extension(name) __clacc_clang_has_##name
#define __clacc_clang_has_c_alignas 1
#define __clacc_clang_has_c_alignof 1
#define __clacc_clang_has_c_atomic 1
#define __clacc_clang_has_c_generic_selections 1
#define __clacc_clang_has_c_static_assert 1
#define __clacc_clang_has_c_thread_local 1
#define __clacc_clang_has_attribute_deprecated_with_message 1
#define __building_module(name) 0
#define __has_warning(name) 0
#define __has_declspec_attribute(name) 0
#define __has_constexpr_builtin(name) 0
#define __is_identifier(name) 1
#define __is_target_arch(name) 0
#define __is_target_vendor(name) 0
#define __is_target_os(name) 0
#define __is_target_environment(name) 0
";

/// The commands of clang that may be installed, the tested ones first.
pub(crate) const CLANGS: [&str; 6] = ["clang-19", "clang-20", "clang-21", "clang-22", "clang-18", "clang"];

/// A compiler's answer: the text of its predefined macros, and that of its search directories.
pub(crate) struct CompilerAnswer {
    pub(crate) macros: String,
    pub(crate) search_directories: String,
}

/// Returns the message for a compiler that cannot be started, with advice.
pub(crate) fn cannot_run(compiler: &str, error: &std::io::Error) -> Failure {
    if error.kind() == std::io::ErrorKind::NotFound && !compiler.contains('/') {
        return format!(
            "{compiler} is not installed, or in no folder of PATH; `clacc cc --backend` and `--cc` of the other commands name another compiler"
        );
    }
    format!("cannot run {compiler}: {error}")
}

/// Runs `compiler` once with `flags`, which are those that change its answer (`-std=`, `-m...`).
pub(crate) fn ask(compiler: &str, flags: &[String]) -> Result<CompilerAnswer, Failure> {
    let asked = |words: &[&str]| {
        let mut command = Command::new(paths::of(compiler));
        command.args(flags).args(words).args(["-E", "-dM", "-x", "c", "-"]);
        let output = command.env("LC_ALL", "C").stdin(Stdio::null()).output();
        output.map_err(|error| cannot_run(compiler, &error))
    };
    let output = asked(&["-v"])?;
    if !output.status.success() {
        // Only the error messages are wanted, without the rest of the output of `-v`.
        let told = String::from_utf8_lossy(&asked(&[])?.stderr).trim_end().to_owned();
        return Err(if told.is_empty() { format!("{compiler} does not answer") } else { told });
    }
    let mut macros = String::from_utf8_lossy(&output.stdout).into_owned();
    if macros.contains("#define __clang__ ") {
        macros.push_str(COMPUTED_BY_CLANG);
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let search_directories =
        if macros.contains("#define __TINYC__ ") { folders_of_tcc(compiler)? } else { said };
    Ok(CompilerAnswer { macros, search_directories })
}

/// Returns the path of a library that the compiler would link, if it finds the library.
pub(crate) fn library_file(compiler: &str, name: &str) -> Option<PathBuf> {
    let mut command = Command::new(paths::of(compiler));
    let asked = command.arg(format!("-print-file-name={name}")).stdin(Stdio::null()).output().ok()?;
    let place = paths::of(String::from_utf8(asked.stdout).ok()?.trim());
    (place.components().count() > 1).then_some(place)
}

/// Returns the major version that a compiler prints of itself; none if it does not start.
pub(crate) fn major_version(compiler: &str) -> Option<String> {
    let mut command = Command::new(paths::of(compiler));
    let output = command.arg("-dumpversion").stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let major = text.trim().split('.').next()?;
    (output.status.success() && !major.is_empty()).then(|| major.to_owned())
}

/// Returns the folders in which tcc looks for headers, in the format of other compilers.
fn folders_of_tcc(compiler: &str) -> Result<String, Failure> {
    let asked = Command::new(paths::of(compiler)).arg("-vv").env("LC_ALL", "C").stdin(Stdio::null()).output();
    let output = asked.map_err(|error| cannot_run(compiler, &error))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let listed = said.lines().skip_while(|line| *line != "include:").skip(1);
    let folders = listed.take_while(|line| line.starts_with(' ')).flat_map(|line| [" ", line.trim(), "\n"]);
    let folders: String = folders.collect();
    Ok(format!("#include <...> search starts here:\n{folders}End of search list.\n"))
}
