//! Tests of the files that the command line reads and writes: which ones, where, and what must not be lost.

mod commands;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use commands::{PROGRAM, clacc, command, files_below, folder_with, status, text};

const HEADER: &str = "static inline void h(int n, int *x) {\n#pragma acc parallel loop copy(x[0:n])\n  for (int i = 0; i < n; ++i) x[i] = i;\n}\n";

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn is_translated(text: &str) -> bool {
    text.contains("#pragma omp target teams") && !text.contains("#pragma acc")
}

/// Runs a command that must be refused with this reason before anything is written.
fn refused(arguments: &[&str], folder: &Path, reason: &str) {
    let before: Vec<_> =
        files_below(folder).into_iter().map(|name| (std::fs::read(folder.join(&name)).ok(), name)).collect();
    let output = clacc(arguments, folder);
    assert_eq!(status(&output), 2, "{arguments:?}");
    assert!(text(&output.stderr).contains(reason), "{arguments:?}: {}", text(&output.stderr));
    let after: Vec<_> =
        files_below(folder).into_iter().map(|name| (std::fs::read(folder.join(&name)).ok(), name)).collect();
    assert_eq!(before, after, "{arguments:?}");
}

#[test]
fn a_folder_of_results_keeps_the_tree_of_folders() {
    let include = "#include \"../include/h.h\"\n";
    let folder = folder_with(&[
        ("src/a.c", &format!("{include}{PROGRAM}")),
        ("s2/a.c", PROGRAM),
        ("s2/deep/b.c", PROGRAM),
        ("include/h.h", HEADER),
    ]);
    let output = clacc(&["translate", "src/a.c", "s2/a.c", "./s2/../s2/a.c", "-o", "out/"], folder.path());
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    let out = folder.path().join("out");
    assert_eq!(files_below(&out), ["include/h.h", "s2/a.c", "src/a.c"]);
    for name in files_below(&out) {
        assert!(is_translated(&read(&out, &name)), "{name}");
    }
    // The header is found from the result as it was from the source.
    assert_eq!(status(&clacc(&["check", "src/a.c"], &out)), 0);
    // A folder stands for its C files; the tree begins at the folder that holds all of them.
    assert_eq!(status(&clacc(&["translate", "s2", "-o", "only"], folder.path())), 0);
    assert_eq!(files_below(&folder.path().join("only")), ["a.c", "deep/b.c"]);
    // Results among the sources are no sources.
    assert_eq!(status(&clacc(&["translate", ".", "-o", "only/"], folder.path())), 0);
    assert!(!folder.path().join("only/only").exists());
    // Two results that are one file behind a link would overwrite each other.
    #[cfg(unix)]
    {
        std::fs::create_dir_all(folder.path().join("linked/src")).expect("a folder can be made");
        std::fs::write(folder.path().join("linked/src/a.c"), "old\n").expect("a file can be written");
        std::os::unix::fs::symlink("src", folder.path().join("linked/s2")).expect("a link can be made");
        let arguments = ["translate", "src/a.c", "s2/a.c", "-o", "linked/"];
        refused(&arguments, folder.path(), "is the same file as");
    }
    refused(&["translate", "include", "-o", "x/"], folder.path(), "no file in include is named *.c");
    refused(&["translate", "src/a.c", "s2/a.c", "-o", "none"], folder.path(), "-o none/ makes one");
}

#[test]
fn files_of_the_program_are_changed_in_place_only() {
    let folder = folder_with(&[("src/a.c", "#include \"h.h\"\n"), ("src/h.h", HEADER)]);
    for target in ["src/a.c", "src/../src/a.c", "src/h.h", "src/"] {
        refused(&["translate", "src/a.c", "-o", target], folder.path(), "a file of the program itself");
    }
    refused(
        &["cc", "-fopenacc-print=omp", "src/a.c", "-o", "src/h.h"],
        folder.path(),
        "a file of the program",
    );
}

