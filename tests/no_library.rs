//! Short text needs neither the macro, nor the header, nor the library of OpenACC, where OpenMP has the same.

use clacc::Session;
use clacc::dialect::{CompilerVersions, Dialect, Platform};
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::translate::{OpenaccMacro, TranslateOptions, Translation};

/// The header of OpenACC, as far as these programs need it.
const OPENACC: &str = "\
typedef enum { acc_device_none, acc_device_default, acc_device_host, acc_device_not_host, acc_device_nvidia, acc_device_x86_64 } acc_device_t;
int acc_get_num_devices(acc_device_t);
void acc_set_device_num(int, acc_device_t);
void acc_init(acc_device_t);
void *acc_malloc(unsigned long);
";

fn session(files: &[(&str, &str)]) -> Session {
    let files = files.iter().fold(MemoryFiles::new(), |all, (path, text)| all.with(*path, *text));
    Session::new(files.with("system/openacc.h", OPENACC))
}

fn compiled() -> CompileOptions {
    let mut options = CompileOptions::default();
    options.system_dirs.push("system".into());
    options
}

fn translation(program: &str, options: &TranslateOptions) -> Translation {
    let mut session = session(&[("f.c", program)]);
    let unit = session.add_unit("f.c", &compiled()).expect("the file is there");
    session.translate(unit, options).as_ref().clone()
}

fn text(program: &str, options: &TranslateOptions) -> String {
    String::from_utf8(translation(program, options).text).expect("ASCII")
}

/// Checks the default text of a program, which a second run does not change.
#[track_caller]
fn check(program: &str, expected: &str) {
    let options = TranslateOptions::default();
    assert_eq!(text(program, &options), expected);
    assert_eq!(text(expected, &options), expected, "the second run");
}

/// The messages of the findings with a code.
fn messages(program: &str, options: &TranslateOptions, code: &str) -> Vec<String> {
    let found = translation(program, options).diagnostics;
    found.iter().filter(|each| each.code.id == code).map(|each| each.message.clone()).collect()
}

/// The reason that the definition at the top gives.
#[track_caller]
fn check_defined(program: &str, reason: &str) {
    let options = TranslateOptions::default();
    let text = text(program, &options);
    assert!(text.starts_with("#ifndef _OPENACC\n#define _OPENACC 202506\n#endif\n"), "{text}");
    let messages = messages(program, &options, "MAP0013");
    assert!(matches!(&messages[..], [message] if message.contains(reason)), "{messages:?}");
}

#[test]
fn the_macro_is_renamed_where_every_use_asks_only() {
    check(
        "#ifdef _OPENACC\nint a;\n#else /* _OPENACC */\nint b;\n#endif // !_OPENACC, not MY_OPENACC\n",
        "#ifdef _OPENMP\nint a;\n#else /* _OPENMP */\nint b;\n#endif // !_OPENMP, not MY_OPENACC\n",
    );
    check(
        "#if defined(_OPENACC) && !defined _OPENACC || !_OPENACC\n#elif (_OPENACC) != 0 && (0 < _OPENACC)\n#endif\n",
        "#if defined(_OPENMP) && !defined _OPENMP || !_OPENMP\n#elif (_OPENMP) != 0 && (0 < _OPENMP)\n#endif\n",
    );
    // Other configurations read the lines that this one skips. A message is for people, and so is a comment elsewhere.
    check(
        "#ifdef GPU\n#ifndef _OPENACC\n#error no _OPENACC\n#endif\n#endif\n/* _OPENACC */\nint n;\n",
        "#ifdef GPU\n#ifndef _OPENMP\n#error no _OPENACC\n#endif\n#endif\n/* _OPENACC */\nint n;\n",
    );
    check(
        "void f(int *a) {\n#if _OPENACC\n#pragma acc update self(a[0:4])\n#endif\n}\n",
        "void f(int *a) {\n#if _OPENMP\n#pragma omp target update from(present: a[0:4])\n#endif\n}\n",
    );
    let renamed = messages("#if _OPENACC\n#elif _OPENACC\n#endif\n", &TranslateOptions::default(), "MAP0100");
    assert_eq!(renamed, ["2 uses of `_OPENACC` became uses of `_OPENMP`; this is the first one"]);
}

