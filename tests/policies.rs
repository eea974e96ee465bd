//! Policies of others on default features: what they can make, what is said of it, and what is refused.

mod one_file;
#[expect(dead_code, reason = "what the example does with its policy has a test of its own")]
#[path = "../examples/policy.rs"]
mod policy;

use std::sync::Arc;

use std::sync::atomic::{AtomicU32, Ordering};

use clacc::acc::{Construct, ReductionOp};
use clacc::compare::DifferingPart;
use clacc::dialect;
use clacc::directives::{AccDirective, OmpClause, OmpDirective};
use clacc::omp::{MapFlags, MapKind, MappingChoice, NewClause, NewItem, NodeFinding, OmpNode, ScheduleKind};
use clacc::policy::{MappingPolicy, NewDirective, Policies, Policy, Rules, testing};
use clacc::severities::WarningLevel;
use clacc::syntax::{ExternalDeclaration, NodeKind};
use clacc::translate::{Because, Fidelity, TranslateOptions, Translation};
use one_file::open;
use policy::Limit;

/// A rule as a policy. It is asked about `parallel` and its loop only.
struct By<R>(R);

impl<R: Fn(Construct<'_>, &Rules<'_>) -> OmpNode + Send + Sync + 'static> MappingPolicy for By<R> {
    fn name(&self) -> &'static str {
        "by"
    }
    fn version(&self) -> &'static str {
        "1"
    }
    fn map(&self, construct: Construct<'_>, rules: &Rules<'_>) -> OmpNode {
        (self.0)(construct, rules)
    }
}

type Rule = fn(Construct<'_>, &Rules<'_>) -> OmpNode;

/// A rule without parameters of its own.
fn by(rule: Rule) -> By<Rule> {
    By(rule)
}

const PROGRAM: &str = "\
void f(int n, double *x, double s) {
#pragma acc parallel loop copy(x[0:n]) reduction(+:s)
  for (int i = 0; i < n; ++i)
    s += x[i];
}
";

fn translated(policy: Policy) -> Arc<Translation> {
    let (session, unit) = open(PROGRAM);
    session.translate(unit, &TranslateOptions::default().with_policy(policy).with_dialect(dialect::PORTABLE))
}

fn text(translation: &Translation) -> String {
    String::from_utf8_lossy(&translation.text).into_owned()
}

/// The default answer, with a clause on the directives of the compute construct.
fn with(rules: &Rules<'_>, construct: Construct<'_>, clause: &NewClause<'_>) -> OmpNode {
    let mut node = rules.default();
    if construct.is_compute() {
        node.each_directive(|directive| directive.push(clause.clone()));
    }
    node
}

/// Checks that a rule's answer is used, that the translation has a line, and what is said of the directive.
fn check(rule: fn(Construct<'_>, &Rules<'_>) -> OmpNode, expected: &str, said: (Fidelity, &str)) {
    let translation = translated(Policy::custom(by(rule)));
    let text = text(&translation);
    assert!(text.contains(expected), "{expected}: {text} {:?}", translation.diagnostics);
    let line = &translation.verdicts[0];
    assert_eq!((line.fidelity, &*line.reason), said);
}

/// Short text leaves out what OpenMP implies, and nothing that a policy asks for.
#[test]
fn clauses_of_policies_stay_in_short_text() {
    let policy = Policy::custom(by(|construct, rules| {
        let mut node = rules.default();
        if construct.is_compute() {
            let symbols: Vec<_> = construct.declaration().symbols().collect();
            let named =
                |name: &str| *symbols.iter().find(|symbol| symbol.name() == name).expect("it is there");
            let n = named("n").uses().next().expect("it is used");
            node.each_directive(|directive| {
                directive.remove(OmpClause::Map);
                let items = [NewItem::section(named("x"), 0, n), named("s").into()];
                directive.push(NewClause::map(MapKind::Tofrom, MapFlags::NONE, items));
                directive.push(NewClause::value(OmpClause::NumTeams, 1));
                directive.push(NewClause::value(OmpClause::ThreadLimit, 1));
            });
        }
        node
    }));
    let (session, unit) = open(PROGRAM);
    let text = text(&session.translate(unit, &TranslateOptions::default().with_policy(policy)));
    let clauses = "reduction(+: s) map(tofrom: x[0:n], s) num_teams(1) thread_limit(1)";
    assert!(
        text.contains(&format!("#pragma omp target teams distribute parallel for {clauses}\n")),
        "{text}"
    );
}

