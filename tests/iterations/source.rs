//! Loop forms as programs with OpenACC directives that count each iteration and compare with a serial loop.

use std::fmt::Write;

use crate::form::{Bounds, Condition, Construct, Form, Grouping, Header, Increment, Loop, Size};

/// How often the outermost loop runs.
pub(crate) const TRIPS: [u32; 20] =
    [0, 1, 2, 3, 5, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 128, 1000];

/// What all programs begin with. The array has room for the counters of all iterations.
const HEAD: &str = r"
typedef __SIZE_TYPE__ size_t;
int printf(const char *, ...);
int atoi(const char *);
int fflush(void *);
int snprintf(char *, size_t, const char *, ...);
void (*signal(int, void (*)(int)))(int);
unsigned alarm(unsigned);
long write(int, const void *, size_t);
void _exit(int);
#define SIZE 65536
static int count[SIZE], expected[SIZE];
static char span[8001];
static int sum, expected_sum;
static int form, trips;
static char queues[64];
char *acc2omp_async2dep(int queue) { return &queues[queue & 63]; }
";

/// The main function of all programs. An argument says with which form it begins. A signal or a run of more
/// than a minute ends the program with a line that says where.
const TAIL: &str = r#"
static void stop(int number) {
    char text[80];
    int length = snprintf(text, sizeof text, "= %d %d signal %d\n", form, trips, number);
    write(1, text, length);
    _exit(9);
}
static int check(int n) {
    for (int k = 0; k < SIZE; ++k) count[k] = expected[k] = 0;
    sum = expected_sum = 0;
    trips = n;
    alarm(60);
    forms[form].serial(n);
    forms[form].parallel(n);
    alarm(0);
    for (int k = 0; k < SIZE; ++k)
        if (count[k] != expected[k])
            return printf("= %d %d iteration %d ran %d times\n", form, n, k, count[k]);
    if (sum != expected_sum) return printf("= %d %d sum %d for %d\n", form, n, sum, expected_sum);
    return 0;
}
int main(int argc, char **argv) {
    int signals[] = { 4, 6, 7, 8, 11, 14 };
    for (int k = 0; k < 6; ++k) signal(signals[k], stop);
    for (form = argc > 1 ? atoi(argv[1]) : 0; form < (int)(sizeof forms / sizeof *forms); ++form) {
        printf("@ %d\n", form);
        fflush(0);
        for (const short *n = forms[form].trips; *n >= 0 && !check(*n); ++n) {}
    }
    printf("done\n");
    fflush(0);
    _exit(0);
}
"#;

/// A program that runs all forms.
pub(crate) fn program(forms: &[&Form]) -> String {
    let mut text = String::from(HEAD);
    for (number, form) in forms.iter().enumerate() {
        function(&mut text, number, form, true);
        function(&mut text, number, form, false);
    }
    text.push_str(
        "static const struct { void (*parallel)(int), (*serial)(int); short trips[21]; } forms[] = {\n",
    );
    for (number, form) in forms.iter().enumerate() {
        let trips: Vec<String> =
            TRIPS.iter().filter(|trips| form.fits(**trips)).map(u32::to_string).collect();
        let _ = writeln!(text, "{{ parallel{number}, serial{number}, {{ {}, -1 }} }},", trips.join(", "));
    }
    text.push_str("};");
    text.push_str(TAIL);
    text
}

