//! Compares clacc's types and constants with gcc: they are written as `_Static_assert`s, which gcc checks.
//!
//! These tests are ignored by default, because they need gcc and the headers of an x86-64 Linux. They run
//! with `cargo test -p clacc-sema --test against_gcc -- --ignored`.

#![expect(clippy::format_collect, reason = "small programs, made once")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Arc;

use clacc_sema::c::definitions::Definitions;
use clacc_sema::c::globals::{Global, Globals};
use clacc_sema::c::model::SymbolKind;
use clacc_sema::c::type_text::type_text;
use clacc_sema::c::types::{QualType, Type};
use clacc_sema::db::files::{Loader, Volatility};
use clacc_sema::db::preprocessed::prefix;
use clacc_sema::db::set_text;
use clacc_sema::db::unit_scope::UnitScope;
use clacc_sema::db::{Database, Db, Unit};
use clacc_syntax::Name;
use clacc_syntax::ast::Decl;
use clacc_syntax::parse::ParseLimits;
use clacc_syntax::preprocess::Options;

struct Disk;

impl Loader for Disk {
    fn load(&self, path: &str) -> Option<Arc<[u8]>> {
        std::fs::read(path).ok().map(Into::into)
    }
}

/// The errors that gcc reports for a program.
fn complaints(source: &str) -> String {
    let mut gcc = Command::new("gcc")
        .args(["-std=gnu17", "-fsyntax-only", "-w", "-xc", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("gcc runs");
    gcc.stdin.take().expect("piped").write_all(source.as_bytes()).expect("gcc reads");
    let output = gcc.wait_with_output().expect("gcc ends");
    String::from_utf8_lossy(&output.stderr)
        .lines()
        .filter(|line| line.contains("error"))
        .take(40)
        .fold(String::new(), |text, line| text + line + "\n")
}

/// A unit in which every declaration comes from a header.
fn unit(db: &mut Database, headers: &str) -> Unit {
    set_text(db, "all.h", Some(headers.as_bytes().into()), Volatility::Stable);
    let main = set_text(db, "main.c", Some(b"#include \"all.h\"\n"[..].into()), Volatility::Edited);
    Unit::new(db, main, Arc::new(Options { openacc: false, ..Options::default() }), ParseLimits::default())
}

/// The names that the declarations of a unit introduce.
fn names(db: &Database, unit: Unit) -> Vec<Name> {
    let tree = &prefix(db, unit).parsed.tree;
    let mut names = Vec::new();
    for root in &tree.roots {
        match &tree[*root] {
            Decl::Declaration { entities, .. } => {
                names.extend(entities.iter().map(|entity| tree[*entity].name));
            }
            Decl::Function(function) => names.push(tree[function.entity].name),
            _ => {}
        }
    }
    names.extend(
        tree.enums.iter().flat_map(|(_, each)| each.enumerators.iter().flatten().map(|each| each.name)),
    );
    names
}

fn assert_layout(
    scope: &UnitScope<'_>,
    spelled: &str,
    ty: &QualType,
    aligned: Option<u64>,
    out: &mut String,
) {
    let definitions: &dyn Definitions = scope;
    if let Some(layout) = definitions.layout(ty) {
        let align = aligned.unwrap_or(layout.align);
        let _ = writeln!(out, "_Static_assert(sizeof({spelled}) == {}, \"size of {spelled}\");", layout.size);
        let _ = writeln!(out, "_Static_assert(_Alignof({spelled}) == {align}, \"align of {spelled}\");");
    }
    let Type::Record(tag) = ty.plain() else { return };
    let Some(record) = scope.record(tag) else { return };
    for field in record.fields.iter().filter(|field| field.width.is_none() && field.name != Name::EMPTY) {
        let (name, offset) = (&scope.db.names()[field.name], field.bit_offset / 8);
        let _ = writeln!(
            out,
            "_Static_assert(__builtin_offsetof({spelled}, {name}) == {offset}, \"offset of {name} in {spelled}\");"
        );
    }
}

fn assert_global(scope: &UnitScope<'_>, name: Name, global: &Global, out: &mut String) {
    let names = scope.db.names();
    let spelled = &names[name];
    match &global.kind {
        SymbolKind::Typedef => assert_layout(scope, spelled, &global.ty, global.aligned, out),
        SymbolKind::Enumerator(value) => {
            let _ = writeln!(out, "_Static_assert({spelled} == {value}, \"value of {spelled}\");");
        }
        SymbolKind::Function | SymbolKind::Global => {
            let Some(text) = type_text(names, &global.ty, "") else { return };
            let _ = writeln!(
                out,
                "_Static_assert(__builtin_types_compatible_p(__typeof__({spelled}), {text}), \"type of {spelled}: {text}\");"
            );
        }
        _ => {}
    }
}

/// Assertions about everything that headers declare, and their number.
fn assertions(headers: &str) -> (String, usize) {
    let mut db = Database::new(Arc::new(Disk));
    let unit = unit(&mut db, headers);
    let scope = UnitScope::whole(&db, unit);
    let mut out = headers.to_owned();
    for name in names(&db, unit) {
        if let Some(global) = scope.symbol(name) {
            assert_global(&scope, name, &global, &mut out);
        }
    }
    for (_, record) in prefix(&db, unit).parsed.tree.records.iter() {
        if let (Some(tag), Some(_)) = (record.tag, &record.fields) {
            let keyword = if record.is_union { "union" } else { "struct" };
            let tag = clacc_sema::c::types::TagRef {
                is_union: record.is_union,
                tag,
                home: clacc_sema::c::types::TagHome::File,
            };
            let ty = QualType::new(Type::Record(tag.clone()));
            assert_layout(&scope, &format!("{keyword} {}", &db.names()[tag.tag]), &ty, None, &mut out);
        }
    }
    let count = out.matches("_Static_assert(").count();
    (out, count)
}

const HEADERS: &[&str] = &[
    "stdio.h",
    "stdlib.h",
    "string.h",
    "math.h",
    "complex.h",
    "stdint.h",
    "limits.h",
    "float.h",
    "time.h",
    "errno.h",
    "signal.h",
    "setjmp.h",
    "stdarg.h",
    "wchar.h",
    "wctype.h",
    "inttypes.h",
    "locale.h",
    "pthread.h",
    "unistd.h",
    "fcntl.h",
    "sys/types.h",
    "sys/stat.h",
    "sys/time.h",
    "sys/socket.h",
    "netinet/in.h",
    "arpa/inet.h",
    "netdb.h",
    "dirent.h",
    "dlfcn.h",
    "poll.h",
    "sched.h",
    "semaphore.h",
    "termios.h",
    "fenv.h",
    "search.h",
    "regex.h",
    "ucontext.h",
    "sys/resource.h",
    "sys/mman.h",
    "elf.h",
    "link.h",
    "sys/epoll.h",
    "sys/user.h",
];

#[test]
#[cfg_attr(
    not(all(target_os = "linux", target_arch = "x86_64")),
    ignore = "needs the headers of x86-64 Linux"
)]
fn declarations_of_system_headers() {
    for gnu in ["", "#define _GNU_SOURCE\n"] {
        let headers: String = HEADERS.iter().map(|header| format!("#include <{header}>\n")).collect();
        let (program, count) = assertions(&format!("{gnu}{headers}"));
        assert!(count > 3000, "{count} assertions");
        assert_eq!(complaints(&program), "", "{count} assertions");
    }
}

