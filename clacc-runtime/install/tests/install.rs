//! Installs the libraries from their sources, and builds C programs with no other flags than those of the
//! layout.

use clacc_runtime_install::{
    ABI_HEADER, HEADER, InstallError, Layout, Linkage, MATH_HEADER, Origin, install, install_from_sources,
};
use std::path::{Path, PathBuf};
use std::process::Command;

fn fresh_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
#[cfg(all(target_os = "linux", target_env = "gnu", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn the_library_of_processes_comes_first() {
    let layout = Layout::new(fresh_folder("with-processes"));
    assert!(!layout.has_processes());
    install(&layout, None, "rustc").expect("the libraries are installed");
    assert!(layout.has_processes());
    let names: Vec<_> = layout.process_libs().into_iter().filter(|word| word.starts_with("-l")).collect();
    assert_eq!(names, ["-lclacc_processes", "-lclacc_omp", "-lacc2omp"]);
}

const PROGRAM: &str = r"
#include <clacc_abi.h>
#include <openacc.h>
static void region(clacc_thread *t, void *args) {
  if (t->id == t->count - 1) *(int *)args = t->count;
}
int main(void) {
  int threads = 0;
  clacc_fork(0, region, &threads, 2, 0);
  if (threads != 2) return 1;
  double x[8] = {1, 2, 3};
  acc_copyin(x, sizeof x);
#pragma omp target map(alloc : x)
  x[1] += 5;
  acc_copyout(x, sizeof x);
  return x[1] != 7;
}
";

/// Builds a program with these arguments, and runs it.
fn build_and_run(layout: &Layout, name: &str, text: &str, compiler: &str, arguments: &[String]) {
    let source = layout.prefix.join(name);
    let program = layout.prefix.join(format!("program-of-{name}"));
    std::fs::write(&source, text).expect("a file can be written");
    let mut command = Command::new(compiler);
    let output =
        command.arg(&source).arg("-o").arg(&program).args(arguments).output().expect("gcc is installed");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let ran = Command::new(&program).env_remove("LD_LIBRARY_PATH").output().expect("the program starts");
    assert!(ran.status.success(), "{name} {arguments:?}: {ran:?}");
}

/// Runs a program as it is translated: the compiler's OpenMP is on.
fn run_translated(layout: &Layout, name: &str, text: &str, compiler: &str, is_static: bool) {
    let library =
        if is_static { vec![layout.lib().join("libacc2omp.a").display().to_string()] } else { layout.libs() };
    let openmp = ["-fopenmp", "-foffload=disable", "-lm", "-ldl"].map(str::to_owned);
    let arguments: Vec<_> = layout.cflags().into_iter().chain(library).chain(openmp).collect();
    build_and_run(layout, name, text, compiler, &arguments);
}

/// Runs a program of the native kind.
fn run_native(layout: &Layout, name: &str, text: &str, compiler: &str, linkage: Linkage) {
    let arguments: Vec<_> = layout.native_cflags().into_iter().chain(layout.native_libs(linkage)).collect();
    build_and_run(layout, name, text, compiler, &arguments);
}

/// A program of another OpenMP library: the header and the routines are those of that library.
const OF_LIBGOMP: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>
#include <openacc.h>
#include <string.h>
#ifdef CLACC_OMP_H
#error "this is not the compiler's omp.h"
#endif
int main(void) {
  int threads = 0;
  Dl_info info;
  acc_init(acc_device_default);
#pragma omp parallel num_threads(3)
#pragma omp atomic
  threads += omp_get_num_threads();
  return !(threads == 9 && dladdr((void *)omp_get_num_threads, &info) && strstr(info.dli_fname, "libgomp"));
}
"#;

/// A program as it is generated, with routines of OpenMP and OpenACC.
const NATIVE: &str = r#"
#include <clacc_abi.h>
#include <omp.h>
#include <openacc.h>
#ifndef CLACC_OMP_H
#error "this is another omp.h"
#endif
static omp_lock_t lock;
static int threads;
static void body(clacc_thread *head, void *unused) {
  (void)unused;
  omp_set_lock(&lock);
  threads += omp_get_num_threads() * 10 + (omp_get_thread_num() == head->id);
  omp_unset_lock(&lock);
}
int main(void) {
  omp_init_lock(&lock);
  clacc_fork(0, body, 0, 3, 0);
  omp_destroy_lock(&lock);
  return !(threads == 93 && acc_get_device_type() == acc_device_host && omp_get_level() == 0);
}
"#;