/// The function of one form, with directives or without.
fn function(text: &mut String, number: usize, form: &Form, is_parallel: bool) {
    let (name, counters, sum) =
        if is_parallel { ("parallel", "count", "sum") } else { ("serial", "expected", "expected_sum") };
    for (depth, each) in form.nest.iter().enumerate() {
        if each.header.bounds == Bounds::Global && is_parallel {
            let _ = writeln!(text, "static {} hi{depth}_{number};", each.header.control.text);
        }
    }
    let _ = writeln!(text, "static void {name}{number}(int n) {{");
    for (depth, each) in form.nest.iter().enumerate() {
        declarations(text, number, depth, each);
    }
    let _ = writeln!(
        text,
        "int total = 0, one = 1, copy, gangs = {}, workers = {}, length = {};",
        value(form.num_gangs),
        value(form.num_workers),
        value(form.vector_length)
    );
    if is_parallel && form.construct == Construct::Separate {
        let _ = writeln!(text, "#pragma acc parallel{}\n{{", construct_clauses(form));
    }
    for depth in 0..form.nest.len() {
        if is_parallel {
            directive(text, depth, form);
        }
        let between = if form.is_interrupted(depth) { " { (void)one;" } else { "" };
        let _ = writeln!(text, "{}{between}", for_line(number, depth, &form.nest[depth]));
    }
    body(text, form, counters);
    (0..form.nest.len()).filter(|depth| form.is_interrupted(*depth)).for_each(|_| text.push_str("}\n"));
    if is_parallel && form.construct == Construct::Separate {
        text.push_str("}\n");
    }
    if is_parallel && form.is_async {
        text.push_str("#pragma acc wait(1)\n");
    }
    let _ =
        writeln!(text, "(void)one; (void)copy; (void)gangs; (void)workers; (void)length; {sum} = total;\n}}");
}

fn declarations(text: &mut String, number: usize, depth: usize, each: &Loop) {
    let header = &each.header;
    let control = header.control.text;
    let trips = if depth == 0 { "n".to_owned() } else { each.trips.to_string() };
    let _ = writeln!(text, "{control} step{depth} = ({control}){};", header.step.abs());
    let bound = bound(header, &trips);
    match header.bounds {
        Bounds::Variables => {
            let _ = writeln!(text, "{control} lo{depth} = {}, hi{depth} = {bound};", header.lower);
        }
        Bounds::Expression => {}
        Bounds::Global => {
            let _ = writeln!(text, "hi{depth}_{number} = {bound};");
        }
    }
    if !header.is_declared {
        let _ = writeln!(text, "{control} i{depth};");
    }
    let _ = writeln!(text, "(void)step{depth};");
}

/// The bound of a loop with so many iterations.
fn bound(header: &Header, trips: &str) -> String {
    let Header { lower, step, .. } = header;
    match header.condition {
        Condition::Less => format!("{lower} + ({trips} - 1) * {step} + 1"),
        Condition::Greater => format!("{lower} + ({trips} - 1) * {step} - 1"),
        Condition::LessOrEqual => format!("{lower} + {trips} * {step} - 1"),
        Condition::GreaterOrEqual => format!("{lower} + {trips} * {step} + 1"),
        Condition::NotEqual => format!("{lower} + {trips} * {step}"),
    }
}

fn for_line(number: usize, depth: usize, each: &Loop) -> String {
    let header = &each.header;
    let control = header.control.text;
    let declared = if header.is_declared { format!("{control} ") } else { String::new() };
    let trips = if depth == 0 { "n".to_owned() } else { each.trips.to_string() };
    let base = if header.control.is_pointer() { "span + " } else { "" };
    let (lower, upper) = match header.bounds {
        Bounds::Variables => (format!("lo{depth}"), format!("hi{depth}")),
        Bounds::Expression => (format!("{base}{}", header.lower), format!("{base}{}", bound(header, &trips))),
        Bounds::Global => (header.lower.to_string(), format!("hi{depth}_{number}")),
    };
    let (word, turned) = match header.condition {
        Condition::Less => ("<", ">"),
        Condition::LessOrEqual => ("<=", ">="),
        Condition::Greater => (">", "<"),
        Condition::GreaterOrEqual => (">=", "<="),
        Condition::NotEqual => ("!=", "!="),
    };
    let condition = if header.is_turned {
        format!("{upper} {turned} i{depth}")
    } else {
        format!("i{depth} {word} {upper}")
    };
    format!("for ({declared}i{depth} = {lower}; {condition}; {})", increment(depth, header))
}

