//! The mapping of a program that was not lowered from a language. It shows that rules need a program, facts
//! and a dialect, but nothing of C.

#[path = "../../clacc-sema/tests/handmade/mod.rs"]
mod handmade;

use clacc_sema::acc::{UnitFacts, analyze};
use clacc_sema::program::View;
use clacc_sema::program::place::At;
use clacc_sema::tuning::TunedLoops;
use clacc_ttx::dialect::{CLACC, PORTABLE};
use clacc_ttx::layout::{Content, layout};
use clacc_ttx::mapping::FunctionMapping;
use clacc_ttx::policy::Clacc;
use clacc_ttx::spell::Speller;
use handmade::program;

#[test]
fn a_program_made_by_hand_has_openmp_forms() {
    let (program, answers) = program();
    let view = View::by_hand(&program, &answers);
    let facts = analyze(view, UnitFacts::default()).facts;
    let lines = |dialect| {
        let mapping = FunctionMapping::new(&Clacc, dialect, view, (&facts, TunedLoops::NONE));
        let forms = mapping.forms_of(&facts, program.order[0]).expect("both halves have forms");
        // The program has no text of its own, so the names of places spell the expressions.
        let mut expr = |at: At| {
            let place = view.place_of(at).expect("the program's expressions are names");
            view.text(view.name(place.root)).to_owned()
        };
        let mut speller = Speller::new(view, dialect, &mut expr);
        let text = |content| match content {
            Content::Directive(directive) => speller.directive(directive),
            other => panic!("{other:?} is no directive"),
        };
        layout(&forms).before.iter().map(|line| line.content).map(text).collect::<Vec<_>>()
    };
    assert_eq!(
        lines(&CLACC),
        ["target teams map(hold,tofrom: sum,x) shared(x) reduction(+: sum)", "distribute private(i)"]
    );
    assert_eq!(lines(&PORTABLE)[0], "target teams map(tofrom: sum,x) shared(x) reduction(+: sum)");
}
