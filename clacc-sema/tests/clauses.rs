//! Clauses of OpenACC with typed arguments.

use std::sync::Arc;

use clacc_sema::acc::AccAnalysis;
use clacc_sema::acc::clauses::{Argument, Clause, DataModifier, DefaultKind, StaticChunk};
use clacc_sema::db::external_decls::declarations;
use clacc_sema::db::files::Volatility;
use clacc_sema::db::functions::acc_facts;
use clacc_sema::db::set_text;
use clacc_sema::db::{Database, Unit};
use clacc_sema::directives::reduction::ReductionOp;
use clacc_syntax::parse::ParseLimits;

/// The analysis of a directive before nested loops.
fn analysis(directive: &str) -> Arc<AccAnalysis> {
    let source = format!(
        "struct s {{ float *p; }};
void f(int n, struct s s, float *x, float a[4][8], float **q) {{
#pragma acc {directive}
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      x[i] += j;
}}"
    );
    let mut db = Database::default();
    let main = set_text(&mut db, "main.c", Some(source.as_bytes().into()), Volatility::Edited);
    let unit = Unit::new(&db, main, Arc::default(), ParseLimits::default());
    let decl = declarations(&db, unit)[1];
    acc_facts(&db, decl)
}

/// The only clause of a directive.
fn clause(directive: &str) -> Clause {
    let analysis = analysis(directive);
    let [clause] = &analysis.facts.clauses.iter().map(|(_, clause)| clause).collect::<Vec<_>>()[..] else {
        panic!("one clause: {directive}");
    };
    (*clause).clone()
}

#[test]
fn words_become_kinds() {
    let data = clause("enter data copyin(always, readonly: x[0:n])");
    assert_eq!(data.modifiers[..], [DataModifier::Always, DataModifier::Readonly]);
    assert_eq!(clause("parallel default(none)").argument, Argument::Default(DefaultKind::None));
    assert!(
        matches!(clause("parallel loop reduction(max: n)").argument, Argument::Reduction(ReductionOp::Max, items) if items.len() == 1)
    );
    assert!(matches!(
        clause("parallel loop collapse(force: 2)").argument,
        Argument::Collapse { force: true, .. }
    ));
    assert!(
        matches!(clause("parallel loop tile(*, 4)").argument, Argument::Tile(sizes) if matches!(sizes[..], [None, Some(_)]))
    );
    assert!(
        matches!(clause("parallel device_type(*)").argument, Argument::DeviceTypes(words) if words.is_empty())
    );
    assert!(
        matches!(clause("parallel device_type(host)").argument, Argument::DeviceTypes(words) if words.len() == 1)
    );
    assert!(matches!(clause("parallel wait(devnum: 1: queues: 2, 3)").argument,
        Argument::Wait(wait) if wait.device.is_some() && wait.queues.len() == 2));
}

#[test]
fn arguments_of_gang_have_names() {
    let gang = |argument: &str| clause(&format!("parallel loop gang{argument}")).argument;
    assert_eq!(gang(""), Argument::None);
    assert!(matches!(gang("(8)"), Argument::Gang { num: Some(_), dim: None, chunk: None }));
    assert!(matches!(gang("(static: *)"), Argument::Gang { num: None, chunk: Some(StaticChunk::Any), .. }));
    assert!(matches!(
        gang("(num: 8, static: 4, dim: 1)"),
        Argument::Gang { num: Some(_), dim: Some(_), chunk: Some(StaticChunk::Size(_)) }
    ));
    assert_eq!(gang("(8, 9)"), Argument::Malformed);
    assert_eq!(clause("parallel loop worker(8, 9)").argument, Argument::Malformed);
}

#[test]
fn list_items_are_places_with_the_limits_of_other_models() {
    let limits = |item: &str| clause(&format!("enter data copyin({item})")).items()[0].limits;
    assert_eq!(limits("a[0:2][0:8]").gap, None);
    assert!(limits("a[0:2][0:4]").gap.is_some_and(|gap| !gap.behind_pointer));
    assert!(limits("q[0:2][0:4]").gap.is_some_and(|gap| gap.behind_pointer));
    assert!(limits("q[0:1][0:4]").behind_pointers && !limits("s.p[0:4]").behind_pointers);
    let member = clause("enter data copyin(s.p[0:4])");
    let place = member.items()[0].place.clone().expect("a place");
    assert_eq!((place.steps.len(), place.without_ranges().steps.len()), (3, 1));
}

#[test]
fn directives_keep_what_stands_in_their_parentheses() {
    let wait = analysis("wait(devnum: 1: 2)");
    let (_, construct) = wait.facts.constructs.iter().next().expect("a construct");
    let argument = construct.seldom.wait.as_ref().expect("an argument");
    assert!(argument.device.is_some() && argument.queues.len() == 1);
    let cache = analysis("cache(x[0:4])");
    let (_, construct) = cache.facts.constructs.iter().next().expect("a construct");
    assert!(
        construct.seldom.listed[0].place.as_ref().is_some_and(clacc_sema::program::place::Place::is_part)
    );
}
