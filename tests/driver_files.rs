//! Files around `clacc cc`: what it never writes over, what it leaves behind when it is killed, and the cache that it believes.
//! Uses gcc.

#![cfg(unix)]

mod commands;

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

use commands::{command, files_below, folder_with, status, text};

const SOURCE: &str = "#include \"k.h\"\nint main(void) {\n  int x[4];\n#pragma acc parallel loop copy(x)\n\
    for (int i = 0; i < 4; ++i) x[i] = K;\n  return x[0];\n}\n";
const FILES: &[(&str, &str)] = &[
    ("a.c", SOURCE),
    ("k.h", "#define K 0\n"),
    ("words", "-c a.c"),
    ("plain.c", "#include \"k.h\"\nint k = K;\n"),
];

/// The cache of all tests of the driver.
const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/driver-cache");

fn driver(folder: &Path, cache: &Path, arguments: &[&str]) -> Command {
    let scratch = folder.join("scratch");
    std::fs::create_dir_all(&scratch).expect("a folder can be made");
    let mut driver = command(folder);
    driver.env("XDG_CACHE_HOME", cache).env("TMPDIR", scratch).env_remove("CLACC_RUNTIME");
    driver.arg("cc").args(arguments);
    driver
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    driver(folder, Path::new(CACHE), arguments).output().expect("clacc runs")
}

/// A folder with sources, links of both kinds to one of them, and what the preprocessor makes of it.
fn sources() -> tempfile::TempDir {
    let folder = folder_with(FILES);
    let path = folder.path();
    std::os::unix::fs::symlink("a.c", path.join("link.c")).expect("a link can be made");
    std::fs::hard_link(path.join("a.c"), path.join("hard.c")).expect("a link can be made");
    let made = Command::new("gcc").args(["-E", "a.c", "-o", "a.i"]).current_dir(path).status();
    assert!(made.expect("gcc runs").success());
    folder
}

/// Runs a command that would write over one of its inputs.
fn refuses(folder: &Path, arguments: &[&str]) {
    let contents = || -> Vec<Vec<u8>> {
        files_below(folder).iter().map(|name| std::fs::read(folder.join(name)).unwrap_or_default()).collect()
    };
    let before = contents();
    let output = run(folder, arguments);
    let told = text(&output.stderr);
    assert_eq!(status(&output), 2, "{arguments:?}: {told}");
    assert!(told.contains("nothing is written"), "{arguments:?}: {told}");
    assert!(contents() == before, "{arguments:?}");
}

#[test]
fn inputs_are_never_written_over() {
    let folder = sources();
    let folder = folder.path();
    for models in [&["-fopenacc"][..], &["--native"], &["--serial", "-fopenacc"], &[]] {
        for wanted in [&["-c"][..], &["-S"], &["-E"], &["-M"], &["-MM"], &["-fsyntax-only"], &[]] {
            for output in ["a.c", "link.c", "hard.c", "k.h", "./k.h"] {
                refuses(folder, &[models, wanted, &["a.c", "-o", output]].concat());
            }
        }
    }
    for arguments in [
        &["-fopenacc", "-c", "plain.c", "-o", "k.h"][..],
        &["-fopenacc", "-c", "a.c", "-MMD", "-MF", "k.h"],
        &["-fopenacc", "-c", "a.c", "-Wp,-MMD,a.c"],
        &["-fopenacc", "-c", "a.c", "--record", "k.h"],
        &["--record=hard.c", "-fopenacc", "-c", "a.c"],
        &["-fopenacc", "@words", "-o", "words"],
        &["-fopenacc", "-include", "words", "-c", "a.c", "-o", "words"],
        &["-fopenacc", "-save-temps", "-c", "a.i"],
        &["-fopenacc", "-save-temps", "-c", "a.i", "-o", "a.o"],
        &["-fopenacc", "-x", "c", "-c", "link.c", "-o", "a.c"],
        &["-fopenacc-print=omp", "a.c", "-o", "link.c"],
        &["-fopenacc-ast-print=omp", "a.c", "-o", "k.h"],
        &["-fopenacc", "a.c", "plain.c", "-o", "plain.c"],
        &["-fopenacc", "--policy-file", "words", "-c", "a.c", "-o", "words"],
    ] {
        refuses(folder, arguments);
    }
}