/// A program with routines of its own that have the names of ours. It calls others of ours too.
const WITH_STAND_INS: &str = r"
#include <omp.h>
#include <openacc.h>
double omp_get_wtime(void) { return 42; }
void acc_attach(void **pointer) { *pointer = 0; }
int main(void) {
  int x[2] = {1, 2};
  void *pointer = x;
  acc_copyin(x, sizeof x);
  acc_attach(&pointer);
  acc_delete(x, sizeof x);
  return !(omp_get_wtime() == 42 && !pointer && omp_get_wtick() > 0 && omp_get_level() == 0);
}
";

#[test]
fn installed_from_its_sources() {
    let layout = Layout::new(fresh_folder("built"));
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    install_from_sources(&layout, &compiler).expect("it installs");
    check_installation(&layout);
}

#[test]
fn installed_without_a_compiler_of_rust() {
    let layout = Layout::new(fresh_folder("carried"));
    assert!(!layout.is_complete());
    assert_eq!(install(&layout, None, "no-such-compiler").expect("it installs"), Origin::Carried);
    check_installation(&layout);

    // A library beside the program is copied.
    let second = Layout::new(fresh_folder("copied"));
    let origin = install(&second, Some(&layout.lib()), "no-such-compiler").expect("it installs");
    assert_eq!(origin, Origin::Copied(layout.lib()));
    run_translated(&second, "program.c", PROGRAM, "gcc", false);
    run_native(&second, "native.c", NATIVE, "gcc", Linkage::Static);
    std::fs::remove_file(second.lib().join("libclacc_omp.a")).expect("it was copied");
    assert_eq!(second.native_libs(Linkage::Static), second.native_libs(Linkage::Shared));
}

/// Looks at what was installed, and runs programs with it.
fn check_installation(layout: &Layout) {
    assert!(layout.is_complete());
    for (name, text) in [("openacc.h", HEADER), ("accelmath.h", MATH_HEADER), ("clacc_abi.h", ABI_HEADER)] {
        assert_eq!(std::fs::read_to_string(layout.include().join(name)).expect("the header is there"), text);
    }
    assert!(!layout.include().join("omp.h").exists(), "compilers look there");
    for name in ["acc2omp.pc", "clacc-omp.pc"] {
        let text = std::fs::read_to_string(layout.lib().join("pkgconfig").join(name)).expect("it is there");
        assert!(text.contains(&format!("prefix={}\n", layout.prefix.display())) && !text.contains('@'));
    }
    run_translated(layout, "program.c", PROGRAM, "gcc", false);
    run_translated(layout, "program.cpp", PROGRAM, "g++", false);
    run_translated(layout, "static.c", PROGRAM, "gcc", true);
    run_translated(layout, "of_libgomp.c", OF_LIBGOMP, "gcc", false);
    run_translated(layout, "of_libgomp_static.c", OF_LIBGOMP, "gcc", true);
    run_native(layout, "native.c", NATIVE, "gcc", Linkage::Shared);
    run_native(layout, "native_static.c", NATIVE, "gcc", Linkage::Static);
    run_native(layout, "native.cpp", NATIVE, "g++", Linkage::Static);
    run_native(layout, "stand_ins.c", WITH_STAND_INS, "gcc", Linkage::Shared);
    run_native(layout, "stand_ins_static.c", WITH_STAND_INS, "gcc", Linkage::Static);
    check_profiling_library(layout);
    exports_only(layout, "libclacc_omp.so", |name| name.starts_with("omp_"));
    exports_only(layout, "libacc2omp.so", |name| !name.starts_with("omp_"));
    needs_no_openmp(layout, "program-of-native.c", &["libclacc_omp.so", "libacc2omp.so"]);
    needs_no_openmp(layout, "program-of-native_static.c", &[]);
}

/// A program with a construct of generated code.
const PROFILED: &str = r#"
#include <clacc_abi.h>
static const clacc_site site = {sizeof(clacc_site), 1, 0, "n.c", "work", 5, 9, 1, 20};
static void body(clacc_thread *thread, void *unused) {
  (void)thread, (void)unused;
}
int main(void) {
  clacc_construct_begin(&site, -1);
  clacc_gangs(&site, 0, 3, body, 0);
  clacc_construct_end(&site);
  return 0;
}
"#;

