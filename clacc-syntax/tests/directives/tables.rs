//! Compares the tables with the parser: everything that the tables allow parses without a finding, and no
//! part of it is lost.

use clacc_syntax::directive::{
    AccClause, AccDirective, DirectiveInfo, Form, OmpClause, OmpDirective, Parens, Vocabulary, codes,
};
use clacc_syntax::print::print_directive;

use super::samples::samples;
use super::support::{Tokens, dump};

/// Generates every directive of a language with every clause that it takes, in every form, and calls `each`
/// with the directive, the clause and the text.
fn all_lines<D: Vocabulary, C: Vocabulary>(
    pragma: &str,
    info: impl Fn(D) -> &'static DirectiveInfo<D, C>,
    form: impl Fn(D, C) -> &'static Form,
    spellings: &[(&'static str, C)],
    takes_spelling: impl Fn(D, C, &str) -> bool,
    each: &mut dyn FnMut(D, &str),
) {
    for &directive in D::ALL {
        let info = info(directive);
        let arguments = samples(directive.text(), &info.argument, &[]);
        arguments.iter().for_each(|argument| each(directive, &format!("{pragma} {argument}")));
        let constituents: Vec<&str> = info.constituents.iter().map(|part| part.text()).collect();
        for (spelling, clause) in spellings {
            let taken = info.clauses.iter().any(|rule| rule.clause == *clause);
            if taken && takes_spelling(directive, *clause, spelling) {
                for clause in samples(spelling, form(directive, *clause), &constituents) {
                    each(directive, &format!("{pragma} {} {clause}", arguments[0]));
                }
            }
        }
    }
}

fn every_line(each: &mut dyn FnMut(&str)) {
    let acc = AccClause::SPELLINGS;
    all_lines(
        "#pragma acc",
        AccDirective::info,
        AccDirective::form,
        acc,
        AccDirective::takes_spelling,
        &mut |_: AccDirective, line| {
            each(line);
        },
    );
    let omp = OmpClause::SPELLINGS;
    all_lines(
        "#pragma omp",
        OmpDirective::info,
        OmpDirective::form,
        omp,
        |_, _, _| true,
        &mut |_: OmpDirective, line| {
            each(line);
        },
    );
}

#[test]
fn everything_the_tables_allow_parses() {
    let mut count = 0;
    every_line(&mut |line| {
        let parsed = Tokens::of(&format!("{line}\n")).parse();
        let findings: Vec<&str> = parsed.diagnostics.iter().map(|finding| finding.message.as_str()).collect();
        assert!(findings.is_empty(), "{line}: {findings:?}");
        assert!(parsed.tree.directives.len() <= 2, "{line}");
        count += 1;
    });
    assert!(count > 5000, "the generator made {count} lines only");
}

/// A printed directive parses to the same clauses, modifiers and items, and prints to the same text.
#[test]
fn everything_the_tables_allow_prints_and_parses_again() {
    every_line(&mut |line| {
        let source = format!("{line}\n");
        let printed = print(&source);
        assert_eq!(dump(&source), dump(&printed), "{line}");
        assert_eq!(printed, print(&printed), "{line}");
    });
}

/// The printed directive of a text. The last one in the tree contains the others.
fn print(text: &str) -> String {
    let tree = Tokens::of(text).parse().tree;
    let last = tree.directives.iter().map(|(id, _)| id).next_back();
    last.map_or(String::new(), |id| format!("{}\n", print_directive(&tree, id)))
}

#[test]
fn layout() {
    let check = |line: &str, expected: &str| assert_eq!(print(line).trim_end(), expected);
    check(
        "#pragma omp target map ( hold , tofrom : a, b[0 : n] )",
        "#pragma omp target map(hold,tofrom: a,b[0:n])",
    );
    check("#pragma omp target update to(present:x)", "#pragma omp target update to(present: x)");
    check("#pragma omp parallel for, reduction(+:x,y)", "#pragma omp parallel for reduction(+: x,y)");
    check("#pragma omp tile sizes(2,3)", "#pragma omp tile sizes(2, 3)");
    check(
        "#pragma omp distribute dist_schedule(static,8)",
        "#pragma omp distribute dist_schedule(static, 8)",
    );
    check("#pragma omp target nowait depend(inout:x)", "#pragma omp target nowait depend(inout : x)");
    check("#pragma omp ordered depend(source)", "#pragma omp ordered depend(source)");
    check("#pragma omp ordered doacross(source:)", "#pragma omp ordered doacross(source:)");
    check(
        "#pragma acc data pcopy(a), present_or_copyin(b)",
        "#pragma acc data pcopy(a) present_or_copyin(b)",
    );
    check("#pragma acc loop gang(num:4,static:*)", "#pragma acc loop gang(num: 4,static: *)");
    check("#pragma acc wait(devnum:0:queues:1,2)", "#pragma acc wait(devnum: 0: queues: 1,2)");
    check("#pragma acc frobnicate a(1) + b", "#pragma acc frobnicate a(1) + b");
    check("#pragma acc parallel frobnicate(a ,1)", "#pragma acc parallel frobnicate(a, 1)");
}

/// Lines with a token missing, added or replaced: each has a tree, the printed tree parses again, and the
/// findings lie inside the text.
#[test]
fn broken_lines_still_have_trees() {
    const OTHERS: [&str; 12] = [":", ",", "(", ")", "]", "*", "?", "default", "x", "::", "{", "\"s\""];
    let mut random = 1_u32;
    let mut next = |below: usize| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 16) as usize % below
    };
    every_line(&mut |line| {
        if next(3) > 0 {
            return;
        }
        let mut words = Tokens::of(line).words();
        let place = next(words.len());
        match next(4) {
            0 => drop(words.remove(place)),
            1 => words.insert(place, OTHERS[next(OTHERS.len())]),
            2 => words[place] = OTHERS[next(OTHERS.len())],
            _ => words.rotate_left(place),
        }
        let pragma = &line[..11];
        let broken = format!("void f(void) {{\n{pragma} {}\n;\n}}\n", words.join(" "));
        let tokens = Tokens::of(&broken);
        let parsed = tokens.parse();
        assert!(parsed.diagnostics.iter().all(|finding| tokens.has(finding.primary.at)), "{broken}");
        for (id, _) in parsed.tree.directives.iter() {
            let printed = print_directive(&parsed.tree, id);
            Tokens::of(&format!("{printed}\n")).parse();
        }
    });
}

