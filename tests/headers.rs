//! The two headers `openacc.h`, the one that clacc reads and the one that comes with the library, say the same.
//!
//! clacc reads a header of its own so that it needs no installed one; it must not declare `acc2omp_async2dep`, which tells
//! whether the header that the compiler will read is the library's.

use std::collections::{BTreeMap, BTreeSet};

const READ: &str = include_str!("../clacc-syntax/src/target/headers/openacc.h");
const INSTALLED: &str = include_str!("../clacc-runtime/include/openacc.h");

/// The enumerators with their values.
fn constants(header: &str) -> BTreeMap<&str, &str> {
    let lines = header.lines().filter_map(|line| line.trim().split_once(" = "));
    lines
        .filter(|(name, _)| name.starts_with("acc_"))
        .map(|(name, value)| (name, value.split([',', ' ']).next().unwrap_or_default()))
        .collect()
}

/// The names that a line declares as routines.
fn routines(header: &str) -> BTreeSet<&str> {
    let declared =
        header.lines().filter(|line| line.ends_with([';', ',', ')']) && !line.starts_with([' ', '#']));
    let names = declared.filter_map(|line| {
        let name = line.split('(').next()?.trim_end().rsplit([' ', '*']).next()?;
        name.starts_with("acc").then_some(name)
    });
    names.collect()
}

#[test]
fn constants_have_the_same_values() {
    assert!(constants(READ).len() > 15);
    assert_eq!(constants(READ), constants(INSTALLED));
}

#[test]
fn routines_are_the_same() {
    assert!(routines(READ).len() > 70);
    let of_library = BTreeSet::from(["acc2omp_async2dep"]);
    assert_eq!(routines(READ), &routines(INSTALLED) - &of_library);
}