/// A pseudo-random number generator that gives the same numbers on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }
}

const SCALARS: &[&str] = &[
    "char",
    "short",
    "int",
    "long",
    "long long",
    "float",
    "double",
    "long double",
    "_Bool",
    "void *",
    "__int128",
    "_Complex float",
    "enum { A%, B% }",
    "unsigned char",
    "_Float128",
];

fn random_field(numbers: &mut Numbers, number: u64, structs: u64) -> String {
    let attribute = match numbers.below(12) {
        0 => " __attribute__((packed))",
        1 => " __attribute__((aligned(16)))",
        2 => " __attribute__((aligned(2)))",
        _ => "",
    };
    match numbers.below(10) {
        0..=3 => {
            let ty =
                numbers.pick(&["int", "unsigned", "long", "short", "char", "_Bool", "unsigned long long"]);
            let limit = match ty {
                "_Bool" => 1,
                "char" => 8,
                "short" => 16,
                "int" | "unsigned" => 32,
                _ => 64,
            };
            match numbers.below(8) {
                0 => format!("{ty} : 0;"),
                1 => format!("{ty} : {};", 1 + numbers.below(limit)),
                _ => format!(
                    "{ty} b{number} : {}{};",
                    1 + numbers.below(limit),
                    if attribute.contains("aligned") { "" } else { attribute }
                ),
            }
        }
        4 if structs > 0 => format!("struct s{} f{number}{attribute};", numbers.below(structs)),
        5 => format!(
            "{} f{number}[{}]{attribute};",
            numbers.pick(&["char", "short", "double"]),
            1 + numbers.below(5)
        ),
        6 => format!("union {{ char u{number}; long v{number}; }};"),
        7 => format!("struct {{ short x{number}; int y{number} : 5; }} f{number};"),
        _ => {
            let ty = numbers.pick(SCALARS).replace('%', &format!("{number}_{structs}"));
            format!("{ty} f{number}{attribute};")
        }
    }
}