fn increment(depth: usize, header: &Header) -> String {
    let size = header.step.abs();
    let sign = if header.step < 0 { '-' } else { '+' };
    match header.increment {
        Increment::Short if size == 1 && sign == '+' => format!("++i{depth}"),
        Increment::Short if size == 1 => format!("i{depth}--"),
        Increment::Short | Increment::Assignment => format!("i{depth} {sign}= {size}"),
        Increment::Sum => format!("i{depth} = i{depth} {sign} {size}"),
        Increment::TurnedSum => format!("i{depth} = {size} + i{depth}"),
        Increment::Variable if header.control.is_pointer() || header.condition == Condition::NotEqual => {
            format!("i{depth} {sign}= {size}")
        }
        Increment::Variable => format!("i{depth} {sign}= step{depth}"),
    }
}

/// The number of the iteration of one loop.
fn position(depth: usize, header: &Header) -> String {
    let value = if header.control.is_pointer() { format!("(i{depth} - span)") } else { format!("i{depth}") };
    format!("(((long long){value} - ({})) / ({}))", header.lower, header.step)
}

fn body(text: &mut String, form: &Form, counters: &str) {
    let mut index = position(0, &form.nest[0].header);
    for (depth, each) in form.nest.iter().enumerate().skip(1) {
        index = format!("({index} * {} + {})", each.trips, position(depth, &each.header));
    }
    let one = if form.has_firstprivate { "one" } else { "1" };
    let total = if form.reduces { " total += 1;" } else { "" };
    let _ = if form.has_private {
        writeln!(text, "{{ copy = {index}; {counters}[copy] += {one};{total} }}")
    } else {
        writeln!(text, "{{ {counters}[{index}] += {one};{total} }}")
    };
}

fn directive(text: &mut String, depth: usize, form: &Form) {
    let Loop { levels: Some(levels), collapse, grouping, .. } = &form.nest[depth] else { return };
    let mut clauses = String::new();
    if !levels.is_empty() {
        let _ = write!(clauses, " {levels}");
    }
    if *collapse > 1 {
        let _ = match grouping {
            Grouping::Collapse => write!(clauses, " collapse({collapse})"),
            Grouping::Forced => write!(clauses, " collapse(force: {collapse})"),
            Grouping::Tile => write!(clauses, " tile({})", ["2", "3", "*"][..*collapse].join(", ")),
        };
    }
    if form.reduces {
        clauses.push_str(" reduction(+:total)");
    }
    let innermost = form.nest.iter().rposition(|each| each.levels.is_some());
    if form.has_private && innermost == Some(depth) {
        clauses.push_str(" private(copy)");
    }
    let construct = match form.construct {
        Construct::Combined if depth == 0 => format!("parallel loop{}", construct_clauses(form)),
        _ => "loop".to_owned(),
    };
    let _ = writeln!(text, "#pragma acc {construct}{clauses}");
}

fn construct_clauses(form: &Form) -> String {
    let mut clauses = String::from(" copy(count)");
    if form.reduces && form.construct == Construct::Separate {
        clauses.push_str(" copy(total)");
    }
    for (name, size, variable) in [
        ("num_gangs", form.num_gangs, "gangs"),
        ("num_workers", form.num_workers, "workers"),
        ("vector_length", form.vector_length, "length"),
    ] {
        let _ = match size {
            Size::Absent => Ok(()),
            _ if name == "num_gangs" && form.dimensions() > 1 => {
                let further = if form.dimensions() == 3 { ", 2, 3" } else { ", 2" };
                write!(clauses, " num_gangs(1 + one{further})")
            }
            Size::Literal(value) => write!(clauses, " {name}({value})"),
            Size::Variable(_) => write!(clauses, " {name}({variable})"),
        };
    }
    if form.has_firstprivate {
        clauses.push_str(" firstprivate(one)");
    }
    if form.is_async {
        clauses.push_str(" async(1)");
    }
    clauses
}

fn value(size: Size) -> u32 {
    match size {
        Size::Absent => 0,
        Size::Literal(value) | Size::Variable(value) => value,
    }
}
