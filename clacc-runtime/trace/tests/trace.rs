//! Runs C programs with the library: over clang's libomptarget with its plugin for the host, over gcc's libgomp with calls around
//! directives, and as generated code.

#![allow(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a skipped compiler is worth a line; tests may panic"
)]

#[path = "../../tests/support/mod.rs"]
mod support;

use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::{NO_HELPERS, compile, link_llvm};

const LIBRARY: &str = "libacc2omp_trace.so";

/// A compiler and its switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// clang with devices that its plugin for the host offers.
    Plugin,
    /// gcc without devices.
    Gcc,
    /// A C compiler, for what generated code calls, and for programs whose only events are announced.
    Plain,
}

impl Way {
    fn words(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Plugin => ("clang-19", &["-g", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"]),
            Self::Gcc => ("gcc", &["-fopenmp", "-foffload=disable"]),
            Self::Plain => ("gcc", &[]),
        }
    }
}

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// An empty folder for a test.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("trace-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// Returns the folder of the shared libraries that cargo built for these tests.
fn library_folder() -> PathBuf {
    support::folder_with(LIBRARY);
    support::library_folder()
}

/// Builds a program in a folder. Returns `None` if the compiler is not installed.
fn build(way: Way, source: &Path, folder: &Path) -> Option<PathBuf> {
    let (compiler, switches) = way.words();
    let library = library_folder();
    let executable = folder.join(source.file_stem().unwrap_or_default());
    let mut command = Command::new(compiler);
    command.args(switches).args(["-Wall", "-Wextra", "-Wno-unknown-pragmas", "-pthread", "-D_GNU_SOURCE"]);
    for include in ["../include", "../abi/include"] {
        command.arg("-I").arg(package().join(include));
    }
    command.arg(source).arg("-o").arg(&executable);
    command.arg("-L").arg(&library).arg(format!("-Wl,--enable-new-dtags,-rpath,{}", library.display()));
    command.args(["-Wl,--no-as-needed", "-lacc2omp", "-ldl"]);
    if way == Way::Plugin && !link_llvm(&mut command) {
        return None;
    }
    compile(&mut command).then_some(executable)
}

/// Builds a program of these tests.
fn program(way: Way, name: &str, folder: &Path) -> Option<PathBuf> {
    build(way, &package().join("tests/c").join(name).with_extension("c"), folder)
}

/// Runs a program in its folder.
fn run(executable: &Path, words: &[&OsStr], environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(executable);
    let cleared = ["ACC_DEVICE_TYPE", "ACC_PROFLIB", "ACC2OMP_TRACE", "CLACC_NOTIFY", "LD_LIBRARY_PATH"];
    for name in cleared {
        command.env_remove(name);
    }
    command.args(words).current_dir(executable.parent().unwrap_or(executable));
    let output = command.envs(environment.iter().copied()).output();
    output.unwrap_or_else(|error| panic!("{}: {error}", executable.display()))
}

/// Runs a program that succeeds. Returns what it said on stderr.
fn said(executable: &Path, environment: &[(&str, &str)]) -> String {
    let output = run(executable, &[], environment);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{}: {:?}\n{text}", executable.display(), output.status);
    text
}

/// Returns true if a text is a number and a unit, or a number and a percent sign.
fn is_amount(text: &str, units: &[&str]) -> bool {
    text.split_once(' ').is_some_and(|(number, unit)| number.parse::<f64>().is_ok() && units.contains(&unit))
}

/// The rows of a table, without times: calls, bytes up, bytes down, and the construct or part.
fn rows(text: &str) -> Vec<String> {
    let lines = text.lines().skip_while(|line| !line.starts_with("   total   share")).skip(1);
    let is_row =
        |line: &&str| line.get(..8).is_some_and(|total| is_amount(total.trim(), &["ns", "us", "ms", "s"]));
    let row = |line: &str| {
        assert!(line.chars().count() <= 100, "{line}");
        let cell = |from: usize, to: usize| line.get(from..to).unwrap_or_default().trim();
        assert!(
            is_amount(cell(8, 16), &["%"]) && is_amount(cell(24, 33), &["ns", "us", "ms", "s"]),
            "{line}"
        );
        format!("{} {} {} {}", cell(16, 24), cell(33, 42), cell(42, 51), line.get(53..).unwrap_or_default())
    };
    lines.take_while(is_row).map(row).collect()
}

/// The rows, sorted, without the parts: their order depends on times.
fn constructs(text: &str) -> Vec<String> {
    let is_part = |row: &String| {
        let parts = ["kernels", "uploads", "downloads", "waits", "rest"];
        parts.iter().any(|part| row.ends_with(&format!("   {part}")))
    };
    let mut found: Vec<_> = rows(text).into_iter().filter(|row| !is_part(row)).collect();
    found.sort();
    found
}

/// A slice of a timeline.
#[derive(Clone, Debug)]
struct Slice {
    track: String,
    name: String,
    /// In nanoseconds.
    begun: u64,
    ends: u64,
    about: Value,
}

/// Microseconds with three decimals, as nanoseconds.
fn nanoseconds(value: &Value) -> u64 {
    let microseconds = value.as_f64().expect("times are numbers");
    assert!(microseconds >= 0.0, "{microseconds}");
    #[expect(clippy::cast_sign_loss, reason = "it is not negative")]
    let nanoseconds = (microseconds * 1000.0).round() as u64;
    nanoseconds
}

/// Reads a timeline, and checks that slices of one track nest and that all tracks have names.
fn timeline(file: &Path) -> Vec<Slice> {
    let text = std::fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let document: Value = serde_json::from_slice(&text).expect("it is JSON");
    let events = document["traceEvents"].as_array().expect("there are events");
    let place = |event: &Value| (event["pid"].as_i64(), event["tid"].as_i64());
    let (mut processes, mut tracks) = (BTreeMap::new(), BTreeMap::new());
    let named = |event: &Value| event["args"]["name"].as_str().unwrap_or_default().to_owned();
    for event in events.iter().filter(|event| event["ph"] == "M") {
        match event["name"].as_str() {
            Some("process_name") => drop(processes.insert(event["pid"].as_i64(), named(event))),
            Some("thread_name") => drop(tracks.insert(place(event), named(event))),
            _ => assert!(event["args"]["sort_index"].is_i64(), "{event}"),
        }
    }
    let slices = events.iter().filter(|event| event["ph"] != "M").map(|event| {
        assert_eq!(event["ph"], "X");
        let (begun, time) = (nanoseconds(&event["ts"]), nanoseconds(&event["dur"]));
        let (process, _) = place(event);
        let track = format!("{}, {}", processes[&process], tracks[&place(event)]);
        let name = event["name"].as_str().expect("slices have names").to_owned();
        Slice { track, name, begun, ends: begun + time, about: event["args"].clone() }
    });
    let mut slices: Vec<_> = slices.collect();
    slices.sort_by_key(|slice| (slice.track.clone(), slice.begun, u64::MAX - slice.ends));
    check_nesting(&slices);
    slices
}

fn check_nesting(slices: &[Slice]) {
    let mut open: Vec<&Slice> = Vec::new();
    for slice in slices {
        open.retain(|around| around.track == slice.track && around.ends > slice.begun);
        if let Some(around) = open.last() {
            assert!(slice.ends <= around.ends, "{slice:?} in {around:?}");
        }
        open.push(slice);
    }
}

/// The names of the slices of a track, in the order of their beginnings.
fn names<'s>(slices: &'s [Slice], track: &str) -> Vec<&'s str> {
    slices.iter().filter(|slice| slice.track == track).map(|slice| slice.name.as_str()).collect()
}

