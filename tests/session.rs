//! Tests of sessions through the interface of the library.

use clacc::files::{FileSystem, MemoryFiles};
use clacc::options::CompileOptions;
use clacc::shared_functions::SharedFunctions;
use clacc::translate::{Fidelity, Mode, TranslateOptions};
use clacc::{ErrorKind, Session, Unit};

const HEADER: &str = "#define SIZE 8\n";
const PROGRAM: &str = "#include \"size.h\"\nvoid f(int *a) {\n#pragma acc parallel loop copy(a[0:SIZE])\nfor (int i = 0; i < SIZE; ++i) a[i] = i;\n}\n";

fn open() -> (Session, Unit) {
    let files = MemoryFiles::from_iter([("f.c", PROGRAM), ("size.h", HEADER)]);
    let mut session = Session::new(files);
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("there is such a file");
    (session, unit)
}

fn codes(session: &Session, unit: Unit) -> Vec<&'static str> {
    session.check(unit).iter().map(|finding| finding.code.id).collect()
}

#[test]
fn edits_change_answers_and_setting_the_same_does_not() {
    let (mut session, unit) = open();
    assert_eq!(codes(&session, unit), Vec::<&str>::new());
    session.set_source("f.c", PROGRAM.replace("copy(", "copyy("));
    assert_eq!(codes(&session, unit), ["ACC0002"]);
    session.set_source("f.c", PROGRAM);
    assert_eq!(codes(&session, unit), Vec::<&str>::new());
    session.remove_source("size.h");
    assert_eq!(codes(&session, unit)[0], "PP0001");
    session.set_source("size.h", HEADER);
    assert_eq!(codes(&session, unit), Vec::<&str>::new());
}

#[test]
fn sources_are_what_was_set_else_what_the_file_system_holds() {
    let (mut session, unit) = open();
    assert_eq!(session.source("f.c").as_deref(), Some(PROGRAM.as_bytes()));
    assert_eq!(session.source("size.h").as_deref(), Some(HEADER.as_bytes()));
    assert_eq!(session.source("no.h"), None);
    session.set_source("size.h", "#define SIZE 4\n");
    assert_eq!(session.source("size.h").as_deref(), Some("#define SIZE 4\n".as_bytes()));
    assert_eq!((&*session.path(unit), session.included_files(unit)), ("f.c", vec!["size.h".into()]));
}

#[test]
fn a_unit_needs_a_file() {
    let error = Session::new(MemoryFiles::new()).add_unit("f.c", &CompileOptions::default());
    let error = error.expect_err("there is no file");
    assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::NotFound, "no file at f.c"));
}

/// A file system on which every read fails.
struct Broken;

impl FileSystem for Broken {
    fn read(&self, _path: &str) -> std::io::Result<Vec<u8>> {
        Err(std::io::ErrorKind::PermissionDenied.into())
    }
}

#[test]
fn what_cannot_be_read_is_not_there() {
    let mut session = Session::new(Broken);
    session.set_source("f.c", "#include \"g.h\"\n");
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("it was set");
    assert_eq!(codes(&session, unit), ["PP0001"]);
    let error = session.read_error("g.h").expect("it cannot be read");
    let kinds = (error.kind(), error.io_kind(), error.path());
    assert_eq!(kinds, (ErrorKind::Unreadable, Some(std::io::ErrorKind::PermissionDenied), Some("g.h")));
    assert_eq!(
        std::error::Error::source(&error).map(ToString::to_string).as_deref(),
        Some("permission denied")
    );
    let other = session.add_unit("h.c", &CompileOptions::default()).expect_err("it cannot be read");
    assert_eq!((other.kind(), other.to_string().as_str()), (ErrorKind::Unreadable, "h.c cannot be read"));
    session.set_source("g.h", "");
    assert_eq!((session.read_error("g.h"), session.read_error("never.h")), (None, None));
    assert_eq!(codes(&session, unit), Vec::<&str>::new());
}

