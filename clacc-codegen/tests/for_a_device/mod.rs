//! The calls that are generated for a device with a memory of its own.

use std::sync::Arc;

use clacc_ttx::dialect::DISCRETE;
use clacc_ttx::policy::Clacc;
use clacc_ttx::query::Mapping;

use crate::programs::{Program, around, check_code_of};

/// Checks that code for a function body holds some text, where the device has a memory of its own.
fn check_for_device(body: &str, expected: &[&str]) {
    check_code_of(&for_device(body), body, expected);
}

fn for_device(body: &str) -> Program {
    let mut program = Program::new(&around(body));
    program.mapping = Mapping::new(&program.db, Arc::new(Clacc), DISCRETE.into());
    program
}

/// A construct that keeps its text is refused together with the reason.
#[test]
fn a_refusal_says_why_a_construct_has_no_form() {
    let member = "struct { int v[9]; } s;\n#pragma acc host_data use_device(s.v)\ns.v[0] = 1;";
    let (_, codes) = for_device(member).generated();
    assert_eq!(codes, ["GEN0001", "MAP0003"]);
}

/// The library of the device with a memory of its own is told of the order that queues have.
#[test]
fn queues_are_announced_to_the_device() {
    let kernel = |clauses: &str| format!("#pragma acc parallel present(a[0:n]) {clauses}\na[0] = 1;");
    check_for_device(
        &kernel("async(n + 1)"),
        &["clacc_queue_begin(&clacc_f_s1, (n + 1), 0, 0); clacc_target("],
    );
    check_for_device(
        &kernel("async(1) wait(2, m)"),
        &[
            "clacc_queue_begin(&clacc_f_s1, (1), 2, (const int[]){ (2), (m) }); clacc_target(",
            "); clacc_queue_end();",
        ],
    );
    check_for_device(&kernel("wait(2)"), &["clacc_queue_wait(1, (const int[]){ (2) }); clacc_target("]);
    check_for_device(
        "#pragma acc update self(a[0:n]) async",
        &["clacc_queue_begin(", "clacc_data_update(", "clacc_queue_end();"],
    );
    check_for_device("#pragma acc wait(m)", &["clacc_queue_wait(1, (const int[]){ (m) });"]);
    check_for_device("#pragma acc wait", &["{ clacc_queue_wait(0, 0); }"]);
    // Where memory is shared, nothing is checked.
    let (host, _) = Program::new(&around(&kernel("async(1)"))).generated();
    assert!(!host.contains("clacc_queue_"), "{host}");
}