#[test]
fn a_row_for_each_construct() {
    let folder = scratch("rows");
    let Some(program) = program(Way::Plugin, "directives", &folder) else { return };
    let text = said(&program, &[("ACC_PROFLIB", LIBRARY)]);
    assert!(
        text.starts_with("acc2omp: directives, process ")
            && text.contains(" of it in constructs of OpenACC\n")
    );
    let rows = rows(&text);
    let at = rows.iter().position(|row| row.contains("parallel    ")).expect("there is a parallel construct");
    let of_construct = [
        "3 3.00 KiB 3.00 KiB parallel    directives.c:102 rounds",
        "3 - -   kernels",
        "3 3.00 KiB -   uploads",
        "3 - 3.00 KiB   downloads",
        "3 - -   rest",
    ];
    let without_folders = rows[at].replace(&format!("{}/", package().join("tests/c").display()), "");
    assert_eq!(
        (&*without_folders, &rows[at + 1..at + 5]),
        (of_construct[0], &of_construct.map(str::to_owned)[1..])
    );
    for wanted in [
        "1 4.00 KiB - enter data  directives.c:109 main",
        "1 - 4.00 KiB exit data   directives.c:111 main",
        "3 - 3.00 KiB update      directives.c:104 rounds",
        "1 1.00 KiB 1.00 KiB data        directives.c:112 main",
        "1 4.00 KiB - acc_copyin",
        "1 - 4.00 KiB acc_copyout",
        "1 - - acc_wait",
        "1 - - acc_wait_all",
    ] {
        assert!(rows.iter().any(|row| row == wanted), "{wanted} in\n{text}");
    }
    assert!(!text.contains("async:") && !text.contains("unfinished:") && !text.contains("-: the place"));
    assert!(
        !folder.read_dir().expect("it is a folder").flatten().any(|file| file.path().extension().is_some())
    );
}

