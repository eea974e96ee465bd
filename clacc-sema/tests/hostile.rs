//! Programs that nobody would write. They end in unknown types and findings, quickly and without a panic.

use std::fmt::Write as _;
use std::sync::Arc;

use clacc_sema::c::globals::Globals;
use clacc_sema::c::type_text::type_text;
use clacc_sema::db::external_decls::{declarations, signature};
use clacc_sema::db::files::Volatility;
use clacc_sema::db::findings::diagnostics;
use clacc_sema::db::functions::{acc_facts, omp_findings};
use clacc_sema::db::models::model;
use clacc_sema::db::set_text;
use clacc_sema::db::unit_scope::UnitScope;
use clacc_sema::db::{Database, Db, Unit};
use clacc_syntax::parse::ParseLimits;
use clacc_syntax::preprocess::Options;

/// Computes everything about a program. Returns the number of expressions that have a type.
fn ask_all(source: &[u8]) -> usize {
    let mut db = Database::default();
    let main = set_text(&mut db, "main.c", Some(source.into()), Volatility::Edited);
    let unit = Unit::new(&db, main, Arc::new(Options::default()), ParseLimits::default());
    let scope = UnitScope::whole(&db, unit);
    let mut typed = 0;
    for decl in declarations(&db, unit) {
        let model = model(&db, *decl);
        for (at, (expr, ty)) in model.types.iter().enumerate() {
            typed += usize::from(!ty.is_error());
            // Each call walks all operands, which in a long chain are all expressions before it. Therefore
            // only some are checked.
            if at % 997 == 0 {
                model.has_side_effects(expr);
            }
            model.definitions().layout(ty);
            type_text(db.names(), ty, "x");
        }
        for name in decl.names(&db) {
            scope.symbol(*name);
        }
        acc_facts(&db, *decl);
        omp_findings(&db, *decl);
        signature(&db, *decl);
    }
    diagnostics(&db, unit);
    typed
}

#[test]
fn definitions_in_circles() {
    for source in [
        "struct s { struct s inner; int a[sizeof(struct s)]; } v; int f(void) { return sizeof v + sizeof v.inner; }",
        "struct a { struct b x; }; struct b { struct a y; }; int f(struct a *p) { return p->x.y.x.y, sizeof *p; }",
        "typedef t t; t x; int f(void) { return x + sizeof(t); }",
        "typedef a b; typedef b a; a x; int f(void) { return x; }",
        "typeof(y) x; typeof(x) y; int f(void) { return x + y; }",
        "enum e { A = B, B = A, C = sizeof(enum e), D = D }; int f(void) { return A + B + C + D; }",
        "int a[sizeof a]; int f(void) { return sizeof a; }",
        "int f(int x[sizeof(f)]); int g(void) { return f(0); }",
        "int f(void) { struct s { struct s t; } v; return v.t.t.t, sizeof v; }",
        "int f(void) { int x = sizeof x, y[sizeof y]; __auto_type z = z; return x + z; }",
    ] {
        ask_all(source.as_bytes());
    }
}

#[test]
fn numbers_out_of_bounds() {
    for source in [
        "char a[0xffffffffffffffff][0xffffffffffffffff]; int f(void) { return sizeof a + sizeof a[0]; }",
        "struct s { char a[0x7fffffffffffffff]; char b[0x7fffffffffffffff]; } v; long f(void) { return sizeof v; }",
        "struct s { int a : 4000000000; int b : -1; int : 0; char c : 99; } v; int f(void) { return sizeof v + v.a; }",
        "struct s { int a; } __attribute__((aligned(0), aligned(-8), aligned(3), aligned(0x8000000000000000))) v;",
        "int a[-1], b[1 << 40], c[1 / 0], d[1 % 0], e[1.5]; int f(void) { return sizeof a + sizeof b + sizeof c; }",
        "enum { A = 0x7fffffffffffffffffffffffffffffff, B, C = -A - 1, D = C / -1, E = C % -1, F = -C, G = C * C };",
        "int f(void) { return (char)1e300 + (int)(0.0 / 0.0) + (1 << -1) + (1 << 128) + ~(unsigned __int128)0 / 3; }",
        "int f(void) { return ((__int128)1 << 127) / -1 % -1 - ((__int128)1 << 127); }",
        "int a[] = { [0xffffffffffffffff] = 1, 2 }, b[] = { [-1] = 0 }; int f(void) { return sizeof a + sizeof b; }",
        "typedef int v __attribute__((vector_size(0x4000000000000000))); v x; int f(void) { return sizeof x; }",
        "int f(void) { return sizeof(int[__builtin_offsetof(int, x[1][2])]) + 'abcdefghijk' + L'\\xffffffffff'; }",
        "int x = 99999999999999999999999999999999999999999999; double y = 1e99999 + 0x1p99999 + 0x1p-99999;",
    ] {
        ask_all(source.as_bytes());
    }
}