/// The profiling library is found by its short name. It exports one function.
fn check_profiling_library(layout: &Layout) {
    assert!(layout.profiling_library().is_file());
    run_native(layout, "profiled.c", PROFILED, "gcc", Linkage::Shared);
    let name = Path::new("libacc2omp_trace.so");
    let run = |variable: &str, value: &Path| {
        let mut command = Command::new(layout.prefix.join("program-of-profiled.c"));
        let output = command.env_remove("LD_LIBRARY_PATH").env(variable, value).output();
        String::from_utf8(output.expect("the program starts").stderr).expect("it is text")
    };
    assert!(run("ACC_PROFLIB", name).contains("  kernels  n.c:5 work\n"));
    let timeline = layout.prefix.join("timeline.json");
    assert!(run("ACC2OMP_TRACE", &timeline).contains("  kernels  n.c:5 work\n") && timeline.is_file());
    run_native(layout, "profiled.c", PROFILED, "gcc", Linkage::Static);
    // A program that holds the library itself looks where the linker was told that it should.
    assert!(run("ACC_PROFLIB", name).contains("  kernels  n.c:5 work\n"));
    assert!(run("ACC_PROFLIB", Path::new("libnone.so")).starts_with("acc2omp: ACC_PROFLIB: libnone.so: "));
    assert!(run("ACC_PROFLIB", &layout.profiling_library()).contains("  kernels  n.c:5 work\n"));
    let exported = exports(layout, "libacc2omp_trace.so");
    assert_eq!(exported, ["acc_register_library"]);
}

/// The names in the columns of what `nm` prints.
fn exports(layout: &Layout, library: &str) -> Vec<String> {
    let output = Command::new("nm").args(["-D", "--defined-only"]).arg(layout.lib().join(library)).output();
    let text = String::from_utf8(output.expect("binutils are installed").stdout).expect("names are text");
    text.lines().filter_map(|line| line.split_whitespace().nth(2)).map(str::to_owned).collect()
}

fn exports_only(layout: &Layout, library: &str, is_its: impl Fn(&str) -> bool) {
    let names = exports(layout, library);
    assert!(names.len() > 50, "{library}: {names:?}");
    assert_eq!(names.iter().find(|name| !is_its(name)), None, "{library}");
}

/// No OpenMP library of a compiler is linked, and of ours the ones that are named.
fn needs_no_openmp(layout: &Layout, program: &str, ours: &[&str]) {
    let output = Command::new("ldd").arg(layout.prefix.join(program)).output().expect("ldd is installed");
    let text = String::from_utf8(output.stdout).expect("names are text");
    for name in ["libgomp", "libomp", "libiomp"] {
        assert!(!text.contains(name), "{program}: {text}");
    }
    for name in ["libclacc_omp.so", "libacc2omp.so"] {
        assert_eq!(text.contains(name), ours.contains(&name), "{program}: {text}");
    }
}

#[test]
fn without_a_compiler_it_says_so() {
    let layout = Layout::new(fresh_folder("refused"));
    let error = install_from_sources(&layout, "no-such-compiler-anywhere").expect_err("nothing can build it");
    assert!(matches!(error, InstallError::NoCompiler(..)));
    assert!(error.to_string().contains("no-such-compiler-anywhere"));
    let failing = install_from_sources(&layout, "false").expect_err("the compiler fails");
    assert!(matches!(failing, InstallError::Compiler(_)));
    assert!(!layout.is_complete());
}

#[test]
fn flags_are_words() {
    let layout = Layout::new("/opt/acc");
    assert_eq!(layout.cflags(), ["-I/opt/acc/include"]);
    assert_eq!(layout.libs(), ["-L/opt/acc/lib", "-Wl,-rpath,/opt/acc/lib", "-lacc2omp"]);
    assert_eq!(layout.native_cflags(), ["-I/opt/acc/include/clacc-omp", "-I/opt/acc/include"]);
    assert_eq!(
        layout.native_libs(Linkage::Shared),
        ["-L/opt/acc/lib", "-Wl,-rpath,/opt/acc/lib", "-lclacc_omp", "-lacc2omp"]
    );
}
