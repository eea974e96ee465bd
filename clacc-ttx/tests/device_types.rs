//! The clauses of directives for types of devices: which of them apply to the chosen type.

mod common;

use clacc_sema::db::Unit;
use clacc_syntax::parse::ParseLimits;
use clacc_ttx::dialect::PORTABLE;
use clacc_ttx::rewrite::RewriteOptions;
use common::Program;

/// Translates a loop with this directive for a type of devices, and compares the OpenMP directives.
fn check(directive: &str, chosen: Option<&str>, expected: &[&str]) {
    let text = format!(
        "void f(int *restrict a) {{\n#pragma acc {directive}\nfor (int i = 0; i < 8; ++i)\nfor (int j = 0; j < 8; ++j) \
         a[8 * i + j] = 1;\n}}\n"
    );
    let mut program = Program::new(&text);
    program.unit = Unit::builder(program.main, program.unit.options(&program.db), ParseLimits::default())
        .device_type(chosen.map(Into::into))
        .new(&program.db);
    let translated = program.translate(PORTABLE, RewriteOptions::default()).lossy();
    let found: Vec<&str> = translated.lines().filter(|line| line.contains("#pragma")).collect();
    assert_eq!(found, expected, "{directive} for {chosen:?}");
}

#[test]
fn sizes_are_those_of_the_type() {
    let directive = "parallel loop copy(a[0:64]) num_gangs(2) device_type(nvidia, radeon) num_gangs(64) device_type(*) \
                     num_gangs(3)";
    let teams =
        |count: &str| format!("#pragma omp target teams map(tofrom: a[0:64]) num_teams({count}) shared(a)");
    for (chosen, count) in [(Some("nvidia"), "64"), (Some("radeon"), "64"), (Some("host"), "3"), (None, "3")]
    {
        check(directive, chosen, &[&teams(count), "#pragma omp distribute"]);
    }
}

#[test]
fn levels_and_nests_are_those_of_the_type() {
    let directive =
        "parallel loop copy(a[0:64]) gang device_type(nvidia) vector collapse(2) device_type(host) worker";
    let teams = "#pragma omp target teams map(tofrom: a[0:64]) shared(a)";
    check(directive, Some("nvidia"), &[teams, "#pragma omp distribute simd collapse(2)"]);
    check(directive, Some("acc_device_host"), &[teams, "#pragma omp distribute parallel for shared(a)"]);
    check(directive, Some("multicore"), &[teams, "#pragma omp distribute"]);
    check(directive, None, &[teams, "#pragma omp distribute"]);
}

#[test]
fn sequential_loops_are_those_of_the_type() {
    let directive = "parallel loop num_gangs(1) copy(a[0:64]) device_type(host) seq device_type(*) vector";
    let teams = "#pragma omp target teams num_teams(1) map(tofrom: a[0:64]) shared(a)";
    check(directive, Some("host"), &[teams]);
    check(directive, None, &[teams, "#pragma omp distribute simd"]);
}

#[test]
fn a_queue_for_a_type_replaces_the_default_queue() {
    let directive = "parallel loop copy(a[0:64]) async(1) device_type(nvidia) async(2)";
    let teams = |queue: &str| {
        format!(
            "#pragma omp target teams map(tofrom: a[0:64]) shared(a) nowait depend(inout : *acc2omp_async2dep({queue}))"
        )
    };
    for (chosen, queue) in [(Some("nvidia"), "2"), (None, "1")] {
        check(directive, chosen, &[&teams(queue), "#pragma omp distribute"]);
    }
}

#[test]
fn an_error_in_a_part_for_another_type_counts() {
    let directive = "parallel loop copy(a[0:64]) seq device_type(nvidia) gang";
    check(directive, None, &[&format!("#pragma acc {directive}")]);
    let directive = "parallel loop copy(a[0:64]) device_type(nvidia) num_gangs(0)";
    check(directive, None, &[&format!("#pragma acc {directive}")]);
}
