//! Tests of several units of one program that share a header with directives.

use clacc::Session;
use clacc::dialect::PORTABLE;
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::together::TranslatedFiles;
use clacc::translate::{TranslateOptions, Translation};

/// Translates units that include `shared.h`. Each unit begins with a line of its own.
fn together(header: &str, units: &[&str]) -> TranslatedFiles {
    let mut files = MemoryFiles::new().with("shared.h", header);
    for (index, unit) in units.iter().enumerate() {
        files = files.with(format!("{index}.c"), format!("{unit}\n#include \"shared.h\"\n"));
    }
    let mut session = Session::new(files);
    let translate = |index: usize| {
        let unit = session.add_unit(&format!("{index}.c"), &CompileOptions::default()).expect("a file");
        session.translate(unit, &TranslateOptions::default().with_dialect(PORTABLE))
    };
    let translations: Vec<_> = (0..units.len()).map(translate).collect();
    session.files_of(&translations)
}

/// Checks the text of the header, or the message of the conflict.
fn check(header: &str, units: &[&str], expected: Result<&str, &[&str]>) {
    let together = together(header, units);
    match expected {
        Ok(text) => {
            assert!(together.conflicts.is_empty(), "{:?}", together.conflicts);
            let file =
                together.files.iter().find(|file| &*file.path == "shared.h").expect("an edited header");
            assert_eq!(String::from_utf8_lossy(&file.text), text);
        }
        Err(expected) => {
            let messages: Vec<_> =
                together.conflicts.iter().map(|conflict| conflict.message.as_str()).collect();
            assert_eq!(messages, expected);
            assert!(!together.settled);
            assert!(together.files.iter().all(|file| &*file.path != "shared.h"));
        }
    }
}

const BRANCHES: &str = "\
extern int a[4];
#ifdef DOWN
static inline void move(void) {
#pragma acc update self(a)
}
#else
static inline void move(void) {
#pragma acc update device(a)
}
#endif
";

#[test]
fn every_unit_edits_the_branch_that_it_sees() {
    let both = BRANCHES
        .replace("acc update self(a)", "omp target update from(a)")
        .replace("acc update device(a)", "omp target update to(a)");
    check(BRANCHES, &["#define DOWN", ""], Ok(&both));
    check(BRANCHES, &["", "#define DOWN", "int unrelated;", ""], Ok(&both));
}

#[test]
fn units_that_need_different_texts_conflict() {
    let header = "\
extern SIZE k;
static inline void fill(int *a) {
#pragma acc parallel loop copy(a[0:4])
  for (int i = 0; i < 4; ++i) a[i] = i + sizeof k + (k != 0);
}
";
    let units = ["#define SIZE int", "#define SIZE float _Complex *"];
    check(header, &units[..1], Ok(&single(header, units[0])));
    check(header, &units, Err(&["0.c and 1.c need different translations of `shared.h`"]));
}

/// Returns the header as one unit alone translates it.
fn single(header: &str, unit: &str) -> String {
    let files = together(header, &[unit]).files;
    let text = files.into_iter().find(|file| &*file.path == "shared.h").expect("an edited header").text;
    String::from_utf8(text).expect("a header in UTF-8")
}

#[test]
fn what_one_unit_keeps_no_other_one_edits() {
    let header = "\
static inline void add(int *a, int n) {
#pragma acc data copy(a[0:n])
  {
#pragma acc update device(a[0:n])
#ifdef EXTRA
#pragma acc parallel wait(devnum: a[0]++: 1, 2)
    for (int i = 0; i < n; ++i) a[i] += 1;
#endif
  }
}
";
    let units = ["#define EXTRA", "", "#define EXTRA"];
    let keeps =
        |one: &str, other: &str| format!("{one} needs a translation of what {other} keeps in `shared.h`");
    check(header, &units[1..], Err(&[&*keeps("0.c", "1.c"); 2]));
    check(header, &units[..2], Err(&[&*keeps("1.c", "0.c"); 2]));
}

#[test]
fn a_unit_that_includes_another_one_adds_its_edits() {
    let mut session = Session::new(
        MemoryFiles::new()
            .with("a.c", "void f(int *x) {\n#ifdef ALL\n#pragma acc update self(x[0:1])\n#endif\n}\n")
            .with("b.c", "#define ALL\n#include \"a.c\"\n"),
    );
    let options = CompileOptions::default();
    let units = ["a.c", "b.c"].map(|path| session.add_unit(path, &options).expect("a file"));
    let translations =
        units.map(|unit| session.translate(unit, &TranslateOptions::default().with_dialect(PORTABLE)));
    assert!(!translations[0].changed);
    let together = session.files_of(&translations);
    let paths: Vec<_> = together.files.iter().map(|file| &*file.path).collect();
    assert_eq!(paths, ["a.c"]);
    assert!(
        String::from_utf8_lossy(&together.files[0].text).contains("#pragma omp target update from(x[0:1])")
    );
}

#[test]
fn every_unit_that_asks_for_openacc_defines_it() {
    let header = "#ifdef _OPENACC\nextern int accelerated;\n#endif\n";
    let directive = "void f(int *a) {\n#pragma acc update self(a[0:4])\n}";
    let together = together(header, &["int plain;", directive]);
    let paths: Vec<&str> = together.files.iter().map(|file| &*file.path).collect();
    assert_eq!(paths, ["0.c", "1.c"]);
    for file in &together.files {
        let text = String::from_utf8_lossy(&file.text);
        assert!(text.starts_with("#ifndef _OPENACC\n#define _OPENACC 202506\n#endif\n"), "{text}");
    }
}

