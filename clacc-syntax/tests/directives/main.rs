//! Directives and clauses: the trees that the parser makes, and the errors that it reports.

#![expect(clippy::needless_raw_string_hashes, reason = "fixtures and expectations look alike")]
#![expect(clippy::needless_pass_by_value, reason = "an expectation is written where it is used")]

mod acc;
mod errors;
mod omp;
mod samples;
mod support;
mod tables;

use expect_test::Expect;

/// Checks the dump of directives in the body of a function.
fn check(body: &str, expect: Expect) {
    expect.assert_eq(&support::dump(&format!("void f(void) {{\n{body}\n}}\n")));
}

/// Checks the dump of directives at file scope.
fn check_file(text: &str, expect: Expect) {
    expect.assert_eq(&support::dump(text));
}