/// Outputs that are no inputs are written as ever, devices among them.
#[test]
fn other_files_are_written_over() {
    let folder = sources();
    let folder = folder.path();
    for arguments in [
        &["-fopenacc", "-c", "a.c"][..],
        &["-fopenacc", "-c", "a.c", "a.o"],
        &["-save-temps", "-c", "a.i"],
        &["-fopenacc", "-c", "a.c", "-o", "words"],
        &["-fopenacc", "-c", "plain.c", "-o", "a.c"],
        &["-fopenacc", "-x", "c", "-c", "/dev/null", "-o", "/dev/null"],
    ] {
        let output = run(folder, arguments);
        assert_eq!(status(&output), 0, "{arguments:?}: {}", text(&output.stderr));
    }
}

/// A compiler that kills the driver, and what lies there for everybody else to read then. The next run removes it.
#[test]
fn a_killed_run_is_cleared_up_by_the_next_one() {
    let folder = folder_with(FILES);
    let folder = folder.path();
    let script = "#!/bin/sh\ncase \" $* \" in *' -dM '*) exec gcc \"$@\";; esac\nkill -KILL $PPID\n";
    std::fs::write(folder.join("compiler"), script).expect("a file can be written");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.join("compiler"), mode).expect("permissions can be set");
    let output = run(folder, &["--backend", "./compiler", "-fopenacc", "-c", "a.c"]);
    assert_eq!(output.status.code(), None);
    let scratch = folder.join("scratch");
    let left: Vec<_> = std::fs::read_dir(&scratch).expect("it is there").flatten().collect();
    let modes: Vec<u32> =
        left.iter().map(|entry| entry.metadata().expect("it is there").mode() & 0o777).collect();
    assert_eq!(modes, [0o700]);
    // What is no folder of a run, and what another run has now, stays.
    std::fs::write(scratch.join("clacc-run-file"), "").expect("a file can be written");
    let busy = scratch.join("clacc-run-busy");
    std::fs::create_dir(&busy).expect("a folder can be made");
    let lock = std::fs::File::open(&busy).expect("it opens");
    rustix::fs::flock(&lock, rustix::fs::FlockOperation::LockExclusive).expect("it locks");
    let output = run(folder, &["-fopenacc", "-c", "a.c"]);
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    let mut names: Vec<_> = std::fs::read_dir(&scratch).expect("it is there").flatten().collect();
    names.sort_by_key(std::fs::DirEntry::file_name);
    let names: Vec<_> = names.iter().map(|entry| entry.file_name().into_string().expect("text")).collect();
    assert_eq!(names, ["clacc-run-busy", "clacc-run-file"]);
}

/// Texts of killed runs beside outputs, which the next run that writes there removes.
#[test]
fn texts_of_killed_runs_go() {
    let folder = folder_with(FILES);
    let folder = folder.path();
    let own = std::process::id();
    let (dead, fresh, alive) =
        (".clacc-999999999-a.tmp", ".clacc-999999999-b.tmp", &*format!(".clacc-{own}-c.tmp"));
    let long_ago = SystemTime::now() - Duration::from_secs(24 * 3600);
    for (name, time) in
        [(dead, long_ago), (fresh, SystemTime::now()), (alive, long_ago), (".clacc-x.tmp", long_ago)]
    {
        let file = std::fs::File::create(folder.join(name)).expect("a file can be made");
        file.set_modified(time).expect("its time can be set");
    }
    let output = command(folder).args(["translate", "a.c", "-o", "b.c"]).output().expect("clacc runs");
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    let left: Vec<_> = files_below(folder).into_iter().filter(|name| name.starts_with(".clacc")).collect();
    let mut expected = [fresh.to_owned(), alive.to_owned(), ".clacc-x.tmp".to_owned()];
    expected.sort();
    assert_eq!(left, expected);
}