/// Translates one file under several macros, together. Returns its text and the messages of the conflicts.
fn configured(program: &str, configurations: &[&str]) -> (String, Vec<String>) {
    let mut session = Session::new(MemoryFiles::new().with("a.c", program));
    let options = configurations.iter().map(|words| {
        let define = |options: CompileOptions, word: &str| options.define(word);
        words.split_whitespace().fold(CompileOptions::default(), define)
    });
    let units: Vec<_> = options.map(|options| session.add_unit("a.c", &options).expect("a file")).collect();
    let (translations, files) =
        session.translate_together(&units, &TranslateOptions::default().with_dialect(PORTABLE));
    assert!(files.settled, "{:?}", files.conflicts);
    assert_eq!(translations.len(), units.len());
    let text = files.files.first().map_or_else(|| program.as_bytes().to_vec(), |file| file.text.clone());
    let messages = files.conflicts.iter().map(|conflict| conflict.message.clone()).collect();
    (String::from_utf8(text).expect("UTF-8"), messages)
}

#[test]
fn configurations_of_a_file_are_one_edit() {
    let program = "\
void f(int *x, int n) {
#ifdef GPU
#pragma acc update self(x[0:n]) async(1)
#pragma acc wait(1)
#elif _OPENACC
#pragma acc update device(x[0:n])
#endif
#pragma acc update self(x[0:1])
}
";
    let (text, conflicts) = configured(program, &["", "GPU"]);
    assert!(conflicts.is_empty(), "{conflicts:?}");
    // Each configuration adds what it needs at the top, once.
    assert_eq!(
        text,
        "\
#ifndef _OPENACC
#define _OPENACC 202506
#endif
char *acc2omp_async2dep(int);
void f(int *x, int n) {
#ifdef GPU
#pragma omp target update from(x[0:n]) nowait depend(inout : *acc2omp_async2dep(1))
#pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
#elif _OPENACC
#pragma omp target update to(x[0:n])
#endif
#pragma omp target update from(x[0:1])
}
"
    );
    assert_eq!(configured(program, &["GPU", ""]).0, text);
}

#[test]
fn what_configurations_need_differently_is_kept() {
    let program = "\
void f(T *x, int n) {
#pragma acc data copy(x[0:n])
  {
#pragma acc parallel loop WAYS
    for (int i = 0; i < n; ++i) x[i] = i;
  }
#pragma acc update self(x[0:n])
}
";
    let (text, conflicts) = configured(program, &["T=int WAYS=", "T=int WAYS=if(n)", "T=int WAYS="]);
    let expected = program.replace("acc update self", "omp target update from");
    assert_eq!(text, expected);
    assert_eq!(
        conflicts,
        ["a.c with -DWAYS= and a.c with -DWAYS=if(n) need different translations of `a.c`"]
    );
    // One of them has an error there.
    let (text, conflicts) = configured(program, &["T=int WAYS=", "T=int WAYS=nonsense"]);
    assert_eq!(text, expected);
    assert_eq!(
        conflicts,
        [
            "a.c with -DWAYS= needs a translation of what a.c with -DWAYS=nonsense keeps in `a.c`",
            "a.c with -DWAYS= needs a translation of what a.c with -DWAYS=nonsense keeps in `a.c`"
        ]
    );
}

/// The braces around the loop would stand alone where the directive is skipped.
#[test]
fn what_a_skipped_directive_adds_to_code_is_kept() {
    let program = "\
void f(int *x, int n) {
#ifdef GPU
#pragma acc data copy(x[0:n]) async(1)
#endif
  {
    x[0] = 1;
  }
#ifdef GPU
#pragma acc wait(1)
#endif
}
";
    let (text, conflicts) = configured(program, &["", "GPU"]);
    assert!(text.contains("#pragma acc data") && text.contains("#pragma omp taskwait"), "{text}");
    let message = "a.c with -DGPU adds to code in `a.c` that a.c without -DGPU reads without the directive";
    assert_eq!(conflicts, [message]);
    assert!(configured(program, &["GPU"]).0.contains("#pragma omp target data"));
}

#[test]
fn translations_of_other_texts_are_not_applied() {
    let header = "static inline void f(int *a) {\n#pragma acc update self(a[0:4])\n}\n";
    let mut session =
        Session::new(MemoryFiles::new().with("a.c", "#include \"shared.h\"\n").with("shared.h", header));
    let unit = session.add_unit("a.c", &CompileOptions::default()).expect("a file");
    let before = session.translate(unit, &TranslateOptions::default().with_dialect(PORTABLE));
    let check = |session: &Session, translations: &[&Translation], expected: &[&str]| {
        let together = session.files_of(translations);
        let messages: Vec<_> = together.conflicts.iter().map(|conflict| conflict.message.as_str()).collect();
        assert_eq!((messages.as_slice(), together.settled), (expected, expected.is_empty()));
        assert_eq!(together.files.len(), usize::from(expected.is_empty()));
    };
    check(&session, &[&before, &before], &[]);
    session.set_source("shared.h", format!("/* longer than before */ {header}"));
    let after = session.translate(unit, &TranslateOptions::default().with_dialect(PORTABLE));
    check(&session, &[&before], &[]);
    check(&session, &[&before, &after], &["a.c was translated from another text of `shared.h`"]);
    check(&session, &[&after, &before], &["a.c was translated from another text of `shared.h`"]);
}
