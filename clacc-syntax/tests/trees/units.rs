//! Units that are parsed in pieces: the pieces cover the unit, and each parses to the same tree as in the
//! whole unit.

use std::sync::Arc;

use clacc_syntax::Name;
use clacc_syntax::ast::Decl;
use clacc_syntax::lexer::TokenChange;
use clacc_syntax::parse::{
    Bodies, External, FileScope, ParseLimits, parse_external, parse_unit, split_unit, split_unit_after,
};

use crate::support::{NAMES, printed, roots, tokens, whole};

const UNIT: &str = "\
typedef int T;
#pragma acc routine seq
int f(T a) { T b = a; { int T = 2; T * b; } return b; }
int old(a, b) char *a; T b; { return *a + b; }
#pragma omp threadprivate(x)
;
struct s { T T; int : 3; } v = { 1 };
void g(int T) {
#pragma acc parallel
    for (int i = 0; i < T; i++) ;
}
__asm__(\"nop\");
_Static_assert(1, \"a\");
int (*table[2])(T) = { f }, last;
";

#[test]
fn pieces_cover_the_unit() {
    let tokens = tokens(UNIT.as_bytes());
    let mut scope = FileScope::default();
    let externals = split_unit(whole(&tokens), &mut scope, ParseLimits::default(), Arc::new);
    let mut whole_scope = FileScope::default();
    let unit = parse_unit(whole(&tokens), &mut whole_scope, ParseLimits::default(), Bodies::Parse);
    assert_eq!(scope, whole_scope);
    let mut end = 0;
    let mut together = String::new();
    for external in &externals {
        assert_eq!(external.tokens.start, end);
        end = external.tokens.end;
        let one = parse_external(tokens.slice(external.tokens), &scope, ParseLimits::default());
        assert_eq!(one.tree.roots.len(), 1);
        assert_eq!((one.diagnostics.len(), external.parsed.diagnostics.len()), (0, 0));
        together.push_str(&printed(&one.tree));
    }
    assert_eq!(end as usize, tokens.len());
    assert_eq!(together, printed(&unit.tree));
    assert_eq!(externals.len(), unit.tree.roots.len());
}

#[test]
fn headers_of_functions_are_the_same_with_and_without_bodies() {
    let tokens = tokens(UNIT.as_bytes());
    let mut scope = FileScope::default();
    for external in split_unit(whole(&tokens), &mut scope.clone(), ParseLimits::default(), Arc::new) {
        let mut after = scope.clone();
        split_unit(tokens.slice(external.tokens), &mut after, ParseLimits::default(), |_| ());
        scope = after;
        let one = parse_external(tokens.slice(external.tokens), &scope, ParseLimits::default());
        let (Decl::Function(skipped), Decl::Function(parsed)) =
            (&external.parsed.tree[external.parsed.tree.roots[0]], &one.tree[one.tree.roots[0]])
        else {
            assert_eq!(external.parsed.tree, one.tree);
            continue;
        };
        assert_eq!(skipped.specs, parsed.specs);
        assert_eq!(skipped.body_tokens, parsed.body_tokens);
        assert_eq!(external.parsed.tree[skipped.entity], one.tree[parsed.entity]);
        assert_eq!(
            external.parsed.tree.spans.entity_names.get(skipped.entity).expect("the node has tokens"),
            one.tree.spans.entity_names.get(parsed.entity).expect("the node has tokens")
        );
        assert!(skipped.body.is_none() && parsed.body.is_some());
    }
}

#[test]
fn an_edit_parses_the_declarations_around_it() {
    let mut declarations = String::new();
    for number in 0..20 {
        let function = format!("void f{number}(T{number} *p, int a, int b) {{ p[0] = 1; p[1] = 2; }}");
        declarations.extend([&*format!("typedef int T{number};\n"), &function, "\n"]);
    }
    let parent = Arc::new(FileScope::default());
    let limits = ParseLimits::default();
    let old_tokens = tokens(declarations.as_bytes());
    let old = split_unit_after(whole(&old_tokens), &parent, limits, None, Arc::new);
    let mut parsed = Vec::new();
    for (from, to) in [
        ("f9(T9 *p, int a, int b) { p[0] = 1;", "f9(T9 *p, int a, int b) { p[0] = 3;"),
        ("f9(T9 *p, int a, int b) { p[0] = 1;", "f9(T9 *p, int a) { {"),
        ("f9(", "g("),
        ("typedef int T9;", "int T9;"),
        ("f9(T9 *p, int a, int b) {", "f9(T9 *p, int a, int b) { {"),
    ] {
        assert!(declarations.contains(from));
        let new_tokens = tokens(declarations.replace(from, to).as_bytes());
        let same = |(one, other): &(&Name, &Name)| NAMES.get(**one) == NAMES.get(**other);
        let first = old_tokens.texts.iter().zip(&new_tokens.texts).take_while(same).count();
        let (one, other) = (&old_tokens.texts[first..], &new_tokens.texts[first..]);
        let back = one.iter().rev().zip(other.iter().rev()).take_while(same).count();
        let change =
            TokenChange { first, old_end: old_tokens.len() - back, new_end: new_tokens.len() - back };
        let split = split_unit_after(whole(&new_tokens), &parent, limits, Some((&old, change)), Arc::new);
        assert_eq!(split, split_unit_after(whole(&new_tokens), &parent, limits, None, Arc::new));
        let is_old = |new: &&External<_>| {
            old.externals.iter().any(|old: &External<_>| Arc::ptr_eq(&old.parsed, &new.parsed))
        };
        let kept = split.externals.iter().filter(is_old).count();
        parsed.push(split.externals.len() - kept);
    }
    assert_eq!(parsed, [2, 4, 24, 24, 3]);
}

#[test]
fn directives_are_known_before_bodies_are_parsed() {
    let tokens = tokens(UNIT.as_bytes());
    let externals = split_unit(whole(&tokens), &mut FileScope::default(), ParseLimits::default(), Arc::new);
    let with: Vec<String> = externals
        .iter()
        .filter(|external| external.has_directive)
        .map(|external| roots(&external.parsed.tree).concat())
        .collect();
    assert_eq!(with, ["#pragma acc routine seq", "#pragma omp threadprivate(x)", "void g(int T);"]);
}