/// A disk holds what `Disk` reads, whatever bytes its names have.
#[cfg(all(feature = "disk", unix))]
#[test]
fn a_disk_is_a_file_system() {
    use clacc::files::{Disk, path_text};
    use std::os::unix::ffi::OsStrExt as _;
    let folder = tempfile::tempdir().expect("there is room");
    let name = b"caf\xe9.h";
    std::fs::write(folder.path().join(std::ffi::OsStr::from_bytes(name)), HEADER).expect("there is room");
    std::os::unix::fs::symlink("f.c", folder.path().join("link.c")).expect("there is room");
    std::fs::write(folder.path().join("f.c"), "int n;\n").expect("there is room");
    let disk = Disk::in_folder(folder.path());
    for (path, expected) in [
        ("f.c", Ok("int n;\n")),
        ("link.c", Ok("int n;\n")),
        (&*path_text(name), Ok(HEADER)),
        ("none.c", Err(std::io::ErrorKind::NotFound)),
        (".", Err(std::io::ErrorKind::IsADirectory)),
    ] {
        let found = disk.read(path).map_err(|error| error.kind());
        assert_eq!(found.as_deref(), expected.map(str::as_bytes).as_ref().copied(), "{path}");
    }
    assert_eq!(disk.identity("link.c"), disk.identity("f.c"));
    assert_eq!(disk.identity("none.c"), "none.c");
}

#[test]
fn options_reach_the_answers() {
    let mut session = Session::new(MemoryFiles::new().with("inc/n.h", "int n = N;\n"));
    session.set_source("f.c", "#include <n.h>\n");
    let options = CompileOptions::default().define("N=3").include_dir("inc");
    let unit = session.add_unit("f.c", &options).expect("it was set");
    assert_eq!(codes(&session, unit), Vec::<&str>::new());
    assert_eq!(session.print(unit, &TranslateOptions::default()), b"int n = 3;\n");
}

#[test]
fn a_translation_translated_again_is_the_same() {
    let (mut session, unit) = open();
    let first = session.translate(unit, &TranslateOptions::default());
    assert!(first.changed && first.verdicts.iter().all(|verdict| verdict.fidelity == Fidelity::Exact));
    session.set_source("f.c", first.text.clone());
    let second = session.translate(unit, &TranslateOptions::default());
    assert!(!second.changed && second.text == first.text);
    let acc = TranslateOptions::default().with_mode(Mode::Acc);
    assert_eq!(session.translate(unit, &acc).text, first.text);
}

#[test]
fn sessions_go_to_other_threads() {
    let (session, unit) = open();
    let here = session.check(unit);
    let there = std::thread::spawn(move || session.check(unit)).join().expect("the thread ends well");
    assert_eq!(here, there);
}

#[test]
fn units_are_removed() {
    let (mut session, unit) = open();
    let other = session.add_unit("f.c", &CompileOptions::default()).expect("there is such a file");
    let findings = session.check(other);
    for _ in 0..20 {
        let more = session.add_unit("size.h", &CompileOptions::default()).expect("there is such a file");
        session.remove_unit(more).expect("it was added");
    }
    session.remove_unit(unit).expect("it was added");
    assert!(session.has_unit(other) && !session.has_unit(unit));
    assert_eq!(session.check(other), findings);
    for error in [session.remove_unit(unit), session.set_options(unit, &CompileOptions::default())] {
        assert_eq!(error.map_err(|error| error.kind()), Err(ErrorKind::UnknownUnit));
    }
    session.remove_unit(other).expect("it was added");
    let (mut foreign, of_foreign) = open();
    assert!(!session.has_unit(of_foreign));
    assert!(session.remove_unit(of_foreign).is_err() && foreign.remove_unit(of_foreign).is_ok());
}

#[test]
fn what_was_set_stays_set() {
    let (mut session, unit) = open();
    session.set_source("f.c", PROGRAM.replace("copy(", "copyy("));
    session.remove_source("size.h");
    let before = codes(&session, unit);
    session.compact();
    assert_eq!((codes(&session, unit), before.len()), (before, 2));
    session.remove_unit(unit).expect("it was added");
    assert_eq!(session.source("size.h"), None);
    let again = session.add_unit("f.c", &CompileOptions::default()).expect("it is set");
    assert_ne!(again, unit);
    assert_eq!(codes(&session, again).len(), 2);
}

