//! Preprocessing of hostile input ends, with a diagnostic that gives the reason.

use std::fmt::Write as _;

use super::{check, options, render, run};
use clacc_syntax::preprocess::{Options, PreprocessLimits};

fn limited() -> Options {
    let limits = PreprocessLimits {
        expansion_tokens: 100_000,
        made_text: 100_000,
        inclusions: 300,
        ..PreprocessLimits::default()
    };
    Options { limits, ..options() }
}

fn codes(options: &Options, fixture: &str) -> Vec<&'static str> {
    let (_, unit) = run(options, fixture);
    unit.diagnostics.iter().map(|finding| finding.code.id).collect()
}

/// `levels` macros. The replacement list of each is `template` with the name of the one before.
fn tower(levels: usize, template: &str) -> String {
    let mut text = String::from("#define M0(x) x\n");
    for level in 1..=levels {
        let line = template.replace('@', &format!("M{}", level - 1));
        writeln!(text, "#define M{level}(x) {line}").expect("writing to a string");
    }
    writeln!(text, "M{levels}(a)\nint after;").expect("writing to a string");
    text
}

#[test]
fn expansion_ends() {
    for template in ["@(x) @(x)", "@(x x)", "@(@(x))", "@(x##x)", "@(#x)", "@(@(x) @(x))"] {
        let unit = tower(60, template);
        assert_eq!(codes(&limited(), &unit)[0], "PP0007", "{template}");
        assert!(render(&limited(), &unit).contains("int after ;"), "{template}");
    }
    let mut objects = String::from("#define A0 x\n");
    for level in 1..60 {
        writeln!(objects, "#define A{level} A{0} A{0}", level - 1).expect("writing to a string");
    }
    assert_eq!(codes(&limited(), &format!("{objects}A59")), ["PP0007"]);
}

#[test]
fn deep_nesting_of_invocations_is_no_recursion() {
    let depth = 20_000;
    let unit = format!("#define F(x) x\n{}1{}", "F(".repeat(depth), ")".repeat(depth));
    assert_eq!(codes(&Options { limits: PreprocessLimits::default(), ..options() }, &unit), ["PP0007"]);
    let depth = 300;
    let unit = format!("#define F(x) [x]\n{}1{}", "F(".repeat(depth), ")".repeat(depth));
    let expected = format!("{}1{}", "[ ".repeat(depth), " ]".repeat(depth));
    check(&[(&unit, &expected)]);
}

#[test]
fn inclusion_ends() {
    assert_eq!(codes(&options(), "#include \"main.c\"\n"), ["PP0003"]);
    assert_eq!(
        codes(&options(), "#include \"a.h\"\n//- a.h\n#include \"b.h\"\n//- b.h\n#include \"a.h\"\n"),
        ["PP0003"]
    );
    let twice = "#include \"a.h\"\n//- a.h\n#include \"a.h\"\n#include \"a.h\"\n";
    for options in [limited(), options()] {
        let mut found = codes(&options, twice);
        found.dedup();
        assert_eq!(found, ["PP0003", "PP0004"]);
    }
    let crowded = Options {
        limits: PreprocessLimits { unit_tokens: 1000, ..PreprocessLimits::default() },
        ..options()
    };
    let big = format!("#include \"a.h\"\n#include \"a.h\"\n//- a.h\n{}", "x ".repeat(600));
    assert_eq!(codes(&crowded, &big), ["PP0005"]);
    assert_eq!(codes(&crowded, &"x ".repeat(1200)), ["PP0005"]);
}

#[test]
fn conditions_end() {
    for nested in
        ["(".repeat(5000), "- ".repeat(5000), "1 ? ".repeat(5000), "!(".repeat(5000), "1 || (".repeat(5000)]
    {
        assert_eq!(codes(&options(), &format!("#if {nested}1\n#endif\n")), ["PP0008"]);
    }
    let wide = format!("#if {}1\nyes\n#endif", "1 + ".repeat(5000));
    check(&[(&wide, "yes")]);
}

#[test]
fn forgotten_parentheses_do_not_cost_quadratic_time() {
    let unit = format!("#define F(x) x\n{}", "F(1\n".repeat(20_000));
    let found = codes(&options(), &unit);
    assert!(found.iter().all(|code| *code == "PP0026" || *code == "PP0007"), "{found:?}");
    assert!(found.len() < 20);
}

#[test]
fn big_inputs_are_linear() {
    let many_parameters: Vec<String> = (0..5000).map(|number| format!("p{number}")).collect();
    let list = many_parameters.join(",");
    let definition = format!("#define F({list}) {}\nF({list})", many_parameters.join(" "));
    check(&[(&definition, &many_parameters.join(" "))]);
    let long = format!("#define L {}\nL", "x##".repeat(2000) + "x");
    check(&[(&long, &"x".repeat(2001))]);
}