/// Checks that a rule's answer is refused with a code, and that the program keeps its text.
fn check_refused(rule: fn(Construct<'_>, &Rules<'_>) -> OmpNode, code: &str) {
    let translation = translated(Policy::custom(by(rule)));
    assert_eq!(text(&translation), PROGRAM);
    let codes: Vec<_> = translation.diagnostics.iter().map(|finding| finding.code.id).collect();
    assert!(codes.contains(&code), "{code}: {codes:?}");
}

const UNSTATED: (Fidelity, &str) = (Fidelity::Approximated, "as policy by 1 has it");

#[test]
fn forms_are_changed_and_built() {
    check(
        |_, rules| rules.default(),
        "#pragma omp target teams",
        (Fidelity::Exact, "the directive has a form"),
    );
    check(
        |construct, rules| with(rules, construct, &NewClause::value(OmpClause::ThreadLimit, 8)),
        "thread_limit(8)",
        UNSTATED,
    );
    check(
        |construct, rules| {
            let mut node = with(rules, construct, &NewClause::value(OmpClause::ThreadLimit, 8));
            node.state(Fidelity::Exact, format!("{} threads suffice", 8));
            node
        },
        "thread_limit(8)",
        (Fidelity::Exact, "8 threads suffice"),
    );
    // An expression of the program is printed as it is written, a section is one of the policy's own.
    check(
        |construct, rules| {
            let symbols: Vec<_> = construct.declaration().symbols().collect();
            let named = |name: &str| {
                symbols.iter().copied().find(|symbol| symbol.name() == name).expect("it is there")
            };
            let n = named("n").uses().next().expect("it is used");
            let mut node = rules.default();
            if construct.is_compute() {
                node.each_directive(|directive| {
                    directive.remove(OmpClause::Map);
                    let items = [NewItem::section(named("x"), 0, n), named("s").into()];
                    directive.push(NewClause::map(MapKind::Tofrom, MapFlags::NONE, items));
                });
            }
            node
        },
        "map(tofrom: x[0:n],s)",
        UNSTATED,
    );
    check(
        |construct, rules| {
            if !construct.is_compute() {
                return rules.without_directive("the teams do it");
            }
            let target = NewDirective::new(OmpDirective::Target);
            let schedule = NewClause::schedule(ScheduleKind::Static, Some(4.into()));
            let threads = NewDirective::new(OmpDirective::ParallelFor).clause(schedule);
            rules.build().directive(target).directive(threads).finish()
        },
        "#pragma omp target\n#pragma omp parallel for schedule(static, 4)\n",
        UNSTATED,
    );
    check(
        |construct, rules| {
            if construct.is_compute() { rules.unsupported("not today") } else { rules.default() }
        },
        "#pragma acc parallel loop",
        (Fidelity::Unsupported, "not today"),
    );
}

/// A verdict says what is done.
#[test]
fn what_is_stated_agrees_with_the_text() {
    let stated = |fidelity| {
        let rule = move |construct: Construct<'_>, rules: &Rules<'_>| {
            let mut node = rules.default();
            if construct.is_compute() {
                node.state(fidelity, "so it is");
                construct.clauses().for_each(|clause| node.state_clause(clause, fidelity, "so it is"));
            }
            node
        };
        translated(Policy::custom(By(rule)))
    };
    let said = |translation: &Translation| -> Vec<_> {
        translation.verdicts.iter().map(|line| (line.fidelity, line.reason.to_string())).collect()
    };
    let kept = stated(Fidelity::Unsupported);
    assert_eq!((text(&kept).as_str(), &kept.diagnostics[..]), (PROGRAM, &[][..]));
    assert_eq!(said(&kept)[0], (Fidelity::Unsupported, "so it is".to_owned()));
    let inactive = stated(Fidelity::Inactive);
    assert!(text(&inactive).contains("#pragma omp target teams"));
    assert_eq!(said(&inactive), said(&translated(Policy::default())));
    // Of what keeps its text, no part is translated.
    let rule = |construct: Construct<'_>, rules: &Rules<'_>| {
        let mut node = rules.unsupported("not today");
        construct.clauses().for_each(|clause| node.state_clause(clause, Fidelity::Exact, "so it is"));
        node
    };
    let kept = translated(Policy::custom(by(rule)));
    assert_eq!(text(&kept), PROGRAM);
    assert!(said(&kept).iter().all(|(fidelity, _)| *fidelity == Fidelity::Unsupported), "{:?}", said(&kept));
}

