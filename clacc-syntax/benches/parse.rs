//! Splits and parses generated programs whose sizes have the ratios 1, 4 and 16. The time must grow in
//! proportion to the size.

use std::fmt::Write;
use std::hint::black_box;
use std::sync::Arc;

use clacc_syntax::lexer::lex;
use clacc_syntax::parse::{Bodies, FileScope, ParseLimits, parse_unit, split_unit};
use clacc_syntax::print::print_unit;
use clacc_syntax::token::{TokenKind, TokenSlice};
use clacc_syntax::{Name, Names};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// A program of functions with loops, calls, structures and tables. No two functions are the same.
fn program(functions: usize) -> String {
    let mut text =
        String::from("typedef unsigned long size;\nstruct node { struct node *next; int value[4]; };\n");
    for number in 0..functions {
        let _ = writeln!(
            text,
            "static const int table_{number}[] = {{ {number}, [2] = 0x{number:x}, -1 }};\n\
             extern size visit_{number}(const struct node *restrict at, int (*f)(int, ...)) __attribute__((nonnull(1)));\n\
             static size walk_{number}(struct node *list, int n) {{\n\
               size sum = 0;\n\
               for (struct node *at = list; at != 0 && n > 0; at = at->next, n--) {{\n\
                 if (at->value[n % 4] == {number}) sum += (size) at->value[0] * sizeof(struct node) + 3;\n\
                 else if (visit_{number}(at, 0) > 7ul) return sum ? sum << 2 : ~sum;\n\
                 switch (n & 3) {{ case 0: sum ^= table_{number}[1]; break; default: at->value[1]++; }}\n\
               }}\n\
               return sum;\n\
             }}"
        );
    }
    text
}

fn tokens(text: &str) -> (Vec<TokenKind>, Vec<Name>, Names) {
    let names = Names::default();
    let file = lex(&names, Arc::from(text.as_bytes()));
    let count = file.kinds.len() - 1;
    let kinds = (0..count).map(|index| file.texts[index].keyword().unwrap_or(file.kinds[index])).collect();
    (kinds, file.texts[..count].to_vec(), names)
}

fn parse(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("parse");
    for size in [1, 4, 16] {
        let (kinds, texts, names) = tokens(&program(size * 100));
        let slice = TokenSlice { kinds: &kinds, texts: &texts, names: &names };
        group.throughput(Throughput::Elements(kinds.len() as u64));
        group.bench_with_input(BenchmarkId::new("split", size), &slice, |bencher, slice| {
            bencher.iter(|| {
                split_unit(black_box(*slice), &mut FileScope::default(), ParseLimits::default(), Some)
            });
        });
        group.bench_with_input(BenchmarkId::new("bodies", size), &slice, |bencher, slice| {
            bencher.iter(|| {
                parse_unit(
                    black_box(*slice),
                    &mut FileScope::default(),
                    ParseLimits::default(),
                    Bodies::Parse,
                )
            });
        });
        let parsed = parse_unit(slice, &mut FileScope::default(), ParseLimits::default(), Bodies::Parse);
        group.bench_with_input(BenchmarkId::new("print", size), &parsed.tree, |bencher, tree| {
            bencher.iter(|| print_unit(black_box(&[tree])));
        });
    }
    group.finish();
}

criterion_group!(benches, parse);
criterion_main!(benches);
