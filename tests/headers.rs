//! Checks that the two headers `openacc.h` agree, and the two headers `omp.h`: the ones that clacc reads and the ones that come
//! with the libraries.
//!
//! clacc has a header of its own so that it needs no installed one. That header must not declare
//! `acc2omp_async2dep`, because clacc recognises by this declaration that the compiler will read the
//! library's header.

use std::collections::BTreeMap;

const READ: &str = include_str!("../clacc-syntax/src/target/headers/openacc.h");
const INSTALLED: &str = include_str!("../clacc-runtime/include/openacc.h");

const OMP_READ: &str = include_str!("../clacc-syntax/src/target/headers/omp.h");
const OMP_INSTALLED: &str = include_str!("../clacc-runtime/omp-routines/include/omp.h");

/// Returns the enumerators whose names have a prefix, with their values.
fn constants<'h>(header: &'h str, prefix: &str) -> BTreeMap<&'h str, &'h str> {
    let lines = header.lines().filter_map(|line| line.trim().split_once(" = "));
    lines
        .filter(|(name, _)| name.starts_with(prefix))
        .map(|(name, value)| (name, value.split([',', ' ']).next().unwrap_or_default()))
        .collect()
}

/// Removes comments, preprocessing directives and text in braces.
fn declarations(header: &str) -> String {
    // The braces of `extern "C"` stand alone under a condition.
    let c_only =
        header.replace("#ifdef __cplusplus\nextern \"C\" {\n", "").replace("#ifdef __cplusplus\n}\n", "");
    let whole = c_only.replace("\\\n", " ");
    let code = whole.lines().filter(|line| !line.trim_start().starts_with('#')).collect::<Vec<_>>().join(" ");
    let code: String =
        code.split("/*").map(|part| part.split_once("*/").map_or(part, |(_, behind)| behind)).collect();
    let mut depth = 0;
    let outside = |c: char| match c {
        '{' => {
            depth += 1;
            None
        }
        '}' => {
            depth -= 1;
            Some(';')
        }
        _ => (depth == 0).then_some(c),
    };
    code.chars().filter_map(outside).collect()
}

/// Returns a type without names, attributes and storage classes.
fn type_words(text: &str) -> String {
    const WORDS: [&str; 6] = ["void", "int", "char", "const", "double", "*"];
    let spaced = text.replace("__acc_size_t", "size_t").replace("[]", " * ").replace('*', " * ");
    let is_type = |word: &&str| WORDS.contains(word) || word.ends_with("_t");
    spaced.split_whitespace().filter(is_type).collect::<Vec<_>>().join(" ")
}

/// Returns the routines whose names have a prefix, with their types.
fn routines(header: &str, prefix: &str) -> BTreeMap<String, String> {
    let text = declarations(header);
    let routine = |declaration: &str| {
        let (head, parameters) = declaration.trim_end().trim_end_matches(')').rsplit_once('(')?;
        let name = head.trim_end().rsplit([' ', '*']).next()?;
        let result = type_words(head.trim_end().strip_suffix(name)?);
        let parameters: Vec<_> = parameters.split(',').map(type_words).collect();
        name.starts_with(prefix).then(|| (name.to_owned(), format!("{result} ({})", parameters.join(", "))))
    };
    text.split(';').filter_map(routine).collect()
}

#[test]
fn constants_have_the_same_values() {
    assert!(constants(READ, "acc_").len() > 15);
    assert_eq!(constants(READ, "acc_"), constants(INSTALLED, "acc_"));
}

#[test]
fn routines_have_the_same_types() {
    let (read, mut installed) = (routines(READ, "acc"), routines(INSTALLED, "acc"));
    assert!(read.len() > 70);
    assert_eq!(read["acc_wait_any_device"], "int (int, int *, int)");
    assert_eq!(read["acc_on_device"], "int (acc_device_t)");
    assert_eq!(installed.remove("acc2omp_async2dep").as_deref(), Some("char * (int)"));
    assert_eq!(installed.remove("acc2omp_leave_data").as_deref(), Some("void (void *)"));
    for name in ["acc2omp_attach_part", "acc2omp_detach_part", "acc2omp_detach_part_finalize"] {
        assert_eq!(installed.remove(name).as_deref(), Some("void (void * *, const void *)"));
        let later = installed.remove(&format!("{name}_async"));
        assert_eq!(later.as_deref(), Some("void (void * *, const void *, int)"));
    }
    installed.remove("acc2omp_device_kind");
    assert_eq!(read, installed);
}

#[test]
fn constants_of_openmp_have_the_same_values() {
    let (read, installed) = (constants(OMP_READ, "omp_"), constants(OMP_INSTALLED, "omp_"));
    // No `int` has the first value, and the type of the second one is told.
    let differ = ["omp_sched_monotonic", "omp_atv_default"];
    let mut compared = 0;
    for (name, value) in read.iter().filter(|(name, _)| !differ.contains(name)) {
        assert_eq!(installed.get(name), Some(value), "{name}");
        compared += 1;
    }
    assert!(compared > 45, "{compared}");
}

#[test]
fn routines_of_openmp_have_the_same_types() {
    let (read, mut installed) = (routines(OMP_READ, "omp_"), routines(OMP_INSTALLED, "omp_"));
    assert!(read.len() > 85, "{}", read.len());
    assert_eq!(installed["omp_get_wtime"], "double (void)");
    assert_eq!(installed["omp_target_is_accessible"], "int (const void *, __omp_size_t, int)");
    installed.retain(|name, _| !name.contains("interop") && name != "omp_control_tool");
    assert_eq!(read, installed);
}
