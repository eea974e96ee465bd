//! Tests of several units of one program that share a header with directives.

use clacc::Session;
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::together::TranslatedFiles;
use clacc::translate::TranslateOptions;

/// Translates units that include `shared.h`. Each unit begins with a line of its own.
fn together(header: &str, units: &[&str]) -> TranslatedFiles {
    let mut files = MemoryFiles::new().with("shared.h", header);
    for (index, unit) in units.iter().enumerate() {
        files = files.with(format!("{index}.c"), format!("{unit}\n#include \"shared.h\"\n"));
    }
    let mut session = Session::new(files);
    let translate = |index: usize| {
        let unit = session.add_unit(&format!("{index}.c"), &CompileOptions::default()).expect("a file");
        session.translate(unit, &TranslateOptions::default())
    };
    let translations: Vec<_> = (0..units.len()).map(translate).collect();
    session.files_of(&translations)
}

/// Checks the text of the header, or the message of the conflict.
fn check(header: &str, units: &[&str], expected: Result<&str, &str>) {
    let together = together(header, units);
    match expected {
        Ok(text) => {
            assert!(together.conflicts.is_empty(), "{:?}", together.conflicts);
            let file =
                together.files.iter().find(|file| &*file.path == "shared.h").expect("an edited header");
            assert_eq!(String::from_utf8_lossy(&file.text), text);
        }
        Err(message) => {
            let messages: Vec<_> =
                together.conflicts.iter().map(|conflict| conflict.message.as_str()).collect();
            assert_eq!(messages, [message]);
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
    check(header, &units, Err("0.c and 1.c need different translations of `shared.h`"));
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
    check(header, &["", "#define EXTRA"], Err("0.c needs a translation of what 1.c keeps in `shared.h`"));
    check(header, &["#define EXTRA", ""], Err("1.c needs a translation of what 0.c keeps in `shared.h`"));
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
    let translations = units.map(|unit| session.translate(unit, &TranslateOptions::default()));
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