/// No error is named where there is none.
#[test]
fn clauses_of_a_directive_without_a_form_are_kept_for_its_reason() {
    let said = |rule| -> Vec<_> {
        let translation = translated(Policy::custom(by(rule)));
        assert_eq!(translation.diagnostics[..], []);
        let lines = translation.verdicts.iter();
        lines.map(|line| (line.what(), line.fidelity, line.because, line.reason.to_string())).collect()
    };
    let by_itself = |what: &str, reason: &str| {
        (what.to_owned(), Fidelity::Unsupported, Because::Itself, reason.to_owned())
    };
    let unstated = |construct: Construct<'_>, rules: &Rules<'_>| {
        if construct.is_compute() { rules.unsupported("not today") } else { rules.default() }
    };
    let parts = ["parallel loop", "parallel loop: copy", "parallel loop: reduction"];
    let of_loop = "kept, because another part of the directive has no form";
    let mut expected = parts.map(|part| by_itself(part, "not today"));
    expected[2] = (parts[2].to_owned(), Fidelity::Unsupported, Because::OtherPart, of_loop.to_owned());
    assert_eq!(said(unstated), expected);
    let stated = |construct: Construct<'_>, rules: &Rules<'_>| {
        let mut node = rules.unsupported("not today");
        let copy = construct.clauses().next().filter(|_| construct.is_compute());
        copy.into_iter().for_each(|copy| node.state_clause(copy, Fidelity::Unsupported, "who copies"));
        node
    };
    let reasons = ["not today", "who copies", "not today"];
    let expected = parts.into_iter().zip(reasons).map(|(part, why)| by_itself(part, why));
    assert_eq!(said(stated), expected.collect::<Vec<_>>());
}

#[test]
fn forms_that_openmp_does_not_have_are_refused() {
    check_refused(|construct, rules| with(rules, construct, &NewClause::bare(OmpClause::Untied)), "OMP9001");
    check_refused(
        |construct, rules| {
            let mut node = rules.default();
            if construct.is_compute() {
                node.each_directive(|directive| directive.set_kind(OmpDirective::Target));
                node.each_directive(|directive| directive.retain(|clause| clause.kind() == OmpClause::Map));
            }
            node
        },
        "OMP9002",
    );
    // Around a compute construct is no `teams` but its own.
    check_refused(
        |construct, rules| {
            if construct.is_compute() { rules.without_directive("who needs it") } else { rules.default() }
        },
        "OMP9002",
    );
    check_refused(
        |construct, rules| {
            if construct.is_compute() {
                return rules.build().directive(NewDirective::new(OmpDirective::Masked)).finish();
            }
            rules.default()
        },
        "OMP9003",
    );
    check_refused(
        |construct, rules| with(rules, construct, &NewClause::value(OmpClause::ThreadLimit, -1)),
        "OMP9004",
    );
    check_refused(
        |construct, rules| {
            let mut node = rules.default();
            if construct.kind() == AccDirective::Loop {
                node.each_directive(|directive| directive.replace(NewClause::value(OmpClause::Collapse, 2)));
            }
            node
        },
        "OMP9005",
    );
    check_refused(
        |construct, rules| {
            let symbols = construct.declaration().symbols().filter(|symbol| symbol.name() == "s");
            let items: Vec<_> = symbols.map(NewItem::from).collect();
            let twice = NewClause::reduction(ReductionOp::Add, [items.clone(), items].concat());
            let mut node = rules.default();
            if construct.is_compute() {
                node.each_directive(|directive| directive.replace(twice.clone()));
            }
            node
        },
        "OMP9006",
    );
    check_refused(
        |construct, rules| {
            let mut symbols = construct.declaration().symbols();
            let i = symbols.find(|symbol| symbol.name() == "i").expect("the loop has it");
            with(rules, construct, &NewClause::list(OmpClause::Private, [i.into()]))
        },
        "OMP9007",
    );
}

/// A policy that uses an expression of a declaration that it keeps.
struct Foreign(ExternalDeclaration);

impl MappingPolicy for Foreign {
    fn name(&self) -> &'static str {
        "foreign"
    }
    fn version(&self) -> &'static str {
        "1"
    }
    fn map(&self, construct: Construct<'_>, rules: &Rules<'_>) -> OmpNode {
        let number = self.0.nodes().find_map(|node| node.expr().filter(|_| node.kind() == NodeKind::Number));
        let number = number.expect("there is one");
        with(rules, construct, &NewClause::value(OmpClause::ThreadLimit, number))
    }
}