#[test]
fn the_macro_is_defined_where_a_use_needs_more() {
    let value = "this use needs the value of the macro";
    check_defined("#if _OPENACC >= 201306\n#endif\n", value);
    check_defined("#if defined(_OPENACC) && (_OPENACC) > 201306\n#endif\n", value);
    check_defined("#if 0 < _OPENACC - 1\n#endif\n", value);
    check_defined("int version = _OPENACC;\n#ifdef _OPENACC\n#endif\n", value);
    check_defined("#define HAS_ACC defined(_OPENACC)\n#ifdef _OPENACC\n#endif\n", value);
    check_defined("#ifdef _OPENACC\n#undef _OPENACC\n#endif\n", "the program defines the macro itself");
    check_defined(
        "#ifdef GPU\n#define _OPENACC 1\n#endif\n#ifdef _OPENACC\n#endif\n",
        "defines the macro itself",
    );
    let both = "the program asks for `_OPENMP` too";
    check_defined("#ifdef _OPENACC\n#elif defined(_OPENMP)\n#endif\n", both);
    check_defined("#ifdef _OPENACC\n#endif\n#ifdef GPU\n#undef _OPENMP\n#endif\n", both);
    check_defined("#ifdef _OPENACC\n#endif\n#pragma acc wait(\n", "this directive keeps its OpenACC text");
    check_defined(
        "#ifdef _OPENACC\nint a;\n#else\n#pragma acc declare create(b)\n#endif\n",
        "this directive is in a branch that is not taken",
    );
}

#[test]
fn the_treatment_of_the_macro_is_chosen() {
    let program = "#ifdef _OPENACC\nint a;\n#endif\n";
    let definition = "#ifndef _OPENACC\n#define _OPENACC 202506\n#endif\n";
    let renamed = program.replace("_OPENACC", "_OPENMP");
    let with = |openacc_macro| TranslateOptions::default().with_openacc_macro(openacc_macro);
    let portable = |openacc_macro| with(openacc_macro).with_dialect(clacc::dialect::PORTABLE);
    assert_eq!(text(program, &with(OpenaccMacro::Rename)), renamed);
    assert_eq!(text(program, &portable(OpenaccMacro::Rename)), renamed);
    assert_eq!(text(program, &with(OpenaccMacro::Define)), format!("{definition}{program}"));
    assert_eq!(text(program, &portable(OpenaccMacro::Automatic)), format!("{definition}{program}"));
    assert_eq!(text(program, &with(OpenaccMacro::Keep)), program);
    assert_eq!(text(program, &with(OpenaccMacro::Leave)), program);
    let kept = messages(program, &with(OpenaccMacro::Keep), "MAP0101");
    assert_eq!(
        kept,
        ["the program asks for _OPENACC, which nothing defines now: what it chooses is not compiled"]
    );
    assert!(messages(program, &with(OpenaccMacro::Leave), "MAP0101").is_empty());
}

/// Translates files together, and returns those that changed.
fn together(files: &[(&str, &str)]) -> Vec<(String, String)> {
    let mut session = session(files);
    let units = files.iter().filter(|(path, _)| !path.starts_with("h."));
    let units: Vec<_> =
        units.map(|(path, _)| session.add_unit(path, &compiled()).expect("the file is there")).collect();
    let (_, together) = session.translate_together(&units, &TranslateOptions::default());
    assert!(together.settled && together.conflicts.is_empty(), "{:?}", together.conflicts);
    let text = |text: &[u8]| String::from_utf8(text.to_vec()).expect("ASCII");
    together.files.iter().map(|file| (file.path.to_string(), text(&file.text))).collect()
}

#[test]
fn units_that_share_a_header_agree_about_the_macro() {
    let header = ("h.h", "#ifdef _OPENACC\nextern int a;\n#endif\n");
    let plain = ("plain.c", "#include \"h.h\"\n#ifdef _OPENACC\nint b;\n#endif\n");
    let changed = together(&[header, plain, ("other.c", "#include \"h.h\"\n")]);
    let renamed = [header, plain].map(|(path, text)| (path.to_owned(), text.replace("_OPENACC", "_OPENMP")));
    assert_eq!(changed, renamed);
    // One unit needs the value, so that both define the macro, and the header stays.
    let value = ("value.c", "#include \"h.h\"\nint c = _OPENACC;\n");
    let definition = "#ifndef _OPENACC\n#define _OPENACC 202506\n#endif\n";
    let defined = [plain, value].map(|(path, text)| (path.to_owned(), format!("{definition}{text}")));
    assert_eq!(together(&[header, plain, value]), defined);
}

