//! Small arrays that a loop only updates atomically, for the threads of a host.

mod common;

use std::sync::Arc;

use clacc_ttx::dialect::{Dialect, HOST, PORTABLE};
use clacc_ttx::policy::{Clacc, MappingPolicy, Performance};
use common::{Program, expanded, without_small_loops};

fn lines(policy: Arc<dyn MappingPolicy>, dialect: Dialect, body: &str) -> Vec<String> {
    let dialect = without_small_loops(dialect);
    let source = format!(
        "enum {{ N = 100000 }};\nint h[256], big[5000]; long table[4][8]; char narrow[16]; double w[16];\n\
         double root(double); int other(int);\n\
         void f(int n, const unsigned char *a, int *p) {{\n{body}\n}}"
    );
    let translated = Program::new(&source).translate_by(policy, dialect, expanded()).lossy();
    let new = translated.lines().filter(|line| line.contains("#pragma omp"));
    new.map(|line| line.trim().trim_start_matches("#pragma omp ").to_owned()).collect()
}

fn check(body: &str, expected: &[&str]) {
    let body = format!("#pragma acc parallel loop gang vector\nfor (int i = 0; i < n; ++i) {{\n{body}\n}}");
    assert_eq!(lines(Arc::new(Performance), HOST, &body), expected, "{body}");
}

const UPDATE: &str = "#pragma acc atomic update\nh[a[i]]++;";

#[test]
fn a_reduction_collects_atomic_updates() {
    check(UPDATE, &["parallel for reduction(+: h)"]);
    check("#pragma acc atomic\nh[a[i]] = h[a[i]] + 2;", &["parallel for reduction(+: h)"]);
    check("#pragma acc atomic\ntable[a[i] & 3][a[i] >> 5] |= i;", &["parallel for reduction(|: table)"]);
    check(
        "#pragma acc atomic\nh[a[i]] += 2;\n#pragma acc atomic\nw[a[i] & 15] -= 0.5;",
        &["parallel for reduction(+: h) reduction(+: w)"],
    );
    check(
        "for (int j = 0; j < 3; ++j) {\n#pragma acc atomic\nh[a[i] >> j] += i;\n}",
        &["parallel for reduction(+: h)"],
    );
}

#[test]
fn everything_else_stays_atomic() {
    let atomic = &["parallel for simd", "atomic update"][..];
    check("#pragma acc atomic\nbig[a[i]]++;", atomic);
    check("#pragma acc atomic\np[a[i]]++;", atomic);
    check("#pragma acc atomic\nnarrow[a[i] & 15]++;", atomic);
    let without_lanes = &["parallel for", "atomic update"][..];
    check("#pragma acc atomic\nh[h[a[i]]]++;", without_lanes);
    check("#pragma acc atomic\nh[a[i]] += h[0];", without_lanes);
    check(&format!("{UPDATE}\nif (i == 7) h[3] = 0;"), without_lanes);
    check(&format!("{UPDATE}\nother(i);"), atomic);
    // The pointer may lead to the same array.
    let two = &["parallel for simd", "atomic update", "atomic update"];
    check(&format!("{UPDATE}\n#pragma acc atomic\np[i]++;"), two);
    let one = &["parallel for reduction(+: h)", "atomic update"];
    check(&format!("double s = 0;\n{UPDATE}\n#pragma acc atomic\ns += p[i];"), one);
    check(
        &format!("{UPDATE}\n#pragma acc atomic\nh[a[i] >> 1] ^= 2;"),
        &["parallel for", "atomic update", "atomic update"],
    );
    check(
        "int k;\n#pragma acc atomic capture\nk = h[a[i]]++;\np[i] = k;",
        &["parallel for simd", "atomic capture"],
    );
}

#[test]
fn lanes_of_a_loop_inside_update_atomically() {
    let body = "#pragma acc parallel loop gang\nfor (int i = 0; i < n; ++i) {\n#pragma acc loop vector\n\
                for (int j = 0; j < n; ++j) {\n#pragma acc atomic\nh[a[j]]++;\n}\n}";
    assert_eq!(lines(Arc::new(Performance), HOST, body), ["parallel for", "simd", "atomic update"]);
}

#[test]
fn a_short_loop_and_arrays_of_a_gang_stay_as_they_are() {
    let short = format!("#pragma acc parallel loop\nfor (int i = 0; i < 100; ++i) {{\n{UPDATE}\n}}");
    assert_eq!(lines(Arc::new(Performance), HOST, &short), ["parallel for", "atomic update"]);
    let private =
        format!("#pragma acc parallel loop gang private(h)\nfor (int i = 0; i < n; ++i) {{\n{UPDATE}\n}}");
    assert_eq!(lines(Arc::new(Performance), HOST, &private), ["parallel for private(h)", "atomic update"]);
}

#[test]
fn other_policies_and_devices_update_atomically() {
    let body = format!("#pragma acc parallel loop gang\nfor (int i = 0; i < n; ++i) {{\n{UPDATE}\n}}");
    assert_eq!(lines(Arc::new(Clacc), HOST, &body), ["parallel for", "atomic update"]);
    let on_device = lines(Arc::new(Performance), PORTABLE, &body);
    assert_eq!(on_device.last().map(String::as_str), Some("atomic update"));
}
