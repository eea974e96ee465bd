//! Random programs with directives of OpenMP. What they print depends neither on the number of threads nor on their order: sums are
//! taken in unsigned numbers, each iteration writes elements of its own, and what only one thread executes is the same for all.

use std::fmt::Write;

use crate::rng::Rng;

const BEGIN: &str = "\
#include <stdio.h>
typedef unsigned long u;
struct pair { u a; unsigned char small; u b[3]; unsigned bits : 5; };
enum { SIZE = 24 };
static u shared_total = 3;
static u table[SIZE];
static struct pair both = { 1, 2, { 3, 4, 5 }, 6 };
static u mix(u x) { return (x ^ x >> 7) * 2654435761u + 12345; }
#define APPLY(x) _Pragma(#x)
#define TWICE(x) ((x) * 2 + (x) % 3)
";

/// The scalars that every function has, with their declarations.
const SCALARS: &[(&str, &str)] = &[
    ("a", "u a = in[1]"),
    ("b", "register u b = n + 2"),
    ("c", "unsigned short c = 9"),
    ("d", "volatile u d = 4"),
    ("e", "u e = 11, *to_e = &e"),
    ("k", "const u k = 7"),
    ("m", "long m = 3"),
    ("n", "struct pair s = { n, 1, { 2, n, 4 }, 3 }"),
    ("kept", "static u kept = 8"),
];

/// The scalars that constructs may change. Additions and multiplications of `c` are those of `unsigned short`.
const CHANGED: &[&str] = &["a", "b", "c", "d", "e", "m", "kept"];

struct Writer {
    rng: Rng,
    text: String,
    /// The number of the construct, for names.
    number: usize,
}

/// The text of a program.
pub(crate) fn program(seed: u64) -> String {
    let mut writer = Writer { rng: Rng::new(seed), text: BEGIN.to_owned(), number: 0 };
    let functions = 2 + writer.rng.below(3);
    for number in 0..functions {
        writer.function(number);
    }
    writer.text.push_str("int main(void) {\n  u in[SIZE], out[SIZE];\n  for (int i = 0; i < SIZE; ++i) { in[i] = mix(i); out[i] = 0; table[i] = i; }\n");
    for number in 0..functions {
        let _ =
            writeln!(writer.text, "  printf(\"{number} %lu\\n\", f{number}({}, in, out));", 5 + number * 3);
    }
    writer.text.push_str("  u h = shared_total;\n  for (int i = 0; i < SIZE; ++i) h = mix(h ^ out[i] ^ table[i]);\n  printf(\"%lu\\n\", h);\n  return 0;\n}\n");
    writer.text
}