#[test]
#[cfg_attr(not(target_arch = "x86_64"), ignore = "compares with gcc on x86-64")]
fn random_records() {
    let mut numbers = Numbers(7);
    let mut program = String::new();
    for number in 0..3000 {
        let keyword = if numbers.below(8) == 0 { "union" } else { "struct" };
        let fields: String =
            (0..=numbers.below(7)).map(|field| random_field(&mut numbers, field, number)).collect();
        let attribute = match numbers.below(8) {
            0 => " __attribute__((packed))",
            1 => " __attribute__((packed, aligned(4)))",
            2 => " __attribute__((aligned(32)))",
            _ => "",
        };
        if keyword == "union" {
            let _ = writeln!(program, "struct s{number} {{ union {{ {fields} }}{attribute} u; char c; }};");
        } else {
            let _ = writeln!(program, "struct s{number} {{ {fields} }}{attribute};");
        }
    }
    let (program, count) = assertions(&program);
    assert!(count > 6000, "{count} assertions");
    assert_eq!(complaints(&program), "", "{count} assertions");
}

fn random_expression(numbers: &mut Numbers, depth: u32) -> String {
    if depth == 0 {
        return numbers
            .pick(&[
                "1",
                "2u",
                "3l",
                "40ul",
                "'a'",
                "0x7f",
                "1.5",
                "2.5f",
                "(char)200",
                "(short)-7",
                "(unsigned char)255",
                "sizeof(int)",
                "0x80000000",
                "5ll",
                "(_Bool)2",
                "(__int128)9",
            ])
            .to_owned();
    }
    let mut operand = || random_expression(numbers, depth - 1);
    let (left, right, other) = (operand(), operand(), operand());
    let integer = |operand: &str| format!("(long)({operand})");
    match numbers.below(12) {
        0 => format!("(-({left}))"),
        1 => format!("(~{})", integer(&left)),
        2 => format!("(!({left}))"),
        3 => format!("(({left}) ? ({right}) : ({other}))"),
        4 => format!("((unsigned short){})", integer(&left)),
        5 => format!("({} % 7u)", integer(&left)),
        6 => format!("({} << 3)", integer(&left)),
        7 => format!("({} >> 2)", integer(&left)),
        _ => {
            let op = numbers.pick(&["+", "-", "*", "<", ">", "<=", ">=", "==", "!=", "&&", "||"]);
            format!("(({left}) {op} ({right}))")
        }
    }
}

#[test]
#[cfg_attr(not(target_arch = "x86_64"), ignore = "compares with gcc on x86-64")]
fn types_and_values_of_random_expressions() {
    let mut numbers = Numbers(11);
    let mut program = String::new();
    for number in 0..4000 {
        let expression = random_expression(&mut numbers, 1 + number % 3);
        let _ = writeln!(program, "extern __typeof__({expression}) e{number};");
        let _ =
            writeln!(program, "enum {{ v{number} = ((unsigned long)(long)({expression})) & 0x7fffffff }};");
    }
    let (program, count) = assertions(&program);
    assert!(count > 7000, "{count} assertions");
    assert_eq!(complaints(&program), "", "{count} assertions");
}
