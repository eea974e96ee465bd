//! Directives and clauses: what the parser makes of them, and what it finds wrong.

#![expect(clippy::needless_raw_string_hashes, reason = "fixtures and expectations look alike")]
#![expect(clippy::needless_pass_by_value, reason = "an expectation is written where it is used")]

mod acc;
mod errors;
mod omp;
mod samples;
mod support;
mod tables;

use expect_test::Expect;

/// Directives in a function's body, dumped.
fn check(body: &str, expect: Expect) {
    expect.assert_eq(&support::dump(&format!("void f(void) {{\n{body}\n}}\n")));
}

/// Directives at file scope, dumped.
fn check_file(text: &str, expect: Expect) {
    expect.assert_eq(&support::dump(text));
}