#[test]
fn dumps_hold_every_line_of_openmp_that_prints_hold() {
    let program = "void f(int *a, int n) {\n#pragma acc data copy(a[0:n])\n  {\n#pragma acc parallel loop async(1) wait(2)\n\
                   for (int i = 0; i < n; ++i) a[i] = i;\n  }\n}\n";
    let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("there is such a file");
    let options = TranslateOptions::default();
    let print = String::from_utf8(session.print(unit, &options)).expect("the program is ASCII");
    let dump = session.dump_text(unit, &options.mapping);
    let printed: Vec<&str> =
        print.lines().map(str::trim).filter(|line| line.starts_with("#pragma")).collect();
    let mut dumped: Vec<&str> = dump.lines().filter_map(|line| line.trim().strip_prefix("omp: ")).collect();
    assert!(printed.len() > 2, "{print}");
    for line in printed {
        let at = dumped.iter().position(|each| *each == line);
        dumped.remove(at.unwrap_or_else(|| panic!("{line} is not in the dump:\n{dump}")));
    }
}

#[test]
fn dumps_hold_the_constituents_of_combined_directives_alone() {
    let program = "void f(int *a, int n) {\n#pragma acc data copy(a[0:n])\n#pragma acc serial loop seq copyin(n)\n\
                   for (int i = 0; i < n; ++i) a[i] = i;\n#pragma omp for simd safelen(4) nowait\n\
                   for (int i = 0; i < n; ++i) a[i] = i;\n}\n";
    let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("there is such a file");
    let dump = session.dump_text(unit, &TranslateOptions::default().mapping);
    let effective = dump.lines().filter(|line| line.contains("effective:"));
    // The `data` construct is not combined.
    let effective: Vec<&str> = effective.map(|line| line.trim_start_matches(' ')).collect();
    let expected = [
        "effective: serial",
        "effective: AccClause copyin <3:29>",
        "effective: loop",
        "effective: AccClause seq <3:25>",
        "effective: for",
        "effective: OmpClause nowait <5:33>",
        "effective: simd",
        "effective: OmpClause safelen <5:22>",
    ];
    assert_eq!(effective, expected, "{dump}");
    let indents: Vec<usize> = dump
        .lines()
        .filter(|line| line.contains("effective: "))
        .map(|line| line.find('e').unwrap_or(0))
        .collect();
    assert_eq!((indents[2] - indents[0], indents[1] - indents[0]), (2, 2), "{dump}");
    let tree = session.tree(unit);
    let nodes = tree.nodes.iter().filter(|node| !node.effective.is_empty());
    let named = nodes.map(|node| (node.text.clone().unwrap_or_default(), node.effective.len()));
    assert_eq!(named.collect::<Vec<_>>(), [("serial loop".to_owned(), 2), ("for simd".to_owned(), 2)]);
}

#[test]
fn dumps_of_deep_trees_are_as_long_as_the_program() {
    const DEPTH: usize = 40_000;
    let chain = "x=".repeat(DEPTH);
    let program = format!("int f(int x) {{\n#pragma acc data copy(x)\n{{ return {chain}1; }}\n}}\n");
    let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("there is such a file");
    let options = TranslateOptions::default();
    let text = session.dump_text(unit, &options.mapping);
    assert!(text.len() < 300 * DEPTH, "{} bytes", text.len());
    let depth = |line: &str| line.trim_start().split_once("] ")?.0.strip_prefix('[')?.parse::<usize>().ok();
    assert!(text.lines().filter_map(depth).max().is_some_and(|deepest| deepest > DEPTH));
    let json = session.dump_json(unit, &options.mapping);
    let json: serde_json::Value = serde_json::from_str(&json).expect("readers with default limits take it");
    assert_eq!(json["schema"], 2);
    let nodes = json["nodes"].as_array().expect("a list of nodes");
    assert_eq!(nodes.len(), 2 * DEPTH + 12, "no node is left out");
    for (index, node) in nodes.iter().enumerate() {
        let parent = node["parent"].as_u64().map(|parent| parent as usize);
        assert!(node["id"] == index && parent.is_none_or(|parent| parent < index), "{node}");
    }
    assert_eq!(nodes.iter().filter(|node| node["parent"].is_null()).count(), 1);
}