#[test]
fn programs_that_double_with_every_line_stay_small() {
    let mut types = "typedef int (*t0)(int);\n".to_owned();
    let mut records = "struct s0 { int a, b; };\n".to_owned();
    for number in 1..100 {
        let before = number - 1;
        let _ = writeln!(types, "typedef t{before} (*t{number})(t{before}, t{before});");
        let _ = writeln!(records, "struct s{number} {{ struct s{before} a, b; }};");
    }
    ask_all(format!("{types} int f(t99 x) {{ return x == 0; }}").as_bytes());
    ask_all(
        format!("{records} struct s99 v[] = {{ 1, 2, 3 }}; long f(void) {{ return sizeof v; }}").as_bytes(),
    );
}

#[test]
fn long_chains_need_no_stack() {
    let chain = |first: &str, each: &str, count: usize| first.to_owned() + &each.repeat(count);
    let typedefs: String = (1..300).fold("typedef int t0;\n".to_owned(), |mut text, number| {
        let _ = writeln!(text, "typedef t{} *t{number};", number - 1);
        text
    });
    for body in [
        chain("x", " + x", 20_000),
        chain("x", ", x", 20_000),
        chain("x", "->x", 5_000),
        chain("x", "[0]", 5_000),
        chain("x", " = x", 200),
        chain("", "-", 5_000) + "x",
        chain("", "(", 5_000) + "x",
        chain("", "*", 5_000) + "x",
        chain("", "sizeof ", 5_000) + "x",
        chain("", "({", 5_000),
        chain("x", " ? x : x", 5_000),
    ] {
        ask_all(format!("int f(int x) {{ return {body}; }}").as_bytes());
    }
    ask_all(format!("{typedefs} int f(t299 x) {{ return **x; }}").as_bytes());
    ask_all(format!("int {}x{};", "*".repeat(5_000), "[2]".repeat(5_000)).as_bytes());
    ask_all(format!("void f(void) {}", "{".repeat(20_000)).as_bytes());
    ask_all("struct {".repeat(20_000).as_bytes());
}

const PROGRAM: &str = r#"
typedef struct point { double x, y; struct { int tag : 3; unsigned rest; }; } point;
enum color { RED, GREEN = RED + 2, BLUE } shade;
static point grid[4][5], *cursor = &grid[0][0];
extern int length;
#define SQUARE(x) ((x) * (x))
_Pragma("acc routine seq") double norm(const point *p) { return SQUARE(p->x) + SQUARE(p->y); }
int old(a, b) char a; float *b; { return a + b[0]; }
void work(int n, double (*m)[n], point *restrict p) {
    int i, total = 0;
    #pragma acc data copy(m[0:n][0:n]) copyin(p[0:n])
    {
        #pragma acc parallel loop gang reduction(+:total) private(i) num_gangs(n * 2)
        for (i = 0; i < n; i++) {
            #pragma acc loop vector
            for (int j = 0; j < n; ++j) { m[i][j] = norm(&p[j]) + _Generic(p->tag, int: 1, default: 2.0); total += j; }
        }
        #pragma acc update self(m[0:1])
    }
    #pragma omp parallel for schedule(static) reduction(max:total)
    for (i = 0; i < n; i += 2) total = total > i ? total : (int)sizeof(m[i]);
    switch (total) { case RED ... BLUE: goto out; default: ({ int k = total; k++; }); }
out:
    cursor->rest = __builtin_offsetof(point, tag) + (point){ .x = 1 }.y;
}
"#;

/// A pseudo-random number generator that gives the same numbers on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit
    }
}

/// Cuts, copies and replaces pieces of the text.
fn mutated(numbers: &mut Numbers) -> Vec<u8> {
    let mut text = PROGRAM.as_bytes().to_vec();
    for _ in 0..=numbers.below(6) {
        let at = numbers.below(text.len());
        let end = (at + numbers.below(40)).min(text.len());
        match numbers.below(4) {
            0 => drop(text.drain(at..end)),
            1 => {
                let piece = text[at..end].to_vec();
                let to = numbers.below(text.len());
                text.splice(to..to, piece);
            }
            2 => {
                let bytes = b"(){}[];,*&.:#\n\"'0aA~=<>-+/\\\xff\x00";
                text[at] = bytes[numbers.below(bytes.len())];
            }
            _ => {
                let words: &[&[u8]] = &[
                    b" int ",
                    b" sizeof ",
                    b" struct ",
                    b" typedef ",
                    b"\n#pragma acc loop\n",
                    b" = ",
                    b" -> ",
                ];
                let word = words[numbers.below(words.len())];
                text.splice(at..at, word.iter().copied());
            }
        }
    }
    text
}

#[test]
fn mutated_programs_end() {
    assert!(ask_all(PROGRAM.as_bytes()) > 100);
    let mut numbers = Numbers(3);
    for _ in 0..200 {
        ask_all(&mutated(&mut numbers));
    }
}
