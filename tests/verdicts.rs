//! Verdicts of translations: what they come from, and which findings say more of them.
use clacc::dialect::PORTABLE;

mod one_file;

use std::sync::Arc;

use clacc::directives::{AccClause, AccDirective, OmpDirective};
use clacc::policy::Policy;
use clacc::translate::{
    Because, DataModifier, DirectiveVerdict, Fidelity, TranslateOptions, Translation, VerdictDirective,
    VerdictLine, VerdictPart, by_directive,
};
use one_file::open;

fn translated(program: &str) -> Arc<Translation> {
    let (session, unit) = open(program);
    session.translate(unit, &TranslateOptions::default().with_dialect(PORTABLE))
}

/// What is said of the first directive: the parts with their causes and codes, the directive itself first.
fn check(program: &str, fidelity: Fidelity, expected: &[(&str, Because, Option<&str>)]) {
    let translation = translated(program);
    let directives = by_directive(&translation.verdicts);
    let first: &DirectiveVerdict<'_> = directives.first().expect("a directive");
    let lines = std::iter::once(first.line).chain(first.parts.iter().copied());
    let found: Vec<_> = lines
        .map(|line| (line.part.as_ref().map_or(String::new(), ToString::to_string), line.because, line.code))
        .collect();
    let found: Vec<_> = found.iter().map(|(part, because, code)| (part.as_str(), *because, *code)).collect();
    assert_eq!((first.fidelity(), found.as_slice()), (fidelity, expected), "{program}");
    for line in &translation.verdicts {
        let finding = line.finding(&translation.diagnostics);
        assert_eq!(finding.map(|finding| finding.code.id), line.code, "{program}: {}", line.what());
    }
}

#[test]
fn verdicts_carry_the_codes_of_their_findings() {
    use Because::{Error, Itself, OtherConstruct, OtherPart, Preprocessing, Text};
    let in_function = |text: &str| format!("void f(int n, int *x) {{\n{text}\n}}\n");
    check(&in_function("#pragma acc wait"), Fidelity::Exact, &[("", Itself, None)]);
    let present = &[("", Itself, None), ("self", Itself, Some("MAP0007"))];
    check(&in_function("#pragma acc update self(x[0:n])"), Fidelity::Approximated, present);
    // The rule of a clause says what is lost, and the finding is in the text of the directive too.
    let kept = &[("", Itself, Some("MAP0002")), ("deviceptr", Itself, Some("MAP0002"))];
    check("double *d;\n#pragma acc declare deviceptr(d)\n", Fidelity::Unsupported, kept);
    // What the analysis finds is joined by its place.
    let erroneous = "#pragma acc update self(none) async(n)";
    let kept = &[
        ("", Itself, Some("ACC0065")),
        ("self", Itself, Some("ACC0065")),
        ("async", Itself, Some("ACC0065")),
    ];
    check(&in_function(erroneous), Fidelity::Unsupported, kept);
    let unknown = &[("", Error, Some("ACC0001"))];
    check(&in_function("#pragma acc updat self(x[0:n])"), Fidelity::Unsupported, unknown);
    // One part keeps the others, and a construct the ones around it.
    let inner = "#pragma acc data copy(x[0:n])\n{\n#pragma acc update self(none)\n}";
    let kept = &[("", OtherConstruct, None), ("copy", OtherConstruct, None)];
    check(&in_function(inner), Fidelity::Unsupported, kept);
    let part = "double *d, e;\n#pragma acc declare deviceptr(d) copyin(e)\n";
    let kept =
        &[("", Itself, Some("MAP0002")), ("deviceptr", Itself, Some("MAP0002")), ("copyin", OtherPart, None)];
    check(part, Fidelity::Unsupported, kept);
    let replaced = "#define from n\n#pragma acc update self(x[0:n])";
    let kept = &[("", Text, Some("MAP0035")), ("self", Text, Some("MAP0035"))];
    check(&in_function(replaced), Fidelity::Unsupported, kept);
    let inactive = "#if 0\n#pragma acc update self(x[0:n])\n#endif";
    check(&in_function(inactive), Fidelity::Inactive, &[("", Preprocessing, None)]);
}