impl Writer {
    fn line(&mut self, text: &str) {
        self.text.push_str("  ");
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn function(&mut self, number: usize) {
        let _ = writeln!(self.text, "static u f{number}(u n, const u *in, u out[]) {{");
        self.line("u h = n, t[6], v[n], w[n][3];");
        for (_, declaration) in SCALARS {
            self.line(&format!("{declaration};"));
        }
        self.line("int i; (void)i;");
        self.line("for (u j = 0; j < 6; ++j) t[j] = j + in[j];");
        self.line("for (u j = 0; j < n; ++j) { v[j] = mix(j); w[j][0] = j; w[j][1] = v[j]; w[j][2] = 3; }");
        for _ in 0..2 + self.rng.below(4) {
            self.construct();
            self.line("h = mix(h ^ a ^ b ^ c ^ d ^ e ^ (u)m ^ kept ^ s.a ^ s.b[1] ^ t[2] ^ v[n - 1] ^ w[1][1] ^ *to_e ^ k);");
        }
        self.text.push_str("  return h;\n}\n");
    }

    fn construct(&mut self) {
        self.number += 1;
        match self.rng.below(9) {
            0..=2 => self.combined_loop(),
            3 => self.team(),
            4 => self.sections(),
            5 => self.tasks(),
            6 => self.ordered(),
            7 => self.nested(),
            _ => self.collapsed(),
        }
    }

    /// A scalar that the current construct does not change.
    fn operand(&mut self, changed: &[&str], counter: &str) -> String {
        let others = [
            counter,
            "in[2]",
            "t[1]",
            "t[n % 6]",
            "v[1]",
            "v[n - 1]",
            "w[2][1]",
            "s.b[1]",
            "s.a",
            "both.b[2]",
            "sizeof t",
            "sizeof v",
            "k",
            "n",
        ];
        let free: Vec<&str> = CHANGED.iter().copied().filter(|name| !changed.contains(name)).collect();
        if self.rng.chance(40) && !free.is_empty() {
            (*self.rng.pick(&free)).to_owned()
        } else if self.rng.chance(40) {
            format!("(u){counter}")
        } else {
            (*self.rng.pick(&others)).to_owned()
        }
    }

    fn value(&mut self, changed: &[&str], counter: &str) -> String {
        let (left, right) = (self.operand(changed, counter), self.operand(changed, counter));
        match self.rng.below(5) {
            0 => format!("mix({left} + {right})"),
            1 => format!("TWICE({left} ^ {right})"),
            2 => format!("(({left}) * 3 + {right})"),
            3 => format!("({left} > {right} ? {left} : ({right}) + 1)"),
            _ => format!("({left} - {right})"),
        }
    }

    fn schedule(&mut self) -> &'static str {
        const SCHEDULES: [&str; 9] = [
            "",
            "",
            " schedule(static)",
            " schedule(static, 2)",
            " schedule(dynamic)",
            " schedule(dynamic, 3)",
            " schedule(guided)",
            " schedule(auto)",
            " schedule(runtime)",
        ];
        SCHEDULES[self.rng.below(SCHEDULES.len())]
    }

    fn team_clauses(&mut self) -> String {
        let mut clauses = String::new();
        if self.rng.chance(20) {
            clauses.push_str(" if(n > 6)");
        }
        if self.rng.chance(20) {
            clauses.push_str(" num_threads(2 + (int)(n & 1))");
        }
        clauses
    }

    /// A head of a loop over `i` with at most `n` iterations from 0 on, whose counter may have another type.
    fn head(&mut self) -> (String, &'static str) {
        let heads = [
            ("for (int i = 0; i < (int)n; ++i)", "i"),
            ("for (i = 0; i < (int)n; i++)", "i"),
            ("for (u i = 0; i <= n - 1; i += 1)", "i"),
            ("for (int i = (int)n - 1; i >= 0; --i)", "i"),
            ("for (long i = 1; i < (long)n; i += 2)", "i"),
            ("for (int i = (int)n; i > 0; i -= 3)", "(i - 1)"),
            ("for (unsigned char i = 0; i < n; ++i)", "i"),
            ("for (int i = 0; i != (int)n; ++i)", "i"),
            ("for (u *q = v; q < v + n; ++q)", "(q - v)"),
        ];
        let (head, counter) = *self.rng.pick(&heads);
        (head.to_owned(), counter)
    }

    /// One reduction of `name`, and a statement that takes part in it.
    fn reduction(&mut self, name: &str, value: &str) -> (String, String) {
        let (operator, statement) = match self.rng.below(6) {
            0 | 1 => ("+", format!("{name} += {value};")),
            2 => ("^", format!("{name} ^= {value};")),
            3 => ("|", format!("{name} |= {value};")),
            4 => (
                "max",
                format!("{name} = {name} < (long)({value} & 1023) ? (long)({value} & 1023) : {name};"),
            ),
            _ => ("*", format!("{name} *= {value} | 1;")),
        };
        (format!(" reduction({operator}: {name})"), statement)
    }