/// `cc` and `translate` take the command lines of compilers. What a linker reads must not be C.
#[test]
fn c_text_goes_into_no_object_file() {
    let folder = folder_with(&[("a.c", PROGRAM)]);
    for flag in ["-c", "-S", "-E", "-M"] {
        refused(&["cc", "-fopenacc-print=omp", flag, "a.c", "-o", "a.out"], folder.path(), flag);
    }
    refused(&["cc", "-fopenacc-print=omp", "a.c", "-o", "a.o"], folder.path(), "a.o is no C file");
    refused(&["translate", "-O2", "-c", "a.c", "-o", "a.o"], folder.path(), "a.o is no C file");
    refused(&["cc", "-fopenacc-print=omp", "-x", "c++", "a.c"], folder.path(), "not c++");
    // The word behind such a flag is no file.
    let output = clacc(&["cc", "-fopenacc-print=acc", "-x", "c", "-MF", "a.d", "a.c"], folder.path());
    assert_eq!((status(&output), text(&output.stdout)), (0, PROGRAM.to_owned()));
}

/// What happens to a header with a directive: found how, translated with what options, how it ends.
fn check_header(arguments: &[&str], expected: (i32, &str, bool)) {
    let folder = folder_with(&[("a.c", "int first;\n#include <h.h>\n"), ("inc/h.h", HEADER)]);
    for main in ["a.c", "b.c"] {
        std::fs::write(folder.path().join("b.c"), "#include <h.h>\n").expect("a file can be written");
        let output = clacc(&[&["translate", "--report", "--notes", main], arguments].concat(), folder.path());
        let stderr = text(&output.stderr);
        assert_eq!(status(&output), expected.0, "{main} {arguments:?}: {stderr}");
        assert!(stderr.contains(expected.1), "{main} {arguments:?}: {stderr}");
        let verdict = if expected.2 {
            "parallel loop: exact"
        } else {
            "parallel loop: unsupported: kept, because it needs an edit of a header"
        };
        assert!(stderr.contains(verdict), "{main} {arguments:?}: {stderr}");
        assert_eq!(
            is_translated(&read(folder.path(), "inc/h.h")),
            expected.2 && arguments.contains(&"--in-place")
        );
        std::fs::write(folder.path().join("inc/h.h"), HEADER).expect("a file can be written");
    }
}

#[test]
fn directives_in_headers_are_translated_or_reported() {
    check_header(&["-Iinc"], (1, "warning[MAP0041]", false));
    check_header(&["-Iinc", "-o", "out.c"], (1, "warning[MAP0041]", false));
    check_header(&["-Iinc", "--deny", "dropped"], (1, "denied: parallel loop", false));
    check_header(&["-Iinc", "--in-place"], (0, "note[MAP0012]", true));
    check_header(&["-Iinc", "-o", "out/"], (0, "note[MAP0012]", true));
    check_header(&["-isystem", "inc"], (1, "warning[MAP0040]", false));
    check_header(&["-isystem", "inc", "--in-place"], (1, "warning[MAP0040]", false));
    check_header(&["-isystem", "inc", "--diff"], (1, "warning[MAP0040]", false));
    check_header(&["-idirafter", "inc", "--check"], (1, "warning[MAP0040]", false));
}