#[test]
fn the_table_without_a_timeline() {
    let folder = scratch("table-alone");
    let Some(program) = program(Way::Plain, "announced", &folder) else { return };
    let text = said(&program, &[("ACC2OMP_TRACE", "table")]);
    assert!(text.starts_with("acc2omp: announced, process ") && !text.contains("timeline"), "{text}");
    assert!(!folder.join("table").exists());
}

/// With `ACC2OMP_TRACE` alone the library is found too.
#[test]
fn slices_nest_and_say_where_they_come_from() {
    let folder = scratch("slices");
    let Some(program) = program(Way::Plugin, "directives", &folder) else { return };
    let text = said(&program, &[("ACC2OMP_TRACE", "out.json")]);
    assert!(text.contains("  parallel    ") && text.contains("The timeline is in "), "{text}");
    let slices = timeline(&folder.join("out.json"));
    let of_host = names(&slices, "directives, thread 0");
    let round = [
        "parallel directives.c:102",
        "data enters",
        "upload b",
        "kernel directives.c:102",
        "data leaves",
        "download b",
        "update directives.c:104",
        "download a[0:256]",
    ];
    let at = of_host.iter().position(|name| *name == round[0]).expect("there is a construct");
    assert_eq!(of_host[at..at + 16], [round, round].concat());
    let at = of_host.iter().position(|name| *name == "data directives.c:112").expect("there is a region");
    let region = ["data enters", "upload b", "parallel directives.c:114"];
    assert_eq!(of_host[at + 1..at + 4], region);
    let on_device = names(&slices, "device 0 (x86_64), no queue");
    assert_eq!(on_device[..4], ["upload a", "upload b", "kernel directives.c:102", "download b"]);
    let upload = slices.iter().find(|slice| slice.name == "upload b").expect("it is there");
    let about = &upload.about;
    assert!(about["file"].as_str().is_some_and(|file| file.ends_with("directives.c")), "{about}");
    assert_eq!((&about["line"], &about["bytes"], &about["async"]), (&102.into(), &1024.into(), &(-1).into()));
    assert_eq!((&about["function"], &about["construct"]), (&"rounds".into(), &"parallel".into()));
    assert_eq!((&about["variable"], &about["device"]), (&"b".into(), &"device 0 (x86_64)".into()));
}