#[test]
fn the_header_of_openacc_is_none_of_the_program() {
    // A folder of `-I` is no system folder.
    let program = "#ifdef _OPENACC\n#include <openacc.h>\n#endif\nint n;\n";
    let header = "#ifdef _OPENMP\nint acc_on_device(int);\n#endif\n";
    let mut session = session(&[("f.c", program), ("library/openacc.h", header)]);
    let options = CompileOptions::default().include_dir("library");
    let unit = session.add_unit("f.c", &options).expect("the file is there");
    let translation = session.translate(unit, &TranslateOptions::default());
    assert_eq!(String::from_utf8_lossy(&translation.text), "int n;\n");
    assert!(translation.headers.is_empty());
}

/// Checks what statements of a function become, in a program that needs no more than OpenMP's header afterwards.
#[track_caller]
fn check_calls(body: &str, expected: &str) {
    let program = |header: &str, body: &str| {
        format!("{header}void f(int n, void *p, void *q, unsigned long b) {{\n{body}}}\n")
    };
    // Where nothing calls a routine of OpenMP, its header is not needed either.
    let header = if expected.contains("omp_") { "#include <omp.h>\n" } else { "" };
    check(&program("#include <openacc.h>\n", body), &program(header, expected));
}

#[test]
fn calls_become_those_of_openmp() {
    check_calls(
        "  p = acc_malloc(n * sizeof(int));\n",
        "  p = omp_target_alloc(n * sizeof(int), omp_get_default_device());\n",
    );
    check_calls("  acc_free( p );\n", "  omp_target_free( p, omp_get_default_device() );\n");
    check_calls(
        "  n = acc_is_present(p, b);\n",
        "  n = omp_target_is_present(p, omp_get_default_device());\n",
    );
    check_calls("  q = acc_deviceptr(p);\n", "  q = omp_get_mapped_ptr(p, omp_get_default_device());\n");
    check_calls(
        "  acc_memcpy_to_device(q, p, b);\n  acc_memcpy_from_device(p, q, b);\n",
        "  omp_target_memcpy(q, p, b, 0, 0, omp_get_default_device(), omp_get_initial_device());\n  omp_target_memcpy(p, q, b, 0, 0, omp_get_initial_device(), omp_get_default_device());\n",
    );
    check_calls(
        "  acc_map_data(p, q, b);\n  acc_unmap_data(p);\n",
        "  omp_target_associate_ptr(p, q, b, 0, omp_get_default_device());\n  omp_target_disassociate_ptr(p, omp_get_default_device());\n",
    );
    check_calls(
        "  n = acc_get_num_devices(acc_device_nvidia) + acc_get_num_devices(acc_device_host);\n",
        "  n = omp_get_num_devices() + 1;\n",
    );
    check_calls("  n = acc_get_num_devices(acc_device_x86_64);\n", "  n = omp_get_num_devices();\n");
    check_calls("  n = acc_on_device(acc_device_x86_64);\n", "  n = !omp_is_initial_device();\n");
    check_calls(
        "  acc_set_device_num(n % 2, acc_device_default);\n  n = acc_get_device_num(acc_device_not_host);\n",
        "  omp_set_default_device(n % 2);\n  n = omp_get_default_device();\n",
    );
    check_calls("  acc_set_device_num(0, acc_get_device_type());\n", "  omp_set_default_device(0);\n");
    check_calls(
        "  if (acc_on_device(acc_device_host) || !acc_on_device(acc_device_not_host)) n++;\n",
        "  if (omp_is_initial_device() || !!omp_is_initial_device()) n++;\n",
    );
    // A call in a call, in a macro, and in lines that are skipped.
    check_calls(
        "  acc_free(acc_malloc(b));\n",
        "  omp_target_free(omp_target_alloc(b, omp_get_default_device()), omp_get_default_device());\n",
    );
    check_calls(
        "#define NEW(n) acc_malloc((n) * 4)\n#ifdef GPU\n  acc_free(p);\n#endif\n",
        "#define NEW(n) omp_target_alloc((n) * 4, omp_get_default_device())\n#ifdef GPU\n  omp_target_free(p, omp_get_default_device());\n#endif\n",
    );
}