/// The directive is written in the system header, though its place is where the macro is used.
#[test]
fn macros_of_system_headers_are_not_changed() {
    let header = "#define LOOP _Pragma(\"acc parallel loop copy(x[0:n])\")\n";
    let main = "#include <m.h>\nvoid f(int n, int *x) {\nLOOP\nfor (int i = 0; i < n; ++i) x[i] = i;\n}\n";
    let folder = folder_with(&[("a.c", main), ("inc/m.h", header)]);
    let output = clacc(&["translate", "--in-place", "--isystem", "inc", "a.c"], folder.path());
    assert_eq!(status(&output), 1, "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("MAP0040"), "{}", text(&output.stderr));
    assert_eq!(
        (read(folder.path(), "inc/m.h"), read(folder.path(), "a.c")),
        (header.to_owned(), main.to_owned())
    );
}

/// The text that stdout gets is read while the program is still being analysed, so the file is saved in the
/// middle of the run.
#[cfg(unix)]
#[test]
fn what_is_saved_during_the_run_is_not_lost() {
    // Inputs are read side by side. That one of them includes a pipe proves that it has itself been read once the
    // pipe is opened, and the run then waits for what the pipe says.
    let program = format!("#include \"pipe.h\"\n{PROGRAM}");
    let folder = folder_with(&[("a.c", &program), ("b.c", PROGRAM)]);
    assert!(
        Command::new("mkfifo").arg(folder.path().join("pipe.h")).status().expect("mkfifo runs").success()
    );
    let child =
        command(folder.path()).args(["translate", "--in-place", "a.c", "b.c"]).stderr(Stdio::piped()).spawn();
    let child = child.expect("clacc runs");
    let mut pipe = std::fs::OpenOptions::new()
        .write(true)
        .open(folder.path().join("pipe.h"))
        .expect("clacc reads the pipe");
    std::fs::write(folder.path().join("a.c"), "int saved;\n").expect("a file can be written");
    pipe.write_all(b"int x;\n").expect("clacc reads the pipe");
    drop(pipe);
    let output = child.wait_with_output().expect("clacc ends");
    assert_eq!(status(&output), 2);
    assert!(text(&output.stderr).contains("a.c was changed while"), "{}", text(&output.stderr));
    assert_eq!(read(folder.path(), "a.c"), "int saved;\n");
    assert_eq!(files_below(folder.path()), ["a.c", "b.c", "pipe.h"]);
}

#[cfg(unix)]
#[test]
fn what_a_new_file_would_lose_is_kept_or_refused() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt};
    let folder = folder_with(&[("a.c", PROGRAM), ("linked.c", PROGRAM), ("fixed.c", PROGRAM)]);
    let path = |name: &str| folder.path().join(name);
    std::fs::hard_link(path("linked.c"), path("other.c")).expect("a link can be made");
    std::fs::set_permissions(path("fixed.c"), PermissionsExt::from_mode(0o444))
        .expect("permissions can be set");
    std::os::unix::fs::symlink("nowhere.c", path("broken.c")).expect("a link can be made");
    for (name, reason) in [
        ("linked.c", "2 hard links"),
        ("fixed.c", "read-only"),
        ("broken.c", "a link to a file that does not exist"),
    ] {
        if name != "broken.c" {
            refused(&["translate", "--in-place", "a.c", name], folder.path(), reason);
        }
        refused(&["translate", "a.c", "-o", name], folder.path(), reason);
    }
    std::fs::set_permissions(path("a.c"), PermissionsExt::from_mode(0o640)).expect("permissions can be set");
    // Not every file system has such attributes.
    let attribute = |value: &mut [u8]| rustix::fs::getxattr(path("a.c"), "user.note", value);
    let noted =
        rustix::fs::setxattr(path("a.c"), "user.note", b"mine", rustix::fs::XattrFlags::empty()).is_ok();
    // Only a privileged user can give files away.
    let given = std::os::unix::fs::chown(path("a.c"), Some(12), Some(34)).is_ok();
    assert_eq!(status(&clacc(&["translate", "--in-place", "a.c"], folder.path())), 0);
    let there = std::fs::metadata(path("a.c")).expect("the file is there");
    assert_eq!(there.mode() & 0o777, 0o640);
    assert!(!given || (there.uid(), there.gid()) == (12, 34));
    let mut note = [0; 4];
    assert!(!noted || (attribute(&mut note) == Ok(4) && note == *b"mine"));
}

#[cfg(unix)]
#[test]
fn a_new_file_has_the_permissions_of_any_new_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder_with(&[("a.c", PROGRAM)]);
    for (mask, mode) in [("077", 0o600), ("002", 0o664)] {
        let script = format!("umask {mask}; exec \"$0\" translate a.c -o {mask}.c");
        let shell = ["-c", &script, env!("CARGO_BIN_EXE_clacc")];
        assert!(
            Command::new("sh").args(shell).current_dir(folder.path()).status().expect("sh runs").success()
        );
        let made =
            std::fs::metadata(folder.path().join(mask).with_extension("c")).expect("the file is there");
        assert_eq!(made.permissions().mode() & 0o777, mode);
    }
}

