//! Runs the programs that clacc prints: examples and cases are translated, compiled, executed, and compared
//! with the serial program.
//!
//! gcc is needed. clang 19 is used where it is installed, for the host and with its host plugin, which is a
//! device with memory of its own.

mod toolchain;
mod translated;

use std::path::{Path, PathBuf};

use clacc::Dialect;
use clacc::dialect::{HOST, PORTABLE};
use clacc::policy::Policy;
use clacc::translate::TranslateOptions;
use toolchain::{Build, Run};
use translated::translate_into;

/// A mapping whose text is run.
struct Mapping {
    policy: fn() -> Policy,
    dialect: Dialect,
    /// The builds that run it.
    builds: &'static [&'static str],
}

/// The text of every mapping is compiled by gcc and clang elsewhere. Each is run where it is used, or where most can go wrong.
const MAPPINGS: &[Mapping] = &[
    Mapping {
        policy: Policy::performance,
        dialect: PORTABLE,
        builds: &["gcc", "clang-host", "clang-plugin"],
    },
    Mapping { policy: Policy::performance, dialect: HOST, builds: &["gcc"] },
    Mapping { policy: Policy::clacc, dialect: PORTABLE, builds: &["clang-plugin"] },
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the C files of a folder, in order.
fn c_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder reads");
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| is_c(path)).collect();
    files.sort();
    assert!(!files.is_empty(), "no C files in {}", folder.display());
    files
}

fn is_c(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c")
}

/// Returns the options in the `// link: OPTION` lines of a case.
fn link_options(file: &Path) -> Vec<String> {
    let text = std::fs::read(file).expect("the case reads");
    let text = String::from_utf8_lossy(&text);
    text.lines().filter_map(|line| line.trim().strip_prefix("// link: ").map(str::to_owned)).collect()
}

/// Whether a case is about directives that the translation keeps, which compilers of OpenMP would ignore.
fn keeps_directives(file: &Path) -> bool {
    let text = std::fs::read(file).expect("the case reads");
    String::from_utf8_lossy(&text).contains("// expect-portable: #pragma acc")
}

/// Whether a case is about what only programs with devices have.
fn is_not_for_host(file: &Path) -> bool {
    let text = std::fs::read(file).expect("the case reads");
    String::from_utf8_lossy(&text).contains("// not-for-host: ")
}

/// Builds one program serially and translated by every installed compiler, runs all builds, and returns the
/// differences.
fn compare(sources: &[PathBuf], scratch: &Path) -> Vec<String> {
    let extra: Vec<String> = sources.iter().flat_map(|file| link_options(file)).collect();
    let serial = match Build::serial(sources, &scratch.join("serial"), &extra) {
        Ok(program) => program.run(),
        Err(log) => return vec![format!("the serial build fails:\n{log}")],
    };
    let mut faults = Vec::new();
    if !serial.success {
        faults.push(format!("the serial program fails:\n{}", serial.text));
    }
    let is_for_host = !sources.iter().any(|file| is_not_for_host(file));
    for mapping in MAPPINGS.iter().filter(|mapping| is_for_host || mapping.dialect.name() != HOST.name()) {
        faults.extend(compare_mapping(mapping, sources, scratch, &serial, &extra));
    }
    faults
}

/// Builds and runs one program as a mapping translates it, and returns the differences to the serial program.
fn compare_mapping(
    mapping: &Mapping,
    sources: &[PathBuf],
    scratch: &Path,
    serial: &Run,
    extra: &[String],
) -> Vec<String> {
    let policy = (mapping.policy)();
    let name = format!("{}-{}", policy.name(), mapping.dialect.name());
    let folder = scratch.join(&name);
    std::fs::create_dir(&folder).expect("a folder can be made");
    let options = TranslateOptions::default().with_policy(policy).with_dialect(mapping.dialect);
    let translated = match translate_into(sources, &folder, &options) {
        Ok(translated) => translated,
        Err(message) => return vec![format!("{name}: {message}")],
    };
    let builds = Build::installed().filter(|build| mapping.builds.contains(&build.name));
    let run = |build: &Build| {
        let label = format!("{name}, {}", build.name);
        match build.compile(&translated, &folder.join(build.name), extra) {
            Err(log) => Some(format!("{label}: does not compile:\n{log}")),
            Ok(program) => difference(&label, serial, &program.run()),
        }
    };
    builds.filter_map(run).collect()
}

fn difference(name: &str, serial: &Run, parallel: &Run) -> Option<String> {
    let same = serial.text == parallel.text && parallel.success;
    (!same).then(|| {
        format!("{name}: serial\n{}\ntranslated (exit {})\n{}", serial.text, parallel.status, parallel.text)
    })
}

/// Compares many programs in parallel and fails with all differences.
fn compare_all(programs: &[Vec<PathBuf>]) {
    assert!(Build::gcc_works(), "gcc is needed for this test");
    let next = std::sync::atomic::AtomicUsize::new(0);
    let faults = std::sync::Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(sources) =
                    programs.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
                {
                    let scratch = tempfile::tempdir().expect("a scratch folder can be made");
                    for fault in compare(sources, scratch.path()) {
                        faults.lock().unwrap().push(format!("{}: {fault}", sources[0].display()));
                    }
                }
            });
        }
    });
    let mut faults = faults.into_inner().unwrap();
    faults.sort();
    assert!(
        faults.is_empty(),
        "{} of {} programs differ:\n{}",
        faults.len(),
        programs.len(),
        faults.join("\n\n")
    );
}

#[test]
fn examples_compute_what_the_serial_programs_compute() {
    let mut programs: Vec<Vec<PathBuf>> =
        c_files(&root().join("examples/c")).into_iter().map(|file| vec![file]).collect();
    programs.push(c_files(&root().join("examples/c/three_files")));
    compare_all(&programs);
}

#[test]
fn cases_compute_what_the_serial_programs_compute() {
    let cases = c_files(&root().join("tests/cases")).into_iter().filter(|file| !keeps_directives(file));
    compare_all(&cases.map(|file| vec![file]).collect::<Vec<_>>());
}