#[test]
fn statements_without_a_counterpart_go() {
    check_calls("  n = 1;\n  acc_init(acc_device_default);\n  n = 2;\n", "  n = 1;\n  n = 2;\n");
    check_calls("  acc_init(acc_device_nvidia); n = 2;\n", "  n = 2;\n");
    check_calls("  acc_init(acc_device_nvidia); // now\n", "  // now\n");
    check_calls(
        "  if (n)\n    acc_shutdown(acc_device_nvidia);\n  else acc_init(acc_device_default);\n",
        "  if (n)\n    ;\n  else ;\n",
    );
    check_calls(
        "#ifdef _OPENACC\n  acc_init(acc_device_default);\n  acc_init_device(0, acc_device_nvidia);\n#endif\n  n++;\n",
        "  n++;\n",
    );
    check_calls(
        "#ifdef _OPENACC\n  acc_init(acc_device_default);\n#else\n  n = 0;\n#endif\n",
        "#ifdef _OPENMP\n#else\n  n = 0;\n#endif\n",
    );
    check_calls("  acc_set_device_type(acc_device_nvidia);\n", "");
    // If the program selects the host, the selection of another type has an effect.
    check_calls(
        "  acc_set_device_type(acc_device_host);\n  acc_set_device_type(acc_device_nvidia);\n",
        "  omp_set_default_device(omp_get_initial_device());\n  omp_set_default_device(0);\n",
    );
    // The region of a directive ends behind the statement.
    check_calls(
        "#pragma acc data copy(n)\n  {\n    acc_init(acc_device_default);\n  }\n",
        "#pragma omp target data map(tofrom: n)\n  {\n  }\n",
    );
}

#[test]
fn directives_about_devices_become_those_of_openmp() {
    check_calls("#pragma acc set device_num(n)\n", "    omp_set_default_device(n);\n");
    check_calls(
        "#pragma acc set device_type(host)\n#pragma acc set device_type(nvidia)\n",
        "    omp_set_default_device(omp_get_initial_device());\n    omp_set_default_device(0);\n",
    );
    check_calls("#pragma acc init\n#pragma acc shutdown\n", "");
    let text =
        text("void f(int n) {\n#pragma acc set device_num(n) if(n > 1)\n}\n", &TranslateOptions::default());
    assert_eq!(text, "#include <omp.h>\nvoid f(int n) {\n    if (n > 1) omp_set_default_device(n);\n}\n");
}

/// Checks a program that still needs the library, and the names for which it does.
#[track_caller]
fn check_left(program: &str, expected: &str, names: &str) {
    check(program, expected);
    let left = messages(program, &TranslateOptions::default(), "MAP0105");
    assert_eq!(left, [format!("this still needs an OpenACC library: {names}")]);
}

#[test]
fn what_has_no_counterpart_stays_with_its_header() {
    check_left(
        "#include <openacc.h>\nint f(void *p) {\n  acc_free(p);\n  return acc_async_test(1);\n}\n",
        "#include <omp.h>\n#include <openacc.h>\nint f(void *p) {\n  omp_target_free(p, omp_get_default_device());\n  return acc_async_test(1);\n}\n",
        "`acc_async_test`",
    );
    // A header that is included already is not included again.
    check("#include <omp.h>\n#include <openacc.h>\n\nint n;\n", "#include <omp.h>\n\nint n;\n");
    check(
        "#include <omp.h>\n#ifdef _OPENACC\n# include <openacc.h>\n#endif\n\n#if _OPENACC\n#endif\n",
        "#include <omp.h>\n\n#if _OPENMP\n#endif\n",
    );
    // A queue whose number is computed needs the library of the translation.
    let program = "#include <openacc.h>\nvoid f(int *a, int n) {\n#pragma acc wait(n)\n  acc_wait(1);\n}\n";
    let found = messages(program, &TranslateOptions::default(), "MAP0105");
    assert_eq!(found, ["this still needs an OpenACC library: `acc2omp_async2dep`, `acc_wait`"]);
    check_calls("  acc_wait_all();\n", "  #pragma omp taskwait\n");
    // A type that is computed, a cast to void, a result that OpenMP's routine does not have, an argument with an effect.
    for (statement, names) in [
        ("acc_set_device_num(1, t);", "`acc_device_t`, `acc_set_device_num`"),
        ("(void)acc_init(acc_device_default);", "`acc_device_default`, `acc_device_t`, `acc_init`"),
        ("t ? acc_memcpy_device(p, p, 1) : 0;", "`acc_device_t`, `acc_memcpy_device`"),
        ("acc_is_present(p, n++);", "`acc_device_t`, `acc_is_present`"),
        ("acc_on_device(acc_device_default);", "`acc_device_default`, `acc_device_t`, `acc_on_device`"),
        ("acc_create_unified(p);", "`acc_create_unified`, `acc_device_t`"),
    ] {
        let program =
            format!("#include <openacc.h>\nvoid f(acc_device_t t, int n, void *p) {{\n  {statement}\n}}\n");
        check_left(&program, &program, names);
    }
    // OpenMP permits few routines in teams.
    for construct in ["parallel", "kernels loop copy(n)\n  for (int i = 0; i < 1; ++i)", "serial\n  {"] {
        let end = if construct.ends_with('{') { "  }\n" } else { "" };
        let program = |directive: &str| {
            format!(
                "#include <openacc.h>\nvoid f(int n) {{\n#pragma {directive}\n    n = acc_on_device(acc_device_host);\n{end}}}\n"
            )
        };
        let found = messages(&program(&format!("acc {construct}")), &TranslateOptions::default(), "MAP0105");
        assert_eq!(found, ["this still needs an OpenACC library: `acc_device_host`, `acc_on_device`"]);
    }
    // Memory is allocated and freed by one library.
    let program = "#include <openacc.h>\nvoid (*release)(void *) = acc_free;\nvoid *f(void) { return acc_malloc(4); }\n";
    check_left(program, program, "`acc_free`, `acc_malloc`");
}