#[test]
fn parts_of_other_declarations_are_refused() {
    let (other, unit) = open("int g(void) { return 4; }\n");
    let declaration = other.declarations(unit).remove(0);
    let translation = translated(Policy::custom(Foreign(declaration)));
    assert_eq!(text(&translation), PROGRAM);
    assert!(translation.diagnostics.iter().any(|finding| finding.code.id == "MAP0036"));
}

#[test]
fn a_layer_sees_the_answer_below_it() {
    let seen = |construct: Construct<'_>, rules: &Rules<'_>| {
        let mut node = rules.default();
        if construct.is_compute() {
            assert!(node.directives()[0].clause(OmpClause::ThreadLimit).is_some());
            node.each_directive(|directive| directive.push(NewClause::bare(OmpClause::Nowait)));
        }
        node
    };
    let policy = Policy::clacc().layered(Limit(3)).layered(by(seen));
    assert_eq!((policy.name(), policy.version()), ("by", "1"));
    let translation = translated(policy);
    assert!(text(&translation).contains("thread_limit(3) nowait"), "{}", text(&translation));
    // A layer over a layer that is refused adds nothing.
    let refused = translated(Policy::custom(Limit(0)).layered(by(|_, rules| rules.default())));
    assert_eq!(text(&refused), PROGRAM);
    assert!(refused.diagnostics.iter().any(|finding| finding.code.id == "OMP9004"));
}

#[test]
fn values_of_a_policy_are_told_apart() {
    let (session, unit) = open(PROGRAM);
    let choice = |policy| MappingChoice::new(policy, dialect::PORTABLE);
    let limit = |number| choice(Policy::custom(Limit(number)));
    assert!(limit(1) == limit(1) && limit(1) != limit(2));
    let over_other = choice(Policy::clacc().layered(Limit(1)));
    assert!(limit(1) != over_other, "what is below belongs to the policy");
    let parts = |one: &MappingChoice, other: &MappingChoice| -> Vec<_> {
        session.compare(unit, one, other).into_iter().map(|difference| difference.differs).collect()
    };
    assert_eq!(parts(&limit(1), &limit(2)), [DifferingPart::Clause(OmpClause::ThreadLimit)]);
    assert!(parts(&limit(2), &limit(2)).is_empty());
    let default = choice(Policy::default());
    let keeps = choice(Policy::custom(by(|_, rules| rules.unsupported("never"))));
    assert_eq!(parts(&default, &keeps), [DifferingPart::Outcome]);
    let says = choice(Policy::custom(by(|_, rules| {
        let mut node = rules.default();
        node.state(Fidelity::Approximated, "who knows");
        node
    })));
    assert_eq!(parts(&default, &says), [DifferingPart::Verdict]);
    let clacc = choice(Policy::clacc());
    assert_eq!(parts(&default, &clacc).len(), 1);
}

#[test]
fn policies_are_listed_by_name() {
    let policies = Policies::built_in().with(Policy::custom(Limit(1))).with(Policy::custom(Limit(2)));
    assert_eq!(policies.names().last(), Some("limit"));
    assert_eq!(policies.iter().count(), Policy::NAMES.len() + 1);
    assert_eq!(policies.by_name("limit").and_then(Policy::fingerprint), Some(2));
}

#[test]
fn policies_that_answer_differently_are_found() {
    struct Counting(AtomicU32);
    impl MappingPolicy for Counting {
        fn name(&self) -> &'static str {
            "counting"
        }
        fn version(&self) -> &'static str {
            "1"
        }
        fn map(&self, construct: Construct<'_>, rules: &Rules<'_>) -> OmpNode {
            let number = self.0.fetch_add(1, Ordering::Relaxed) + 1;
            with(rules, construct, &NewClause::value(OmpClause::ThreadLimit, number))
        }
    }
    let counting = Policy::custom(Counting(AtomicU32::new(0)));
    let found = testing::check_pure(&counting, dialect::PORTABLE, [PROGRAM]).expect_err("it counts");
    assert_eq!(found.program, 0);
    assert!(found.first.contains("thread_limit") && found.first != found.second, "{found}");
    testing::check_pure(&Policy::custom(Limit(1)), dialect::LLVM, [PROGRAM, ""]).expect("it is pure");
}

