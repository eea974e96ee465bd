//! What a session gives back: measured in live bytes of this process, so that there is one test.

use std::alloc::System;

use clacc::Session;
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::translate::TranslateOptions;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn live_bytes() -> usize {
    let stats = ALLOCATOR.stats();
    stats.bytes_allocated - stats.bytes_deallocated
}

/// A program of some functions, whose names hold a number.
fn program(number: usize) -> String {
    let function = |index: usize| {
        format!(
            "void f{number}_{index}(int n, double *x{number}_{index}) {{\n\
             #pragma acc parallel loop copy(x{number}_{index}[0:n])\n\
             for (int i = 0; i < n; ++i) x{number}_{index}[i] += N;\n}}\n"
        )
    };
    (0..40).map(function).collect()
}

fn options(number: usize) -> CompileOptions {
    CompileOptions::default().define(format!("N={number}"))
}

fn use_unit(session: &Session, unit: clacc::Unit) {
    assert!(session.check(unit).is_empty());
    assert!(session.translate(unit, &TranslateOptions::default()).changed);
}

/// The bytes that a session holds after some work with it.
fn held(work: impl Fn(&mut Session)) -> usize {
    let before = live_bytes();
    let mut session = Session::new(MemoryFiles::new().with("f.c", program(0)));
    work(&mut session);
    let after = live_bytes();
    drop(session);
    after - before
}

#[test]
fn memory_of_removed_units_is_given_back() {
    let add = |session: &mut Session, number: usize| {
        let unit = session.add_unit("f.c", &options(number)).expect("there is such a file");
        use_unit(session, unit);
        unit
    };
    // Tables that live as long as the process are filled first.
    let empty = held(|session| _ = add(session, 0)).min(held(|_| ()));
    let of_one = held(|session| _ = add(session, 0));
    assert!(of_one > 4 * empty, "one unit: {of_one}, none: {empty}");
    let after_all = held(|session| {
        let units: Vec<_> = (0..5).map(|number| add(session, number)).collect();
        units.into_iter().for_each(|unit| session.remove_unit(unit).expect("it is there"));
    });
    assert!(2 * after_all <= 3 * empty, "removed: {after_all}, none: {empty}");

    // A unit beside others is not kept for ever either.
    let beside = held(|session| {
        add(session, 0);
        for number in 1..20 {
            let unit = add(session, number);
            session.remove_unit(unit).expect("it is there");
        }
    });
    assert!(beside < 11 * of_one, "beside one: {beside}, one: {of_one}");
    let changed = held(|session| {
        let unit = add(session, 0);
        for number in 1..20 {
            session.set_options(unit, &options(number)).expect("it is there");
            use_unit(session, unit);
        }
    });
    assert!(changed < 11 * of_one, "changed: {changed}, one: {of_one}");

    // New names are forgotten with everything else.
    let edited = held(|session| {
        let unit = add(session, 0);
        for number in 1..20 {
            session.set_source("f.c", program(number));
            use_unit(session, unit);
        }
        session.compact();
        use_unit(session, unit);
    });
    assert!(2 * edited <= 3 * of_one, "edited: {edited}, one: {of_one}");
}
