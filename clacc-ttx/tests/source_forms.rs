//! OpenMP directives of the source as forms: a form is spelled as the directive is printed, and its clauses are typed.

mod common;
#[path = "../../clacc-syntax/tests/directives/samples.rs"]
mod samples;

use clacc_sema::db::external_decls::directed;
use clacc_sema::db::functions::omp_forms;
use clacc_sema::db::models::{model, program};
use clacc_sema::omp::form::{Argument, Clause, ClauseModifier, Directive, Omp, Origin};
use clacc_sema::program::View;
use clacc_syntax::directive::{Association, OmpClause, OmpDirective};
use clacc_syntax::print::print_directive;
use clacc_ttx::dialect::CLACC;
use clacc_ttx::spell::{Speller, printed};
use common::Program;
use samples::samples;

/// The number of clauses that were spelled, and of those that were spelled from typed arguments.
#[derive(Default)]
struct Count {
    clauses: usize,
    typed: usize,
}

/// Compares the spelled forms of a program's OpenMP directives with the printed directives.
fn check(source: &str, count: &mut Count) {
    let parsed = Program::new(source);
    let db = &parsed.db;
    for decl in directed(db, parsed.unit) {
        let (model, program, forms) = (model(db, decl), program(db, decl), omp_forms(db, decl));
        let view = View::of_c(&program, &model);
        for (id, form) in forms.of.iter() {
            let Omp::Directive(directive) = form else { panic!("a directive has the form {form:?}") };
            count.clauses += directive.clauses.len();
            count.typed += directive.clauses.iter().filter(|clause| is_typed(&clause.argument)).count();
            check_arguments(view, directive);
            let mut expr = |at| printed(view, at);
            let spelled = Speller::new(view, &CLACC, &mut expr).directive(directive);
            let expected = print_directive(&model.parsed.tree, id);
            let has_argument = !expected.starts_with(&format!("#pragma omp {spelled}"));
            if program.directives[id].argument.is_none() || !has_argument {
                assert_eq!(format!("#pragma omp {spelled}"), expected.trim_end(), "{source}");
            }
        }
    }
}

fn is_typed(argument: &Argument) -> bool {
    !matches!(argument, Argument::Unread(_))
}

/// Returns whether a clause without an origin in the source is spelled with all that its argument says.
fn is_spelled(argument: &Argument) -> bool {
    let is_spelled =
        |each: &ClauseModifier| !matches!(each, ClauseModifier::Iterators(_) | ClauseModifier::Unread(_));
    match argument {
        Argument::Modified { modifiers, argument } => modifiers.iter().all(is_spelled) && is_typed(argument),
        argument => is_typed(argument),
    }
}

/// Compares clauses that are spelled from their arguments with what the source writes.
fn check_arguments(view: View<'_>, directive: &Directive) {
    let mut expr = |at| printed(view, at);
    let mut speller = Speller::new(view, &CLACC, &mut expr);
    for clause in directive.clauses.iter().filter(|clause| is_spelled(&clause.argument)) {
        let written = speller.clause(directive.kind, clause);
        let made = Clause::new(clause.argument.clone(), Origin::Mapping("a test"));
        let spelled = speller.clause(directive.kind, &made);
        assert_eq!(canonical(&spelled), canonical(&written));
    }
}

/// The text of a clause without the words that change nothing, and with one of several that mean the same.
fn canonical(text: &str) -> String {
    const SAME: [(&str, &str); 7] = [
        ("ompx_", ""),
        ("storage:", "alloc:"),
        ("(tofrom: ", "("),
        (",tofrom: ", ": "),
        ("allocator(n)", "n"),
        ("step(2)", "2"),
        ("(alloc: all)", "(alloc)"),
    ];
    SAME.iter().fold(text.to_owned(), |text, (word, other)| text.replace(word, other))
}

const HEAD: &str =
    "struct s { int m; }; int f(int);\nvoid g(int n, int x, int y, int *p, struct s s) {\n  int a[8], i;\n";

#[test]
fn every_clause_is_spelled_as_it_is_printed() {
    let mut count = Count::default();
    for directive in OmpDirective::ALL.iter().copied() {
        let info = directive.info();
        let statement = if info.association == Association::Loop { "for (i = 0; i < n; ++i) ;" } else { ";" };
        if !matches!(info.association, Association::None | Association::Statement | Association::Loop) {
            continue;
        }
        for rule in &info.clauses {
            for clause in samples(rule.clause.text(), directive.form(rule.clause), &["target"]) {
                let source = format!("{HEAD}#pragma omp {} {clause}\n{statement}\n}}\n", directive.text());
                check(&source, &mut count);
            }
        }
    }
    for clause in ["schedule(simd,monotonic: static, 4)", "schedule(nonmonotonic,simd: dynamic)"] {
        let (clauses, typed) = (count.clauses, count.typed);
        check(&format!("{HEAD}#pragma omp for {clause}\nfor (i = 0; i < n; ++i) ;\n}}\n"), &mut count);
        assert_eq!((count.clauses, count.typed), (clauses + 1, typed + 1), "{clause}");
    }
    assert!(count.clauses > 2000, "only {} clauses were compared", count.clauses);
    assert!(count.typed * 10 > count.clauses * 9, "only {} of {} are typed", count.typed, count.clauses);
}

#[test]
fn what_a_form_does_not_say_is_kept_as_written() {
    let argument = |clause: &str| {
        let source = format!("{HEAD}#pragma omp target {clause}\n;\n}}\n");
        let parsed = Program::new(&source);
        let decl = *directed(&parsed.db, parsed.unit).last().expect("a function");
        let forms = omp_forms(&parsed.db, decl);
        let (_, form) = forms.of.iter().next().expect("a directive");
        let Omp::Directive(directive) = form else { panic!("a directive has the form {form:?}") };
        directive.clauses[0].argument.clone()
    };
    for clause in
        ["map(a)", "map(always, present, to: a)", "map(mapper(m), to: a)", "if(n)", "map(tofrom: *p)"]
    {
        assert!(is_typed(&argument(clause)), "{clause}");
    }
    assert!(matches!(argument("map(to: a[1:n])"), Argument::Map { .. }));
    assert!(matches!(argument("private(x)"), Argument::List(OmpClause::Private, _)));
}