#[test]
fn queues_have_tracks_of_their_own() {
    let folder = scratch("queues");
    let Some(program) = program(Way::Plugin, "queues", &folder) else { return };
    let text = said(&program, &[("ACC_PROFLIB", LIBRARY), ("ACC2OMP_TRACE", "%p.json"), NO_HELPERS]);
    assert!(text.contains("\nasync: it ran on a queue"), "{text}");
    for line in [203, 205] {
        let row = format!("parallel async  queues.c:{line} main");
        assert!(
            rows(&text)
                .iter()
                .any(|row_of| row_of.starts_with("4 64.0 KiB 64.0 KiB") && row_of.ends_with(&row)),
            "{text}"
        );
    }
    let file = folder.read_dir().expect("it is a folder").flatten().map(|file| file.path());
    let file = file.filter(|file| file.extension().is_some()).max().expect("there is a timeline");
    let number = file.file_stem().and_then(OsStr::to_str).expect("it has a name");
    assert!(text.contains(&format!("process {number}, ")), "{text}");
    let slices = timeline(&file);
    for (queue, line, variable) in [(1, 203, 'a'), (2, 205, 'b')] {
        let names = names(&slices, &format!("device 0 (x86_64), queue {queue}"));
        let one =
            [format!("upload {variable}"), format!("kernel queues.c:{line}"), format!("download {variable}")];
        assert_eq!(names, [&one[..], &one, &one, &one].concat());
        assert!(slices.iter().any(|slice| slice.name == format!("wait for queue {queue}")));
    }
}

/// Names with quotes, with control characters and without an encoding; nested regions; eight threads.
#[test]
fn announced_directives() {
    for way in [Way::Gcc, Way::Plain] {
        let folder = scratch(&format!("announced-{way:?}"));
        let Some(program) = program(way, "announced", &folder) else { return };
        let text = said(&program, &[("ACC2OMP_TRACE", "out.json")]);
        let found = constructs(&text);
        let wanted = [
            "1 - - data           dir/s.c:10 work",
            "1 - - kernels async  C:\\q\"uote\u{fffd}?.c:70 f?",
            "1 - - parallel       -",
            "1 - - wait           dir/s.c:40 work",
            "8000 - - serial         dir/s.c:60 work",
        ];
        assert_eq!(found, wanted, "{text}");
        assert!(text.contains("\n-: the place is not known. Compile with -fopenacc-prof"), "{text}");
        let slices = timeline(&folder.join("out.json"));
        let odd = slices.iter().find(|slice| slice.about["construct"] == "kernels").expect("it is there");
        assert_eq!(odd.about["file"], "C:\\q\"uote\u{fffd}\n.c");
        let tracks = (0..9).map(|thread| names(&slices, &format!("announced, thread {thread}")).len());
        let of_first = ["data s.c:10", "data enters"];
        assert_eq!(names(&slices, "announced, thread 0")[..2], of_first);
        assert_eq!(tracks.sum::<usize>(), slices.len());
        assert_eq!(slices.len(), 3 + 2 * 2 + 1 + 2 * 8000);
    }
}

#[test]
fn a_program_that_ends_inside_of_a_construct() {
    let folder = scratch("ends");
    let environment = [("ACC_PROFLIB", LIBRARY), ("ACC2OMP_TRACE", "out.json")];
    let check = |executable: &Path, words: &[&OsStr], wanted: &[&str]| {
        let output = run(executable, words, &environment);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), &*constructs(&text)),
            (Some(3), &wanted.iter().map(|&row| row.to_owned()).collect::<Vec<_>>()[..]),
            "{text}"
        );
        assert!(text.contains("\nunfinished: the program ended inside."), "{text}");
        assert!(timeline(&folder.join("out.json")).iter().any(|slice| slice.about["unfinished"] == true));
    };
    if let Some(ends) = program(Way::Plain, "ends", &folder) {
        check(
            &ends,
            &[],
            &["1 - - enter data           dir/s.c:10 work", "1 - - parallel unfinished  dir/s.c:20 work"],
        );
    }
    if let Some(native) = program(Way::Plain, "native", &folder) {
        let wanted = ["1 - - kernels              n.c:5 work", "1 - - parallel unfinished  n.c:12 work"];
        check(&native, &[OsStr::new("end")], &wanted);
        let found = constructs(&said(&native, &environment));
        assert_eq!(found, ["1 - - acc_wait", "1 - - kernels   n.c:5 work", "1 - - parallel  n.c:12 work"]);
    }
}