/// A program of two files, and the places at which functions get a `routine` directive: the file and what stands behind it.
fn shared(main: &str, other: &str) -> Vec<String> {
    let header = "int twice(int x);\n";
    let files = MemoryFiles::from_iter([("main.c", main), ("other.c", other), ("h.h", header)]);
    let mut session = Session::new(files);
    let units = ["main.c", "other.c"].map(|path| session.add_unit(path, &CompileOptions::default()).unwrap());
    let shared = session.share_device_functions(&units);
    let mut places = Vec::new();
    for path in &shared.changed {
        let text = session.source(path).expect("a changed source has a text");
        let text = String::from_utf8_lossy(&text).into_owned();
        for part in text.split("_Pragma(\"acc routine").skip(1) {
            let (list, behind) = part.split_once(" seq\") ").expect("the directive ends");
            let behind = behind.split(['{', ';']).next().unwrap_or_default().trim();
            places.push(format!("{path}: {list}{behind}"));
        }
    }
    assert_eq!(shared.notes.is_empty(), shared.changed.is_empty());
    let is_open = units.iter().flat_map(|unit| codes(&session, *unit)).any(|code| code == "ACC0124");
    assert!(shared.changed.is_empty() || !is_open, "{places:?}");
    places
}

#[test]
fn functions_that_devices_call_across_files_get_directives() {
    let call = "void f(int *a) {\n#pragma acc parallel copy(a[0:1])\n  a[0] = twice(a[0]);\n}\n";
    let definition = "int twice(int x) { return 2 * x; }\n";
    let with_header = &format!("#include \"h.h\"\nint n;\n{call}");
    let from_header = "main.c: (twice)void f(int *a)";
    for (main, other, expected) in [
        (
            &format!("int twice(int);\n{call}"),
            definition,
            &["main.c: int twice(int)", "other.c: int twice(int x)"][..],
        ),
        (with_header, definition, &[from_header, "other.c: int twice(int x)"]),
        (
            with_header,
            "#include \"h.h\"\nint g(int n) { return twice(n); }\nint twice(int x) { return 2 * x; }\n",
            &[from_header, "other.c: (twice)int g(int n)"],
        ),
        (
            &format!("{with_header}int deep(int x) {{ return x; }}\n"),
            "static int inner(int x) { return x; }\nint deep(int x);\nint twice(int x) { return inner(x) + deep(x); }\n",
            &[
                from_header,
                "main.c: int deep(int x)",
                "other.c: int deep(int x)",
                "other.c: int twice(int x)",
            ],
        ),
        // What has no definition for others, or no place for a directive, stays as it is.
        (with_header, "static int twice(int x) { return x; }\n", &[]),
        (with_header, "int g;\n", &[]),
        (&format!("int twice(int), other(int);\n{call}"), definition, &[]),
        (&format!("static int (*twice)(int);\n{call}"), definition, &[]),
    ] {
        assert_eq!(shared(main, other), expected, "{main}{other}");
    }
    let known = "#pragma acc routine seq\nint twice(int x);\n";
    let files = MemoryFiles::from_iter([
        ("main.c", format!("{known}{call}")),
        ("other.c", format!("{known}{definition}")),
    ]);
    let mut session = Session::new(files);
    let units = ["main.c", "other.c"].map(|path| session.add_unit(path, &CompileOptions::default()).unwrap());
    assert!(!session.calls_functions_of_others(units[0]));
    assert_eq!(session.share_device_functions(&units), SharedFunctions::default());
}