    /// Two variables that a construct changes.
    fn changed(&mut self) -> [&'static str; 2] {
        let first = self.rng.below(CHANGED.len());
        let second = (first + 1 + self.rng.below(CHANGED.len() - 1)) % CHANGED.len();
        [CHANGED[first], CHANGED[second]]
    }

    fn combined_loop(&mut self) {
        let changed = self.changed();
        let (head, counter) = self.head();
        // Volatile operands must be read once, which the text of a maximum does not do.
        let value = self.value(&changed, counter);
        let (clause, combined) = self.reduction(changed[0], &value);
        let (schedule, team) = (self.schedule(), self.team_clauses());
        let copied = self.copied(changed[1], counter);
        let directive = format!("omp parallel for{clause}{}{schedule}{team}", copied.0);
        let is_macro = self.rng.chance(25);
        self.line(&if is_macro { format!("APPLY({directive})") } else { format!("#pragma {directive}") });
        self.line(&format!("{head} {{"));
        self.line(&copied.1);
        let written = self.value(&changed, counter);
        self.line(&format!("out[{counter}] += {written}; {combined} }}"));
        self.sequential_value(changed[1], copied.2);
    }

    /// A clause that gives threads copies of a variable, a statement about the copy, and whether the variable has a value behind it
    /// that does not depend on the clause.
    fn copied(&mut self, name: &str, counter: &str) -> (String, String, bool) {
        // Of `atomic` on a `volatile` object no code is made, and gcc takes the address of a `register` variable for it.
        let exclusive = if matches!(name, "b" | "d") { "critical" } else { "atomic" };
        match self.rng.below(4) {
            0 => (
                format!(" private({name})"),
                format!("{name} = (unsigned char)({counter}); out[{counter}] ^= {name};"),
                true,
            ),
            1 => (
                format!(" lastprivate({name})"),
                format!("{name} = (unsigned char)({counter} + 3); out[{counter}] ^= {name};"),
                false,
            ),
            2 => (format!(" firstprivate({name})"), format!("out[{counter}] += {name};"), false),
            _ => (
                String::new(),
                format!("APPLY(omp {exclusive}) {name} += (unsigned char)({counter});"),
                false,
            ),
        }
    }

    /// Serial programs change the variables of which threads have copies.
    fn sequential_value(&mut self, name: &str, is_left_open: bool) {
        if is_left_open && name != "k" {
            let value = 1 + self.rng.below(90);
            self.line(&format!("{name} = {value};"));
        }
    }

    fn team(&mut self) {
        let changed = self.changed();
        let team = self.team_clauses();
        let (number, value) = (self.number, self.value(&changed, "n"));
        self.line(&format!("#pragma omp parallel firstprivate(t, s){team}"));
        self.line(&format!("{{ u own{number} = {value}; t[0] = own{number}; s.b[1] = t[0] + 1;"));
        self.line("struct { u x[2]; } inner = { { t[0], s.b[1] } };");
        let schedule = self.schedule();
        self.line(&format!("#pragma omp for nowait{schedule}"));
        self.line(&format!(
            "for (int i = 0; i < (int)n; ++i) {{ out[i] += own{number} + t[0] + s.b[1] + inner.x[1]; }}"
        ));
        let value = self.value(&changed, "i");
        self.line("#pragma omp for");
        self.line(&format!("for (int i = 0; i < 6; ++i) {{\n#pragma omp critical (lock)\n    {{ {} += {value}; shared_total += (u)i; }} }}", changed[0]));
        let value = self.value(&[changed[1], changed[0]], "n");
        self.line(&format!(
            "#pragma omp single\n    {{ {} = {value}; kept += 1 & shared_total; }}",
            changed[1]
        ));
        if self.rng.chance(40) {
            self.line(&format!(
                "u told{number};\n#pragma omp single copyprivate(told{number})\n    told{number} = mix(n);"
            ));
            self.line(&format!("#pragma omp for reduction(+: shared_total)\n  for (int i = 0; i < 9; ++i) shared_total += told{number} + (u)i;"));
        }
        self.line(&format!("#pragma omp master\n  table[{}] += own{number}; }}", number % 24));
        // A serial program has changed the originals.
        self.line("t[0] = 5; s.b[1] = n;");
    }

