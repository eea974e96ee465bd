//! The places that tokens come from.

use std::fmt::Write as _;

use super::{options, place, run};
use clacc_syntax::token_places::TokenPlace;
use clacc_syntax::unit::ExpansionKind;

/// Each token with its start, its end, and the chain of expansions that it came through.
fn origins(fixture: &str) -> String {
    let (files, unit) = run(&options(), fixture);
    let mut text = String::new();
    for index in 0..unit.tokens.len() {
        let TokenPlace { origin, end, .. } = unit.tokens.places.get(index).expect("there is such a token");
        let spelled = place(&files, &unit, origin.spelling);
        let end = place(&files, &unit, end);
        write!(text, "{} {spelled}-{end}", &unit.tokens.names[unit.tokens.texts[index]])
            .expect("writing to a string");
        for (_, expansion) in unit.map.chain(origin.expansion) {
            let how = match expansion.kind {
                ExpansionKind::Body => "body".to_owned(),
                ExpansionKind::Argument(number) => format!("argument {}", number.get()),
                ExpansionKind::PragmaOperator => "operator".to_owned(),
            };
            let at = place(&files, &unit, expansion.invocation.spelling);
            let end = place(&files, &unit, expansion.invocation_end);
            write!(text, ", {how} of {} at {at}-{end}", &unit.tokens.names[expansion.name])
                .expect("writing to a string");
        }
        text.push('\n');
    }
    text
}

fn check(cases: &[(&str, &str)]) {
    for (fixture, expected) in cases {
        assert_eq!(origins(fixture).trim_end(), expected.trim_end(), "unit:\n{fixture}");
    }
}

#[test]
fn tokens_of_files() {
    check(&[
        ("int  x;", "int 1:1-1:4\nx 1:6-1:7\n; 1:7-1:8"),
        ("a\\\nb c", "ab 1:1-2:2\nc 2:3-2:4"),
        ("#include \"h.h\"\nx\n//- h.h\ny", "y h.h:1:1-h.h:1:2\nx 2:1-2:2"),
    ]);
}

#[test]
fn tokens_of_macros() {
    check(&[
        ("#define N 10\nN", "10 1:11-1:13, body of N at 2:1-2:2"),
        (
            "#define F(x) x + 1\nF(a)",
            "a 2:3-2:4, argument 0 of F at 2:1-2:5\n+ 1:16-1:17, body of F at 2:1-2:5\n1 1:18-1:19, body of F at 2:1-2:5",
        ),
        (
            "#define N 1\n#define F(x, y) y\nF(0, N)",
            "1 1:11-1:12, body of N at 3:6-3:7, argument 1 of F at 3:1-3:8",
        ),
        (
            "#define G(x) x\n#define F(x) G(x b)\nF(a)",
            "a 3:3-3:4, argument 0 of G at 2:14-2:20, body of F at 3:1-3:5\n\
             b 2:18-2:19, argument 0 of G at 2:14-2:20, body of F at 3:1-3:5",
        ),
        ("#define C(a, b) a##b\nC(x, y)", "xy <scratch>-<scratch>, body of C at 2:1-2:8"),
        ("#define S(a) #a\nS(x)", "\"x\" <scratch>-<scratch>, body of S at 2:1-2:5"),
        // The expansion of F ends in the name G, which takes the text after F as its arguments.
        (
            "#define G(x) x\n#define F G(a\nF b) c",
            "a 2:13-2:14, argument 0 of G at 2:11-2:12, body of F at 3:1-3:5\n\
             b 3:3-3:4, argument 0 of G at 2:11-2:12, body of F at 3:1-3:5\nc 3:6-3:7",
        ),
        ("__LINE__", "1 <scratch>-<scratch>, body of __LINE__ at 1:1-1:9"),
        ("#include \"h.h\"\nN\n//- h.h\n#define N 1", "1 h.h:1:11-h.h:1:12, body of N at 2:1-2:2"),
    ]);
}

#[test]
fn tokens_of_directives() {
    check(&[
        (
            " #pragma acc loop \\\n  gang // c\nx",
            " 1:2-1:13\nloop 1:14-1:18\ngang 2:3-2:7\n 2:7-2:7\nx 3:1-3:2",
        ),
        ("#pragma omp", " 1:1-1:12\n 1:12-1:12"),
        ("#pragma pack (1) // c\n", "pack (1) 1:1-1:17"),
        (
            "_Pragma(\"acc wait\") x",
            " 1:1-1:8\nwait 1:14-1:18, operator of _Pragma at 1:1-1:20\n 1:20-1:20\nx 1:21-1:22",
        ),
        (
            "#define P _Pragma(\"acc wait\")\nP",
            " 1:11-1:18, body of P at 2:1-2:2\n\
             wait 1:24-1:28, operator of _Pragma at 1:11-1:30, body of P at 2:1-2:2\n 1:30-1:30, body of P at 2:1-2:2",
        ),
        (
            "#define N 2\n#pragma acc wait(N)\n",
            " 2:1-2:12\nwait 2:13-2:17\n( 2:17-2:18\n2 1:11-1:12, body of N at 2:18-2:19\n) 2:19-2:20\n 2:20-2:20",
        ),
        (
            "_Pragma(\"acc a(\\\"s\\\")\")",
            " 1:1-1:8\na <scratch>-<scratch>, operator of _Pragma at 1:1-1:24\n( <scratch>-<scratch>, operator of _Pragma at \
             1:1-1:24\n\"s\" <scratch>-<scratch>, operator of _Pragma at 1:1-1:24\n) <scratch>-<scratch>, operator of \
             _Pragma at 1:1-1:24\n 1:24-1:24",
        ),
    ]);
}