#[test]
fn groups_name_clauses_that_the_directive_takes() {
    fn check<D: Vocabulary, C: Vocabulary>(info: &DirectiveInfo<D, C>) {
        let takes = |clause: &C| info.clauses.iter().any(|rule| rule.clause == *clause);
        for group in info.exclusive.iter().chain(&info.required) {
            assert!(group.iter().all(takes), "{}", info.directive.text());
        }
        assert!(info.after_device_type.iter().all(takes), "{}", info.directive.text());
        assert!(info.standalone_with.iter().all(takes), "{}", info.directive.text());
        let mut clauses: Vec<usize> = info.clauses.iter().map(|rule| rule.clause.index()).collect();
        clauses.sort_unstable();
        clauses.dedup();
        assert_eq!(clauses.len(), info.clauses.len(), "{} has a clause twice", info.directive.text());
    }
    AccDirective::ALL.iter().for_each(|directive| check(directive.info()));
    OmpDirective::ALL.iter().for_each(|directive| check(directive.info()));
}

#[test]
fn combined_directives_name_their_parts() {
    let parts = |directive: OmpDirective| {
        directive.info().constituents.iter().map(|part| part.text()).collect::<Vec<_>>().join(" ")
    };
    for &directive in OmpDirective::ALL {
        assert_eq!(parts(directive), directive.text());
    }
    let acc = AccDirective::KernelsLoop.constituents();
    assert_eq!(acc, [AccDirective::Kernels, AccDirective::Loop]);
    assert!(OmpDirective::TargetParallelFor.rule(OmpClause::Nowait).is_some());
    assert!(OmpDirective::ParallelFor.rule(OmpClause::Nowait).is_none());
    assert!(OmpDirective::TargetParallel.rule(OmpClause::Copyin).is_none());
}

#[test]
fn every_clause_stands_on_some_directive() {
    for &clause in AccClause::ALL {
        assert!(
            AccDirective::ALL.iter().any(|directive| directive.rule(clause).is_some()),
            "{}",
            clause.text()
        );
    }
    for &clause in OmpClause::ALL {
        assert!(
            OmpDirective::ALL.iter().any(|directive| directive.rule(clause).is_some()),
            "{}",
            clause.text()
        );
    }
}

#[test]
fn needless_parentheses_are_found_wherever_a_clause_has_none() {
    for &directive in AccDirective::ALL {
        for rule in &directive.info().clauses {
            if directive.form(rule.clause).parens == Parens::Never {
                let line = format!(
                    "#pragma acc {} {}(1)\n",
                    samples(directive.text(), &directive.info().argument, &[])[0],
                    rule.clause.text()
                );
                let parsed = Tokens::of(&line).parse();
                let codes: Vec<&str> = parsed.diagnostics.iter().map(|finding| finding.code.id).collect();
                assert_eq!(codes, [codes::BOTH0003.acc.id], "{line}");
            }
        }
    }
}
