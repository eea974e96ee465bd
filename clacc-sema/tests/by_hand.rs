//! A program that was not lowered from a language. It shows that the analysis of OpenACC needs a program
//! and answers, but nothing of C.

mod handmade;

use clacc_sema::acc::attribute_rows::rows;
use clacc_sema::acc::facts::{AccFacts, Construct};
use clacc_sema::acc::{UnitFacts, analyze};
use clacc_sema::program::View;
use clacc_sema::program::place::EntityId;
use handmade::program;

/// The attributes of a construct: `x copy`.
fn attributes(view: View<'_>, construct: &Construct) -> Vec<String> {
    rows(view, construct).map(|row| format!("{} {}", row.variable, row.attribute)).collect()
}

fn constructs(facts: &AccFacts) -> [&Construct; 2] {
    let all: Vec<_> = facts.constructs.iter().map(|(_, construct)| construct).collect();
    all.try_into().expect("two halves")
}

#[test]
fn a_program_made_by_hand_has_attributes_and_levels() {
    let (program, answers) = program();
    let view = View::by_hand(&program, &answers);
    let analysis = analyze(view, UnitFacts::default());
    assert_eq!(analysis.diagnostics, []);
    let [parallel, inner] = constructs(&analysis.facts);
    let compute = ["sum copy", "sum reduction(+)", "x copy", "x shared"];
    assert_eq!(attributes(view, parallel), compute);
    assert_eq!(attributes(view, inner), ["sum reduction(+)", "i private", "x shared"]);
    let facts = inner.loop_facts.as_deref().expect("a loop");
    assert!(facts.gang.is_some() && facts.vector.is_none() && facts.sequential.is_none());
    assert_eq!((facts.loops.len(), facts.control[0].entity), (1, EntityId::new(0)));
    assert!(!parallel.broken && !inner.broken);
}