#[test]
fn panics_are_findings() {
    struct Panicking;
    impl MappingPolicy for Panicking {
        fn name(&self) -> &str {
            panic!("no name")
        }
        fn version(&self) -> &'static str {
            "1"
        }
        fn map(&self, _: Construct<'_>, rules: &Rules<'_>) -> OmpNode {
            rules.default()
        }
    }
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let (named, mapped) =
        (translated(Policy::custom(Panicking)), translated(Policy::custom(by(|_, _| panic!("no rule")))));
    std::panic::set_hook(hook);
    for (translation, why) in [(named, "no name"), (mapped, "no rule")] {
        assert_eq!(text(&translation), PROGRAM);
        // Once for both halves of the directive.
        let [finding] = &translation.diagnostics[..] else { panic!("{:?}", translation.diagnostics) };
        let expected = format!("the mapping policy failed on `acc parallel loop`: {why}");
        assert_eq!((finding.code.id, &*finding.message), ("MAP0037", &*expected));
    }
}

/// The message is the same in every run.
#[test]
fn policies_ask_no_sessions() {
    let asks = |_: Construct<'_>, rules: &Rules<'_>| {
        let (session, unit) = open(PROGRAM);
        assert!(session.check(unit).is_empty());
        rules.default()
    };
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let translation = translated(Policy::custom(by(asks)));
    std::panic::set_hook(hook);
    assert_eq!(text(&translation), PROGRAM);
    let [finding] = &translation.diagnostics[..] else { panic!("{:?}", translation.diagnostics) };
    let expected = "the mapping policy failed on `acc parallel loop`: it asked a session or a snapshot";
    assert_eq!((finding.code.id, &*finding.message), ("MAP0037", expected));
}

/// What a policy makes of a directive is checked with what it makes of those around and inside, whoever is asked for.
#[test]
fn single_nodes_fit_those_around_them() {
    let distributed = |_: Construct<'_>, rules: &Rules<'_>| {
        let mut node = rules.default();
        node.each_directive(|directive| match directive.kind() {
            OmpDirective::TargetTeams => directive.set_kind(OmpDirective::Target),
            OmpDirective::Loop | OmpDirective::ParallelFor => directive.set_kind(OmpDirective::Distribute),
            _ => {}
        });
        node
    };
    let program = "\
void f(int n, double *x) {
#pragma acc parallel copy(x[0:n])
  {
#pragma acc loop gang
    for (int i = 0; i < n; ++i)
      x[i] = i;
  }
#pragma acc update self(x[0:n])
}
";
    let (session, unit) = open(program);
    let choice = MappingChoice::new(Policy::custom(by(distributed)), dialect::PORTABLE);
    let declaration = session.declarations(unit).remove(0);
    let omp = session.omp(&declaration, &choice).expect("the session has it");
    let codes = |nodes: &[&OmpNode]| -> Vec<&'static str> {
        nodes.iter().flat_map(|node| node.findings()).map(NodeFinding::code).collect()
    };
    for (directive, has_fault) in declaration.directives().zip([false, true, false]) {
        let alone = session.get_omp_node(directive, &choice).expect("the session has it");
        let among: Vec<&OmpNode> = omp.nodes(directive).collect();
        assert_eq!(alone.iter().collect::<Vec<_>>(), among, "{}", directive.name());
        assert_eq!(codes(&among).contains(&"OMP9002"), has_fault, "{}", directive.name());
    }
}

#[test]
fn options_are_equal_if_they_ask_for_the_same() {
    let own = Policy::custom(Limit(1));
    let options = || TranslateOptions::default().with_policy(own.clone());
    let mut quiet = options();
    quiet.severities.set("pointer-without-range", WarningLevel::Off).expect("there is such a name");
    for (one, other, is_same) in [
        (TranslateOptions::default(), TranslateOptions::default(), true),
        (TranslateOptions::default(), TranslateOptions::default().with_policy(Policy::clacc()), false),
        (TranslateOptions::default(), TranslateOptions::default().with_dialect(dialect::LLVM), false),
        (options(), options(), true),
        (options(), options().with_line_numbers(true), false),
        (options(), TranslateOptions::default().with_policy(Policy::custom(Limit(1))), true),
        (options(), TranslateOptions::default().with_policy(Policy::custom(Limit(2))), false),
        (quiet.clone(), quiet.clone(), true),
        (quiet, options(), false),
    ] {
        assert_eq!(one == other, is_same, "{one:?} {other:?}");
    }
}
