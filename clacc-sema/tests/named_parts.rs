//! Lists that name many parts of one variable: each part is compared with those before it, whichever they are.

use std::sync::Arc;

use clacc_sema::db::external_decls::declarations;
use clacc_sema::db::files::Volatility;
use clacc_sema::db::functions::acc_facts;
use clacc_sema::db::set_text;
use clacc_sema::db::{Database, Unit};
use clacc_syntax::parse::ParseLimits;
use clacc_syntax::preprocess::Options;

/// The codes of the findings in a function with one directive, in order, but for those that pointers and types have.
fn codes(directive: &str) -> Vec<&'static str> {
    let text = format!("int m[99][9];\nvoid f(int n, int *a) {{\n#pragma acc {directive}\n}}\n");
    let mut db = Database::default();
    let main = set_text(&mut db, "main.c", Some(text.into_bytes().into()), Volatility::Edited);
    let unit = Unit::new(&db, main, Arc::new(Options::default()), ParseLimits::default());
    let mut found = Vec::new();
    for decl in declarations(&db, unit) {
        found.extend(acc_facts(&db, *decl).diagnostics.iter().map(|finding| finding.code.id));
    }
    found
}

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Rows of `m`, each with the columns that it has: where they begin and how many there are.
type Part = [(u64, u64); 2];

fn part(numbers: &mut Numbers) -> Part {
    let row = numbers.below(40);
    let columns = if numbers.below(2) == 0 { (0, 9) } else { (numbers.below(8), 1) };
    // Only one row may have columns of its own.
    let rows = if columns == (0, 9) { 1 + numbers.below(3) } else { 1 };
    [(row, rows), columns]
}

fn items(parts: &[Part]) -> String {
    let item = |[(row, rows), (column, columns)]: &Part| format!("m[{row}:{rows}][{column}:{columns}]");
    parts.iter().map(item).collect::<Vec<_>>().join(", ")
}

fn are_disjoint(one: &Part, other: &Part) -> bool {
    one.iter().zip(other).any(|(one, other)| one.0 + one.1 <= other.0 || other.0 + other.1 <= one.0)
}

/// The number of parts that do not fit those before them, as far as these fit.
fn misfits(parts: &[Part], fit: fn(&Part, &Part) -> bool) -> usize {
    let mut kept: Vec<Part> = Vec::new();
    for part in parts {
        if kept.iter().all(|other| fit(other, part)) {
            kept.push(*part);
        }
    }
    parts.len() - kept.len()
}

#[test]
fn parts_that_are_not_disjoint_are_found_among_many() {
    let mut numbers = Numbers(1);
    for length in (2..40).cycle().take(200) {
        let parts: Vec<Part> = (0..length).map(|_| part(&mut numbers)).collect();
        let expected = misfits(&parts, are_disjoint);
        for directive in ["enter data create", "exit data delete"] {
            let directive = format!("{directive}({})", items(&parts));
            let found = codes(&directive);
            assert_eq!(found.iter().filter(|code| **code == "ACC0090").count(), expected, "{directive}");
        }
    }
}

#[test]
fn parts_that_are_updated_twice_are_found_among_many() {
    let mut numbers = Numbers(2);
    for length in (2..40).cycle().take(200) {
        let parts: Vec<Part> = (0..length).map(|_| part(&mut numbers)).collect();
        let directive = format!("update self({})", items(&parts));
        let expected = vec!["ACC0093"; misfits(&parts, |one, other| one != other)];
        assert_eq!(codes(&directive), expected, "{directive}");
    }
}

#[test]
fn parts_are_the_same_if_they_are_written_alike_or_have_one_value() {
    for (items, found) in [
        ("a[n:1], a[n+1:1], a[n + 1:1]", 1),
        ("a[n:1], a[(n):1]", 0),
        ("a[1+1:1], a[n:1], a[2:1], a[0x2:1]", 2),
        ("a[:2], a[0:2], a[0:n]", 1),
        ("a[3], a[3:1], a[3:2]", 1),
        ("a[0:2], a", 1),
    ] {
        let findings = codes(&format!("update self({items})"));
        assert_eq!(
            findings.iter().filter(|code| **code == "ACC0093").count(),
            found,
            "{items}: {findings:?}"
        );
    }
}