#[test]
fn names_of_the_program_are_not_those_of_the_library() {
    for program in [
        "void acc_init(int);\nvoid f(void) {\n  acc_init(1);\n}\n",
        "#ifdef SERIAL\n#define acc_init(type)\n#else\n#include <openacc.h>\n#endif\nint n;\n",
        "#include \"openacc.h\"\nvoid f(void) {\n  acc_init(acc_device_default);\n}\n",
    ] {
        let mut session = session(&[("f.c", program), ("openacc.h", "void acc_init(int);\n")]);
        let unit = session.add_unit("f.c", &compiled()).expect("the file is there");
        let text = session.translate(unit, &TranslateOptions::default()).text.clone();
        let expected = program.replace("#include <openacc.h>\n", "");
        assert_eq!(String::from_utf8_lossy(&text), expected);
    }
    check_left(
        "#include <openacc.h>\n#ifdef SERIAL\nvoid acc_init(acc_device_t type) {}\n#endif\nvoid f(void) {\n  acc_init(acc_device_default);\n  acc_shutdown(acc_device_default);\n}\n",
        "#include <openacc.h>\n#ifdef SERIAL\nvoid acc_init(acc_device_t type) {}\n#endif\nvoid f(void) {\n  acc_init(acc_device_default);\n}\n",
        "`acc_device_default`, `acc_device_t`",
    );
}

#[test]
fn compilers_and_platforms_decide_about_routines() {
    let program = "#include <openacc.h>\nvoid *f(void *p) { return acc_deviceptr(p); }\n";
    let gcc = CompilerVersions::NONE.with("gcc-12").expect("it is known");
    let translated = |version, platform, compilers| {
        let dialect = Dialect::of(version, platform, compilers).expect("a version");
        text(program, &TranslateOptions::default().with_dialect(dialect))
    };
    let openmp =
        "#include <omp.h>\nvoid *f(void *p) { return omp_get_mapped_ptr(p, omp_get_default_device()); }\n";
    let none = CompilerVersions::NONE;
    assert_eq!(translated((5, 1), Platform::Device, none), openmp);
    assert_eq!(translated((5, 1), Platform::Any, none), openmp);
    assert_eq!(translated((5, 0), Platform::Device, none), program);
    assert_eq!(translated((5, 1), Platform::Device, gcc), program);
    assert_eq!(translated((5, 1), Platform::Host, none), program);
}

#[test]
fn units_that_share_a_header_agree_about_the_library() {
    let header = ("h.h", "#include <openacc.h>\nstatic inline void drop(void *p) { acc_free(p); }\n");
    let plain = ("plain.c", "#include \"h.h\"\nvoid f(void *p) { drop(p); }\n");
    let free = "omp_target_free(p, omp_get_default_device())";
    let changed = together(&[header, plain]);
    let expected = format!("#include <omp.h>\nstatic inline void drop(void *p) {{ {free}; }}\n");
    assert_eq!(changed, [("h.h".to_owned(), expected)]);
    // The other unit needs the library, so that the header includes both.
    let other = ("other.c", "#include \"h.h\"\nint g(void) { return acc_async_test(1); }\n");
    let expected =
        format!("#include <omp.h>\n#include <openacc.h>\nstatic inline void drop(void *p) {{ {free}; }}\n");
    assert_eq!(together(&[header, plain, other]), [("h.h".to_owned(), expected)]);
    // The other unit frees by a pointer, so that nobody changes the header.
    let other = ("other.c", "#include \"h.h\"\nvoid (*g)(void *) = acc_free;\n");
    assert_eq!(together(&[header, plain, other]), []);
}