/// A child has a table if it has constructs of its own, and a timeline if the name has the process in it.
#[test]
fn children_write_what_is_theirs() {
    for (name, count) in [("out.json", 1), ("out.%p.json", 2)] {
        let folder = scratch(&format!("forks-{count}"));
        let Some(program) = program(Way::Plain, "forks", &folder) else { return };
        let text = said(&program, &[("ACC2OMP_TRACE", name)]);
        assert_eq!(text.matches("acc2omp: forks, process ").count(), 2, "{text}");
        assert_eq!(text.matches("The timeline is in").count(), count, "{text}");
        let (child, parent) = text[1..].split_once("acc2omp: ").expect("there are two tables");
        assert_eq!(constructs(child), ["1 - - serial  dir/s.c:20 work"]);
        assert!(
            constructs(parent)[0].ends_with(" - - parallel  dir/s.c:10 work") && !parent.contains("serial"),
            "{parent}"
        );
        let files = folder.read_dir().expect("it is a folder").flatten().map(|file| file.path());
        let files: Vec<_> = files.filter(|file| file.extension().is_some()).collect();
        assert_eq!(files.len(), count, "{files:?}");
        assert!(files.iter().all(|file| !timeline(file).is_empty()));
    }
}

#[test]
fn a_library_that_comes_late_and_is_disabled() {
    let folder = scratch("late");
    let Some(program) = program(Way::Plain, "late", &folder) else { return };
    let library = library_folder().join(LIBRARY);
    let output = run(&program, &[library.as_os_str()], &[]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{output:?}");
    // The second construct began, and its end was not told.
    let wanted = ["1 - - serial unfinished  dir/s.c:20 work", "2 - - kernels            dir/s.c:30 work"];
    assert_eq!(constructs(&text), wanted, "{text}");
}

/// A file that cannot be written is one line, and the table is printed.
#[test]
fn a_file_that_cannot_be_written() {
    let folder = scratch("refused");
    let Some(program) = program(Way::Plain, "native", &folder) else { return };
    for name in ["nowhere/out.json", "."] {
        let text = said(&program, &[("ACC2OMP_TRACE", name)]);
        let line = format!("acc2omp: ACC2OMP_TRACE: {}", folder.join(name).components().as_path().display());
        assert_eq!(text.lines().filter(|said| said.starts_with(&line)).count(), 1, "{line}\n{text}");
        assert_eq!(constructs(&text).len(), 3, "{text}");
    }
    // A file that is none, and one that exists.
    assert!(said(&program, &[("ACC2OMP_TRACE", "/dev/null")]).contains("The timeline is in /dev/null"));
    std::fs::write(folder.join("old.json"), "old").expect("a file can be written");
    std::os::unix::fs::symlink("old.json", folder.join("link.json")).expect("a link can be made");
    said(&program, &[("ACC2OMP_TRACE", "link.json")]);
    assert!(!timeline(&folder.join("old.json")).is_empty());
    assert!(folder.join("link.json").is_symlink());
    let names: Vec<_> =
        folder.read_dir().expect("it is a folder").flatten().map(|file| file.file_name()).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().contains(".part")), "{names:?}");
}

/// Another library beside this one, in front of it and behind, and one that does not exist.
#[test]
fn two_libraries_at_once() {
    let folder = scratch("two");
    let other = folder.join("other.so");
    let sources = package().join("../tests/c/profile");
    let mut command = Command::new("gcc");
    command
        .args(["-shared", "-fPIC", "-Wall", "-DNAME=\"other\""])
        .arg("-I")
        .arg(package().join("../include"));
    if !compile(command.arg(sources.join("library.c")).arg("-o").arg(&other)) {
        return;
    }
    let Some(program) = program(Way::Plain, "native", &folder) else { return };
    let other = other.display();
    for named in [format!("{other};{LIBRARY}"), format!("{LIBRARY};/nowhere/lib.so;{other};{LIBRARY}")] {
        let text = said(&program, &[("ACC_PROFLIB", &named)]);
        assert_eq!(text.matches("other compute_construct_end").count(), 2, "{text}");
        assert_eq!((constructs(&text).len(), text.matches("acc2omp: native, ").count()), (3, 1), "{text}");
        assert!(!text.contains("the value of another library"), "{text}");
    }
}

