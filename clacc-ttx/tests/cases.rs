//! The programs in `tests/cases`. They check the OpenMP lines that the design's mapping gives, and the text
//! that stays. A second translation changes nothing, and translated programs compute the same as serial
//! ones.

#![expect(clippy::print_stderr, reason = "a skipped test says so")]

mod common;
#[path = "../../tests/stand_ins/mod.rs"]
mod stand_ins;

use std::path::{Path, PathBuf};
use std::process::Command;

use clacc_ttx::dialect::{CLACC, HOST, PORTABLE};
use clacc_ttx::rewrite::{MacroTreatment, RewriteOptions};
use common::{Program, expanded, in_parallel};

struct CaseFile {
    name: String,
    path: PathBuf,
    bytes: Vec<u8>,
    text: String,
}

fn case_files() -> Vec<CaseFile> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cases");
    let entries = std::fs::read_dir(folder).expect("the cases are part of the workspace");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    paths.sort();
    assert!(paths.len() > 100, "only {} cases in {folder}", paths.len());
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).expect("a readable case");
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        CaseFile { text: String::from_utf8_lossy(&bytes).into_owned(), name, path, bytes }
    };
    paths.into_iter().map(read).collect()
}

impl CaseFile {
    /// The texts of the lines `// KEY: ...`.
    fn expected(&self, key: &str) -> Vec<String> {
        let prefix = format!("// {key}: ");
        let lines = self.text.lines().filter_map(|line| line.trim_end().strip_prefix(&prefix));
        lines.map(str::to_owned).collect()
    }
}

/// The lines of a translation without the comment lines that contain the expectations.
fn lines(output: &str) -> Vec<&str> {
    output.lines().map(str::trim).filter(|line| !line.starts_with("// ")).collect()
}

/// The OpenMP directives of a translation, without comments at the end of a line. Operators are written as
/// lines.
fn directives(output: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in lines(output) {
        if line.starts_with("#pragma omp") {
            let comment = line.find("/*").or(line.find("//")).unwrap_or(line.len());
            found.push(line[..comment].trim_end().to_owned());
        }
        for operator in line.split("_Pragma(\"omp ").skip(1) {
            let end = operator.find("\")").expect("an operator ends");
            found.push(format!("#pragma omp {}", &operator[..end]));
        }
    }
    found
}

fn check_all(check: impl Fn(&CaseFile) -> Vec<String> + Sync) {
    let files = case_files();
    let failures: Vec<String> = in_parallel(&files, |file| {
        check(file).into_iter().map(|failure| format!("{}: {failure}", file.name)).collect::<Vec<_>>()
    })
    .concat();
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn nothing_is_left_for_devices_where_the_host_is_the_device() {
    check_all(|file| {
        let options =
            RewriteOptions { openacc_macro: MacroTreatment::Define(202_506), ..RewriteOptions::default() };
        let output = Program::new(&file.bytes).translate(HOST, options);
        let is_for_devices = |directive: &&String| {
            let words = ["target", "teams", "distribute"];
            words.iter().any(|word| directive.starts_with(&format!("#pragma omp {word}")))
        };
        // Some programs have OpenMP of their own.
        let own = directives(&file.text);
        let found = directives(&output.lossy()).into_iter().filter(|found| !own.contains(found));
        found.filter(|found| is_for_devices(&found)).collect()
    });
}

#[test]
fn translations_are_as_expected_and_final() {
    check_all(|file| {
        let mut failures = Vec::new();
        let program = Program::new(&file.bytes);
        let expected = file.expected("expect-omp");
        let found = directives(&program.translate(CLACC, expanded()).lossy());
        if !expected.is_empty() && expected != found {
            failures.push(format!("expected\n  {}\nfound\n  {}", expected.join("\n  "), found.join("\n  ")));
        }
        for (dialect, keys) in [
            (CLACC, &["expect-text"][..]),
            (PORTABLE, &["expect-text", "expect-portable"]),
            (HOST, &["expect-host"]),
        ] {
            let options = RewriteOptions {
                openacc_macro: MacroTreatment::Define(202_506),
                ..RewriteOptions::default()
            };
            let once = program.translate(dialect, options);
            let output = once.lossy();
            let lines = lines(&output);
            for wanted in keys.iter().flat_map(|key| file.expected(key)) {
                if !lines.contains(&wanted.as_str()) {
                    failures.push(format!("`{wanted}` is missing in dialect {}", dialect.name()));
                }
            }
            let twice = Program::new(&once.text).translate(dialect, options);
            if once.text != twice.text || !twice.translation.rewritten.edits.is_empty() {
                failures.push(format!("changes again in dialect {}", dialect.name()));
            }
        }
        failures
    });
}

/// The output of a program and its exit status.
fn build_and_run(
    folder: &Path,
    name: &str,
    source: &[u8],
    flags: &[&str],
) -> Result<(String, Option<i32>), String> {
    let source_path = folder.join(format!("{name}.c"));
    let program = folder.join(name);
    std::fs::write(&source_path, source).map_err(|error| error.to_string())?;
    let compiled = Command::new("gcc")
        .args(["-std=gnu11", "-O1", "-o"])
        .arg(&program)
        .arg(&source_path)
        .args(stand_ins::arguments(source, Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))))
        .args(flags)
        .arg("-lm")
        .output()
        .map_err(|error| error.to_string())?;
    let messages = String::from_utf8_lossy(&compiled.stderr);
    // For an OpenMP pragma that it does not know, gcc gives only a warning, and the program would pass
    // without the pragma.
    if !compiled.status.success() || messages.contains("ignoring ‘#pragma omp") {
        return Err(format!("does not compile:\n{messages}"));
    }
    let run = Command::new(&program).output().map_err(|error| error.to_string())?;
    Ok((String::from_utf8_lossy(&run.stdout).into_owned(), run.status.code()))
}

#[test]
fn translated_programs_compute_what_serial_ones_do() {
    if Command::new("gcc").arg("--version").output().is_err() {
        eprintln!("skipped: there is no gcc");
        return;
    }
    let folder = std::env::temp_dir().join(format!("clacc-cases-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for programs");
    check_all(|file| {
        let stem = file.path.file_stem().unwrap_or_default().to_string_lossy();
        let options =
            RewriteOptions { openacc_macro: MacroTreatment::Define(202_506), ..RewriteOptions::default() };
        let openmp = ["-fopenmp", "-foffload=disable", "-Wunknown-pragmas"];
        let serial = build_and_run(&folder, &format!("{stem}-serial"), &file.bytes, &[]);
        let mut failures = Vec::new();
        for dialect in [PORTABLE, HOST] {
            if dialect == HOST && !file.expected("not-for-host").is_empty() {
                continue;
            }
            let translated = Program::new(&file.bytes).translate(dialect, options);
            let name = format!("{stem}-{}", dialect.name());
            let parallel = build_and_run(&folder, &name, &translated.text, &openmp);
            match (&serial, parallel) {
                (Ok(serial), Ok(parallel)) if *serial == parallel && serial.1 == Some(0) => {}
                (serial, parallel) => {
                    failures.push(format!("serial {serial:?}\n{} {parallel:?}", dialect.name()));
                }
            }
        }
        failures
    });
    let _ = std::fs::remove_dir_all(&folder);
}