/// The process's own stdout is written to as it is, whatever it was redirected to.
#[cfg(unix)]
#[test]
fn the_name_of_stdout_is_stdout() {
    let folder = folder_with(&[("a.c", PROGRAM)]);
    let script = "{ echo before; \"$0\" translate a.c -o /dev/stdout; echo behind; } >> log";
    let shell = ["-c", script, env!("CARGO_BIN_EXE_clacc")];
    for _ in 0..2 {
        assert!(
            Command::new("sh").args(shell).current_dir(folder.path()).status().expect("sh runs").success()
        );
    }
    let log = read(folder.path(), "log");
    assert_eq!(
        (log.matches("before\n").count(), log.matches("behind\n").count(), log.matches("omp target").count()),
        (2, 2, 2)
    );
    for arguments in [
        &["translate", "a.c", "-o", "/dev/full"][..],
        &["cc", "-fopenacc-print=omp", "a.c", "-o", "/dev/full"],
    ] {
        if Path::new("/dev/full").exists() {
            refused(arguments, folder.path(), "No space left");
        }
    }
}

/// A report goes nowhere else than where it may: to no file of the program, and not where the program goes.
#[test]
fn reports_replace_nothing_that_is_needed() {
    let policy =
        "name = \"mine\"\nversion = \"1\"\n[[rule]]\nconstruct = \"loop\"\nreplace = { num_threads = 3 }\n";
    let files = [("a.c", "#include \"h.h\"\n"), ("h.h", HEADER), ("p.toml", policy)];
    let folder = folder_with(&files);
    let before = files_below(folder.path());
    for (output, report, words) in [
        ("o.c", "o.c", "o.c is the same file as o.c"),
        ("o.c", "./o.c", "./o.c is the same file as o.c"),
        ("out/", "out/h.h", "out/h.h is the same file as out/h.h"),
        ("o.c", "a.c", "a.c is a file of the program itself"),
        ("o.c", "./h.h", "./h.h is a file of the program itself"),
        ("o.c", "p.toml", "p.toml is a file of the program itself"),
    ] {
        let words_of_run = [
            "translate",
            "a.c",
            "--policy-file",
            "p.toml",
            "-o",
            output,
            "--report=md",
            "--report-file",
            report,
        ];
        refused(&words_of_run, folder.path(), words);
        assert_eq!(files_below(folder.path()), before, "{output} {report}");
    }
    let output =
        clacc(&["translate", "a.c", "-o", "o.c", "--report", "md", "--report-file", "r.md"], folder.path());
    assert_eq!(status(&output), 1, "{}", text(&output.stderr));
    assert!(read(folder.path(), "r.md").starts_with("# OpenACC to OpenMP"));
}

/// What was found is said even if the result cannot be written.
#[test]
fn findings_do_not_depend_on_the_result() {
    let folder = folder_with(&[("a.c", "#include \"none.h\"\n")]);
    let output = clacc(&["translate", "--message-format", "sarif", "a.c", "-o", "a.c"], folder.path());
    assert_eq!(status(&output), 2);
    assert!(text(&output.stderr).contains("\"ruleId\":\"PP0001\""), "{}", text(&output.stderr));
}