/// libgomp looks for the library itself, as the system does, and says that it does not find it. It is found all the same.
#[test]
fn short_names_beside_libgomp() {
    let folder = scratch("libgomp");
    let Some(program) = program(Way::Gcc, "announced", &folder) else { return };
    let text = said(&program, &[("ACC_PROFLIB", LIBRARY)]);
    assert_eq!(constructs(&text).len(), 5, "{text}");
    assert_eq!(text.lines().filter(|line| line.contains(LIBRARY)).count(), 1, "{text}");
}

#[test]
fn no_event_is_one_line() {
    let folder = scratch("nothing");
    let source = folder.join("nothing.c");
    std::fs::write(
        &source,
        "#include <openacc.h>\nint x;\nint main(void) { return acc_copyin(&x, 4) != &x; }\n",
    )
    .expect("a file can be written");
    let Some(program) = build(Way::Gcc, &source, &folder) else { return };
    let library = library_folder().join(LIBRARY);
    let text = said(&program, &[("ACC_PROFLIB", &library.display().to_string())]);
    assert!(
        text.ends_with(
            "; its runtime told of no construct of OpenACC (clacc cc -fopenacc-prof makes it tell)\n"
        ),
        "{text}"
    );
    assert_eq!(text.lines().count(), 1, "{text}");
    // Nothing of the library is called.
    std::fs::write(&source, "int main(void) { return 0; }\n").expect("a file can be written");
    let Some(program) = build(Way::Gcc, &source, &folder) else { return };
    let text = said(&program, &[("ACC2OMP_TRACE", "table")]);
    assert_eq!((text.lines().count(), text.starts_with("acc2omp: nothing, ")), (1, true), "{text}");
}

/// The text of the page between a line and the end of the block that begins there.
fn block<'p>(page: &'p str, begin: &str) -> &'p str {
    let rest = page.split_once(begin).expect("the page has the block").1;
    rest.split_once("```").expect("the block ends").0
}

/// The table of the page looks like those that are printed.
#[test]
fn the_page_shows_a_table() {
    let page = include_str!("../../../docs/profiling.md");
    let table = block(page, "```text\n");
    assert!(table.starts_with("acc2omp: jacobi, process "));
    assert_eq!(rows(table).len(), 5);
    let of_device = page.find("Where there is a device").map_or("", |at| &page[at..]);
    let rows = rows(block(of_device, "```text\n"));
    assert_eq!(rows.len(), 18);
    let construct =
        rows.iter().position(|row| row == "400 3.12 KiB 3.12 KiB parallel  examples/c/jacobi.c:42 solve");
    let parts =
        ["400 - -   kernels", "400 3.12 KiB -   uploads", "400 - 3.12 KiB   downloads", "400 - -   rest"];
    assert_eq!(construct.map(|at| &rows[at + 1..at + 5]), Some(&parts.map(str::to_owned)[..]));
}

#[test]
fn a_tool_in_thirty_lines() {
    let folder = scratch("tool");
    let text = block(include_str!("../../../docs/profiling.md"), "```c\n");
    assert!(text.lines().count() <= 30);
    std::fs::write(folder.join("copies.c"), text).expect("a file can be written");
    let mut command = Command::new("gcc");
    command.current_dir(&folder).args(["-O2", "-Wall", "-shared", "-fPIC", "copies.c", "-o", "libcopies.so"]);
    if !compile(command.arg("-I").arg(package().join("../include"))) {
        return;
    }
    let Some(program) = program(Way::Plugin, "directives", &folder) else { return };
    let text = said(&program, &[("ACC_PROFLIB", "./libcopies.so")]);
    for (variable, up, down) in
        [("a", 4096, 4096), ("b", 4096, 4096), ("a[0:256]", 0, 3072), ("(no name)", 4096, 4096)]
    {
        assert!(text.contains(&format!("{variable:20} {up:9} up {down:9} down\n")), "{variable}: {text}");
    }
}