/// The cache is made for the user alone, believed only if nobody else could write to it, and made anew where it is damaged.
#[test]
fn the_cache_is_the_users_own() {
    let folder = folder_with(FILES);
    let folder = folder.path();
    let cache = folder.join("cache");
    let own = cache.join("clacc");
    let ran = |driver: &mut Command| {
        let output = driver.output().expect("clacc runs");
        (status(&output), text(&output.stderr))
    };
    let build = |arguments: &[&str]| ran(&mut driver(folder, &cache, arguments));
    let mode = |path: &Path, mode: u32| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))
            .expect("permissions can be set");
    };
    let link = ["-fopenacc", "a.c", "-o", "a"];
    let (ended, told) = build(&link);
    assert!(ended == 0 && told.contains("libacc2omp is put into"), "{told}");
    assert_eq!(std::fs::metadata(&own).expect("it is there").mode() & 0o777, 0o700);
    assert_eq!(build(&link), (0, String::new()));
    // A part of a library is no library.
    let library =
        files_below(&own).into_iter().find(|name| name.ends_with("/libacc2omp.so")).expect("it is there");
    std::fs::write(own.join(&library), "").expect("a file can be written");
    let (ended, told) = build(&link);
    assert!(ended == 0 && told.contains("libacc2omp is put into"), "{told}");
    // Others could exchange the folder: nothing is linked from there, and what needs no library is compiled.
    mode(&cache, 0o777);
    let (ended, told) = build(&link);
    assert!(ended == 2 && told.contains("others can exchange it"), "{told}");
    assert_eq!(build(&["-fopenacc", "-c", "a.c"]), (0, String::new()));
    mode(&cache, 0o1777);
    assert_eq!(build(&link), (0, String::new()));
    // Others could have written here, so nothing of it is believed.
    let elsewhere = folder.join("runtime");
    std::fs::rename(own.join(&library).ancestors().nth(2).expect("a folder"), &elsewhere)
        .expect("it is renamed");
    std::fs::write(own.join("planted"), "").expect("a file can be written");
    mode(&own, 0o777);
    let told = ran(driver(folder, &cache, &link).env("CLACC_RUNTIME", &elsewhere));
    assert_eq!(told, (0, String::new()));
    assert!(!own.join("planted").exists());
    assert_eq!(std::fs::metadata(&own).expect("it is there").mode() & 0o777, 0o700);
}

/// Objects need headers of the library and no library.
#[test]
fn objects_are_compiled_without_a_home() {
    let folder = folder_with(&[(
        "a.c",
        "#include <openacc.h>\n#include <accelmath.h>\ndouble f(void) { return acc_get_num_devices(acc_device_host) + sqrt(2); }\n",
    )]);
    let run = |arguments: &[&str]| {
        let mut driver = driver(folder.path(), Path::new(CACHE), arguments);
        driver.env_remove("HOME").env_remove("XDG_CACHE_HOME").output().expect("clacc runs")
    };
    for models in ["-fopenacc", "--native"] {
        let output = run(&[models, "-c", "a.c"]);
        assert_eq!((status(&output), text(&output.stderr)), (0, String::new()), "{models}");
        let output = run(&[models, "a.c", "-o", "a"]);
        assert_eq!(status(&output), 2);
        assert!(text(&output.stderr).contains("CLACC_RUNTIME=DIR"), "{}", text(&output.stderr));
    }
}

/// An ordinary user for whom the system makes no thread and no process. Needs to be root, to become that user.
#[test]
fn without_threads_a_message_says_so() {
    let folder = folder_with(FILES);
    let path = folder.path();
    let public = std::fs::Permissions::from_mode(0o777);
    std::fs::set_permissions(path, public.clone()).expect("permissions can be set");
    let program = path.join("clacc");
    std::fs::copy(env!("CARGO_BIN_EXE_clacc"), &program).expect("a file can be copied");
    for arguments in ["verify a.c", "cc -fopenacc -c a.c", "cc -fopenacc --jobs 2 -c a.c plain.c"] {
        let script = format!("ulimit -u 1; TMPDIR=. HOME=. exec ./clacc {arguments}");
        let as_other = ["--reuid=65534", "--clear-groups", "bash", "-c", &script];
        let ran = Command::new("setpriv").args(as_other).current_dir(path).output();
        let Ok(output) = ran else { return };
        let told = text(&output.stderr);
        if told.contains("setresuid failed") || told.contains("setgroups failed") {
            return;
        }
        assert_eq!(output.status.code(), Some(2), "{arguments}: {told}");
        assert!(!told.contains("panicked"), "{arguments}: {told}");
    }
}