/// A pipe gives its text once.
#[cfg(unix)]
#[test]
fn a_pipe_is_read_once() {
    let folder = folder_with(&[]);
    let pipe = folder.path().join("pipe.c");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let child = command(folder.path())
        .args(["translate", "pipe.c"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("clacc runs");
    std::fs::write(&pipe, PROGRAM).expect("clacc reads the pipe");
    let output = child.wait_with_output().expect("clacc ends");
    assert_eq!(status(&output), 0);
    assert!(is_translated(&text(&output.stdout)));
}

/// `patch` turns each source into what `--in-place` makes of it.
#[cfg(unix)]
#[test]
fn patch_applies_the_diff() {
    use std::os::unix::ffi::OsStrExt as _;
    let program = PROGRAM.replace("\r\n", "\n");
    let folder = folder_with(&[
        ("plain.c", &program),
        ("dos.c", PROGRAM),
        ("sub/with blanks.c", &program),
        ("quo\"ted\\.c", &program),
        ("no end.c", program.trim_end()),
    ]);
    let latin = folder.path().join(std::ffi::OsStr::from_bytes(b"latin\xe9.c"));
    let bytes =
        [program.replace('\u{e9}', "").as_bytes(), b"// caf\xe9\n// a lone\rreturn\nint last;"].concat();
    std::fs::write(&latin, bytes).expect("a file can be written");
    let copy = tempfile::tempdir().expect("a scratch folder can be made");
    let run = |command: &mut Command| command.output().expect("a command runs");
    let mut cp = Command::new("cp");
    assert!(run(cp.arg("-r").arg(folder.path().join(".")).arg(copy.path())).status.success());
    // Paths are written in three ways, and the diff has one for all.
    let diff = run(command(folder.path()).args(["translate", "--diff", ".", "sub/../plain.c"]).arg(&latin));
    assert_eq!(status(&diff), 0, "{}", text(&diff.stderr));
    assert!(text(&diff.stdout).contains("--- a/dos.c\n+++ b/dos.c\n"), "{}", text(&diff.stdout));
    std::fs::write(copy.path().join("diff"), &diff.stdout).expect("a file can be written");
    let patched = run(Command::new("patch").args(["-p1", "-i", "diff"]).current_dir(copy.path()));
    assert!(patched.status.success(), "{}", text(&patched.stdout));
    std::fs::remove_file(copy.path().join("diff")).expect("the diff is there");
    assert_eq!(status(&clacc(&["translate", "--in-place", "."], folder.path())), 0);
    let compared = run(Command::new("diff").arg("-r").arg(folder.path()).arg(copy.path()));
    assert!(compared.status.success(), "{}", text(&compared.stdout));
    // From elsewhere, the names are relative to the root.
    let source = format!("{}/sub/again.c", folder.path().display());
    std::fs::write(&source, &program).expect("a file can be written");
    let diff = run(command(copy.path()).args(["translate", "--diff", &source]));
    let real = std::fs::canonicalize(&source).expect("the file is there");
    let head = format!("The names are relative to the root: patch -p1 -d /\n--- a{}\n", real.display());
    assert!(text(&diff.stdout).starts_with(&head), "{}", text(&diff.stdout));
}

/// A path is bytes. It comes out as it went in, and in JSON each byte that is not UTF-8 has a stand-in.
#[cfg(unix)]
#[test]
fn paths_need_not_be_utf_8() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = folder_with(&[]);
    let name = std::ffi::OsStr::from_bytes(b"caf\xe9.c");
    let include = std::ffi::OsStr::from_bytes(b"inc\xff");
    std::fs::create_dir(folder.path().join(include)).expect("a folder can be made");
    std::fs::write(folder.path().join(include).join("h.h"), HEADER).expect("a file can be written");
    let program = format!("#include <h.h>\n{PROGRAM}");
    std::fs::write(folder.path().join(name), program).expect("a file can be written");
    let run = |arguments: &[&str]| {
        command(folder.path())
            .arg("translate")
            .arg(name)
            .arg("-I")
            .arg(include)
            .args(arguments)
            .output()
            .expect("clacc runs")
    };
    let short = run(&["--message-format", "short"]);
    assert!(short.stderr.windows(7).any(|bytes| bytes == b"inc\xff/h."), "{}", text(&short.stderr));
    let json = run(&["--message-format", "json"]);
    assert!(std::str::from_utf8(&json.stderr).is_ok_and(|json| json.contains("inc\u{10ffff}/h.h")));
    let written = run(&["--in-place"]);
    assert_eq!(status(&written), 0, "{}", text(&written.stderr));
    for path in [folder.path().join(name), folder.path().join(include).join("h.h")] {
        assert!(is_translated(&text(&std::fs::read(path).expect("the file is there"))));
    }
    assert_eq!(files_below(folder.path()).len(), 2);
}