/// Verdicts go with the directive in whose text they are, whatever stands between.
/// Of a variable that is not declared, nobody knows whether it is a scalar, which `kernels` copies back.
#[test]
fn kernels_that_assign_what_is_not_declared_are_approximated() {
    let fidelity_of = |directive: &str, statement: &str| {
        let translation =
            translated(&format!("void f(void) {{\n#pragma acc {directive}\n{{ {statement} }}\n}}\n"));
        by_directive(&translation.verdicts)[0].fidelity()
    };
    assert_eq!(fidelity_of("kernels", "counter = 1;"), Fidelity::Approximated);
    assert_eq!(fidelity_of("kernels", "for (int i = 0; i < 4; ++i) ++counter;"), Fidelity::Approximated);
    assert_eq!(fidelity_of("kernels", "int x = counter; array[x] = 1;"), Fidelity::Exact);
    assert_eq!(fidelity_of("parallel", "counter = 1;"), Fidelity::Exact);
}

#[test]
fn parts_go_with_their_directive() {
    let program =
        "void f(int n, int *x) {\n#pragma acc update self(x[0:n])\n#pragma acc update device(x[0:n])\n}\n";
    let translation = translated(program);
    let (parts, own): (Vec<_>, Vec<_>) = translation.verdicts.iter().partition(|line| line.part.is_some());
    for order in [parts.iter().chain(&own), own.iter().chain(&parts)] {
        let directives = by_directive(order.copied());
        let lines: Vec<_> = directives.iter().map(|each| (each.line.what(), each.parts[0].what())).collect();
        let expected = [("update", "update: self"), ("update", "update: device")]
            .map(|(one, other)| (one.to_owned(), other.to_owned()));
        assert_eq!(lines, expected);
    }
}

/// A loop that gets `simd` has a verdict of its own; one that a macro makes gets none.
#[test]
fn loops_inside_that_lanes_share_are_said() {
    let program = "#define COLUMNS for (int j = 0; j < 64; ++j)\ndouble a[64][64], b[64][64];\n\
        void f(double *x, double *y) {\n#pragma acc parallel loop\nfor (int i = 0; i < 64; ++i) {\n\
        for (int j = 0; j < 64; ++j) a[i][j] = i;\nCOLUMNS b[i][j] = i;\n}\n\
        #pragma acc parallel loop copy(x[0:4096], y[0:4096])\nfor (int i = 0; i < 64; ++i) {\n\
        for (int j = 0; j < 64; ++j) x[i * 64 + j] = y[i * 64 + j];\n}\n}\n";
    let (session, unit) = open(program);
    let translation = session.translate(
        unit,
        &TranslateOptions::default().with_dialect(PORTABLE).with_policy(Policy::performance()),
    );
    let inside = translation.verdicts.iter().filter(|line| line.place != line.directive_place);
    let inside = inside.filter(|line| line.part == Some(VerdictPart::InnerLoop(OmpDirective::Simd)));
    let line = |line: &VerdictLine| line.place.as_ref().map(|place| place.line);
    let found: Vec<_> = inside.map(|each| (line(each), each.what(), each.fidelity, each.code)).collect();
    let what = "parallel loop: simd on a loop inside".to_owned();
    let expected = [
        (Some(6), what.clone(), Fidelity::Exact, None),
        (Some(11), what, Fidelity::Approximated, Some("MAP0085")),
    ];
    assert_eq!(found, expected);
}

#[test]
fn subjects_of_verdicts_are_typed() {
    let program = "void f(int n, int *x) {\n#pragma acc data pcopyin(readonly: x[0:n])\n{ }\n#pragma acc updat\n#if 0\n\
                   #pragma acc exit data delete(x)\n#pragma acc other\n#endif\n}\n";
    let translation = translated(program);
    let line = |line: &VerdictLine| {
        let clause = line.clause().map(|clause| (clause.kind, clause.spelling.clone(), clause.modifier));
        (line.directive.clone(), clause)
    };
    let found: Vec<_> = translation.verdicts.iter().map(line).collect();
    let (data, unknown) =
        (VerdictDirective::Acc(AccDirective::Data), |word: &str| VerdictDirective::Unknown(word.into()));
    let copyin = |modifier| Some((Some(AccClause::Copyin), "pcopyin".to_owned(), modifier));
    let expected = [
        (data.clone(), None),
        (data.clone(), copyin(Some(DataModifier::Readonly))),
        (data, copyin(None)),
        (unknown("updat"), None),
        (VerdictDirective::Acc(AccDirective::ExitData), None),
        (unknown("other"), None),
    ];
    assert_eq!(found, expected);
}