    fn sections(&mut self) {
        let changed = self.changed();
        let values = [self.value(&changed, "n"), self.value(&changed, "k")];
        self.line("#pragma omp parallel sections\n  {");
        self.line(&format!("#pragma omp section\n    {} = {};", changed[0], values[0]));
        self.line(&format!("#pragma omp section\n    {{ u x = {}; {} = x; }}\n  }}", values[1], changed[1]));
    }

    fn tasks(&mut self) {
        let mut changed = self.changed();
        // gcc takes the address of what `depend` names, which a `register` variable has none of.
        while changed.contains(&"b") {
            changed = self.changed();
        }
        let (value, other) = (self.value(&changed, "j"), self.value(&changed, "j"));
        let clause = *self.rng.pick(&["", " if(j & 1)", " untied", " final(j > 3)", " mergeable"]);
        self.line("#pragma omp parallel\n#pragma omp single\n  {");
        self.line(&format!("for (u j = 0; j < n; ++j) {{\n    u local = {value}, few[2] = {{ j, n }};"));
        self.line(&format!("#pragma omp task firstprivate(few){clause}\n    {{ out[j] += local + few[0] * few[1]; few[1] = 0; local = 0; }} }}"));
        self.line("#pragma omp taskwait");
        self.line(&format!("for (u j = 0; j < 4; ++j) {{\n#pragma omp task depend(inout: {0}) shared({0}) firstprivate(j)\n    {0} = {0} * 3 + (unsigned char)({other}); }}", changed[0]));
        self.line(&format!("#pragma omp task depend(in: {0}) shared({0}, {1}) depend(out: {1})\n    {1} = (unsigned char)({0} + 1);", changed[0], changed[1]));
        self.line("}");
    }

    fn ordered(&mut self) {
        let changed = self.changed();
        let (schedule, value) = (self.schedule(), self.value(&changed, "i"));
        let (head, counter) = *self.rng.pick(&[
            ("for (int i = 2; i < (int)n; ++i)", "i"),
            ("for (int i = (int)n - 1; i > 0; i -= 2)", "i"),
        ]);
        self.line(&format!("#pragma omp parallel for ordered{schedule}\n  {head} {{ u x = {value};"));
        self.line(&format!(
            "if ({counter} % 3) {{\n#pragma omp ordered\n    {0} = {0} * 5 + x; }} }}",
            changed[0]
        ));
    }

    fn nested(&mut self) {
        let changed = self.changed();
        let (value, inner) = (self.value(&changed, "i"), self.value(&changed, "j"));
        self.line(&format!("#pragma omp parallel for reduction(+: {}) num_threads(2)", changed[0]));
        self.line(&format!("for (int i = 0; i < 4; ++i) {{ u part = {value}, *to_part = &part;"));
        self.line("#pragma omp parallel for reduction(^: part) num_threads(2)");
        self.line(&format!("for (int j = 0; j < 5; ++j) part ^= {inner} + (u)i;"));
        self.line(&format!("{} += *to_part; }}", changed[0]));
    }

    fn collapsed(&mut self) {
        let changed = self.changed();
        // The iterations write the rows with even numbers, so that they read one with an odd number.
        let value = self.value(&changed, "i").replace("w[2][1]", "w[1][2]");
        let schedule = self.schedule();
        let (clause, combined) = self.reduction(changed[0], &value);
        self.line(&format!("#pragma omp parallel for collapse(2){clause}{schedule}"));
        self.line("for (int i = 0; i < (int)n; i += 2)");
        self.line(&format!("for (long j = 2; j >= 0; --j) {{ w[i][j] ^= (u)(i * 3 + j) + k; {combined} }}"));
    }
}
