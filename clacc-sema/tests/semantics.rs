//! Types, constants and layouts of C: snippets with the expected results.

#![expect(clippy::format_collect, reason = "small programs, made once")]

use std::sync::Arc;

use clacc_sema::c::model::{DeclModel, SymbolKind};
use clacc_sema::c::type_text::type_text;
use clacc_sema::c::types::QualType;
use clacc_sema::db::external_decls::{DeclKind, declarations};
use clacc_sema::db::files::Volatility;
use clacc_sema::db::models::model;
use clacc_sema::db::set_text;
use clacc_sema::db::{Database, Unit};
use clacc_syntax::ast::{ArgumentValue, Expr, ExprId, Node, Stmt};
use clacc_syntax::parse::ParseLimits;
use clacc_syntax::preprocess::Options;
use clacc_syntax::target::Target;

/// The model of the last function of a program.
fn model_for(target: Target, source: &str) -> Arc<DeclModel> {
    let mut db = Database::default();
    let main = set_text(&mut db, "main.c", Some(source.as_bytes().into()), Volatility::Edited);
    let options = Options { target, ..Options::default() };
    let unit = Unit::new(&db, main, Arc::new(options), ParseLimits::default());
    let mut functions = declarations(&db, unit).iter().filter(|decl| decl.kind(&db) == DeclKind::Function);
    let model = model(&db, *functions.next_back().expect("a function"));
    assert_eq!(model.parsed.diagnostics, [], "{source}");
    model
}

/// The expressions of the last function's expression statements.
fn expressions(model: &DeclModel) -> Vec<ExprId> {
    let tree = &model.parsed.tree;
    let mut found = Vec::new();
    tree.preorder(Node::Decl(tree.roots[0]), &mut |node| {
        if let Node::Stmt(stmt) = node
            && let Stmt::Expr(Some(expr)) = tree[stmt]
        {
            found.push(expr);
        }
        !matches!(node, Node::Expr(_))
    });
    found
}

fn text(model: &DeclModel, ty: &QualType) -> String {
    type_text(&model.parsed.tree.names, ty, "").unwrap_or_else(|| format!("{ty:?}"))
}

/// The declarations that are in scope of the expressions in the tables below.
const SCOPE: &str = "
typedef unsigned long size;
typedef int row[4];
enum color { RED, GREEN = 5, BLUE };
enum big { HUGE_ONE = 0x1ffffffff };
struct point { short x; double y; const char *name; row rows[2]; unsigned bits : 3; long wide : 40; };
union both { int i; double d; struct { char c1, c2; }; };
typedef struct { int first; struct { long inner; }; } pair;
struct opaque;
int table[3];
extern int unknown[];
double square(double);
int old();
void none(void);
int printf(const char *, ...);
static const volatile int port;
char letters[] = \"abcd\";
int matrix[][3] = { 1, 2, 3, 4 };
int sparse[] = { [7] = 1, 2, [3] = 0 };
struct point points[] = { { 1 }, { 2 }, { 3 } };
_Complex double z;
_Complex float zf;
__int128 wide;
_Bool flag;
char c; signed char sc; unsigned char uc; short s; unsigned short us; int i; unsigned u; long l; unsigned long ul;
long long ll; float fl; double d; long double ld;
struct point pt, *pp; union both un; pair pr; struct opaque *op; enum color col; enum big bg; void *vp; const int *cp;
int (*fp)(double, char); int *ptrs[5]; int (*array_pointer)[6]; double (**fpp)(void);
";

fn check_types(cases: &[(&str, &str)]) {
    let statements: String = cases.iter().map(|(expr, _)| format!("({expr});\n")).collect();
    let model = model_for(
        Target::x86_64_linux_gnu(),
        &format!("{SCOPE}\nvoid f(int n, int vla[n][n], row r) {{\n{statements}}}\n"),
    );
    let found = expressions(&model);
    assert_eq!(found.len(), cases.len());
    for (expr, (source, expected)) in found.into_iter().zip(cases) {
        assert_eq!(text(&model, &model.type_of(expr)), *expected, "{source}");
    }
}

#[test]
fn arithmetic_follows_the_usual_conversions() {
    check_types(&[
        ("c + c", "int"),
        ("us + us", "int"),
        ("i + u", "unsigned int"),
        ("u + l", "long"),
        ("ul + ll", "unsigned long long"),
        ("l + ul", "unsigned long"),
        ("ll + l", "long long"),
        ("i + fl", "float"),
        ("fl * d", "double"),
        ("d / ld", "long double"),
        ("z + fl", "_Complex double"),
        ("zf * d", "_Complex double"),
        ("zf + i", "_Complex float"),
        ("wide + ul", "__int128"),
        ("flag + flag", "int"),
        ("col + 1", "unsigned int"),
        ("RED + 1", "int"),
        ("HUGE_ONE", "unsigned long"),
        ("c << l", "int"),
        ("l << c", "long"),
        ("-us", "int"),
        ("~uc", "int"),
        ("!d", "int"),
        ("+col", "unsigned int"),
        ("d < i", "int"),
        ("i && d", "int"),
        ("__real__ z", "double"),
        ("pt.bits + 0", "int"),
        ("pt.wide + 0", "long"),
        ("pt.bits", "unsigned int"),
        ("1.5f16 + 1", "_Float16"),
        ("1.0F128", "_Float128"),
        ("2.0i", "_Complex double"),
    ]);
}

#[test]
fn pointers_and_arrays() {
    check_types(&[
        ("table", "int[3]"),
        ("table + 1", "int *"),
        ("&table", "int (*)[3]"),
        ("*table", "int"),
        ("table[1]", "int"),
        ("1[table]", "int"),
        ("&table[1]", "int *"),
        ("unknown", "int[]"),
        ("&i", "int *"),
        ("pp - pp", "long"),
        ("cp", "const int *"),
        ("*cp", "const int"),
        ("*cp + 0", "int"),
        ("port", "const volatile int"),
        ("ptrs", "int *[5]"),
        ("*ptrs", "int *"),
        ("**ptrs", "int"),
        ("*array_pointer", "int[6]"),
        ("array_pointer[0][1]", "int"),
        ("letters", "char[5]"),
        ("matrix", "int[2][3]"),
        ("sparse", "int[9]"),
        ("points", "struct point[3]"),
        ("\"ab\" \"c\"", "char[4]"),
        ("L\"ab\"", "int[3]"),
        ("&*vp", "void *"),
        ("r", "int *"),
        ("vla[0][0]", "int"),
        ("*vla + 1", "int *"),
    ]);
}

#[test]
fn calls_members_and_choices() {
    check_types(&[
        ("square", "double(double)"),
        ("square(1)", "double"),
        ("(*square)(1)", "double"),
        ("old(1, 2)", "int"),
        ("printf(\"\")", "int"),
        ("printf", "int(const char *, ...)"),
        ("none()", "void"),
        ("fp(1, 2)", "int"),
        ("(*fpp)()", "double"),
        ("&fp", "int (**)(double, char)"),
        ("pt.x", "short"),
        ("pp->y", "double"),
        ("pp->name", "const char *"),
        ("pp->rows", "int[2][4]"),
        ("pt.rows[1]", "int[4]"),
        ("un.c2", "char"),
        ("pr.inner", "long"),
        ("((const struct point *)pp)->x", "const short"),
        ("pt = pt", "struct point"),
        ("c = 1.0", "char"),
        ("i++", "int"),
        ("i, d", "double"),
        ("i ? i : d", "double"),
        ("i ? pp : 0", "struct point *"),
        ("i ? vp : pp", "void *"),
        ("i ? (void *)0 : pp", "struct point *"),
        ("i ? cp : &i", "const int *"),
        ("pp ?: 0", "struct point *"),
        ("(char)i", "char"),
        ("(const int)i", "int"),
        ("(int[]){1, 2, 3}", "int[3]"),
        ("(struct point){0}", "struct point"),
        ("sizeof i", "unsigned long"),
        ("_Alignof(double)", "unsigned long"),
        ("({ int q = 1; q + 1L; })", "long"),
        ("({ ; })", "void"),
        ("_Generic(d, int: 1, double: 2.0f, default: pp)", "float"),
        ("_Generic(us, int: 1, default: pp)", "struct point *"),
        ("_Generic(\"x\", char *: 1L, default: 0)", "long"),
        ("(__typeof__(pt.y) *)vp", "double *"),
        ("__builtin_choose_expr(1, d, i)", "double"),
        ("__builtin_sqrtf(1)", "float"),
        ("__builtin_expect(i, 0)", "long"),
        ("__builtin_offsetof(struct point, y)", "unsigned long"),
        ("__sync_fetch_and_add(&l, 1)", "long"),
        ("__atomic_load_n(&s, 0)", "short"),
        ("__atomic_add_fetch(&u, 1, 0)", "unsigned int"),
        ("__atomic_store_n(&u, 1, 0)", "void"),
        ("__atomic_compare_exchange_n(&u, &u, 1, 0, 0, 0)", "_Bool"),
        ("__sync_bool_compare_and_swap(&l, 1, 2)", "_Bool"),
        ("__func__", "const char[2]"),
        ("sizeof(size)", "unsigned long"),
    ]);
}

#[test]
fn declarations_in_blocks_have_their_scopes() {
    let source = "
        typedef int T; struct S { int a; }; enum { OUTER = 1 }; int x;
        void f(void) {
            x;
            long x = sizeof x;
            x;
            { struct S { double b; } s; s.b; enum { OUTER = 7 }; OUTER; char T; T; }
            struct S s; s.a; OUTER;
            for (float x = 0; ; ) { x; }
            x;
            extern double x[];
            { typedef char *T; T p; p; }
            T t; t;
            int n = 3; char v[n + 1]; v[0]; sizeof v;
            __auto_type w = &n; w;
            static int hidden[2]; hidden;
            int later[] = { 1, 2 }; later;
            struct fwd *p; struct fwd { int q; }; p->q;
        }
    ";
    let model = model_for(Target::x86_64_linux_gnu(), source);
    let types: Vec<_> =
        expressions(&model).into_iter().map(|expr| text(&model, &model.type_of(expr))).collect();
    let expected = [
        "int",
        "long",
        "double",
        "int",
        "char",
        "int",
        "int",
        "float",
        "long",
        "char *",
        "int",
        "char",
        "unsigned long",
        "int *",
        "int[2]",
        "int[2]",
        "int",
    ];
    assert_eq!(types, expected);
    let values: Vec<_> =
        expressions(&model).into_iter().filter_map(|expr| model.integer_constant(expr)).collect();
    assert_eq!(values, [7, 1]);
    let kinds = |name: &str| -> Vec<SymbolKind> {
        let named = model.symbols.iter().filter(|(_, symbol)| model.text(symbol.name) == name);
        named.map(|(_, symbol)| symbol.kind.clone()).collect()
    };
    assert_eq!(kinds("x"), [SymbolKind::Global, SymbolKind::Local, SymbolKind::Local, SymbolKind::Global]);
    assert_eq!(kinds("hidden"), [SymbolKind::StaticLocal]);
    assert_eq!(kinds("f"), [SymbolKind::Function]);
}

#[test]
fn old_style_definitions_declare_their_parameters() {
    let source = "int f(a, b, c) double b; char *c; { a; b; c; return undeclared; }";
    let model = model_for(Target::x86_64_linux_gnu(), source);
    let types: Vec<_> =
        expressions(&model).into_iter().map(|expr| text(&model, &model.type_of(expr))).collect();
    assert_eq!(types, ["int", "double", "char *"]);
    let parameters = model.symbols.iter().filter(|(_, symbol)| symbol.kind == SymbolKind::Parameter).count();
    assert_eq!(parameters, 3);
    let undeclared: Vec<_> =
        model.symbols.iter().filter(|(_, symbol)| symbol.kind == SymbolKind::Undeclared).collect();
    assert_eq!(undeclared.len(), 1);
    assert!(undeclared[0].1.ty.is_error());
}

#[test]
fn constant_expressions_have_values() {
    let cases: &[(&str, Option<i128>)] = &[
        ("1 + 2 * 3", Some(7)),
        ("0x7fffffff + 1", Some(-0x8000_0000)),
        ("-1 > 0u", Some(1)),
        ("(unsigned char)300", Some(44)),
        ("(signed char)200", Some(-56)),
        ("1 << 31", Some(-0x8000_0000)),
        ("1u << 31", Some(0x8000_0000)),
        ("1 << 32", None),
        ("7 / 0", None),
        ("-7 / 2", Some(-3)),
        ("-7 % 2", Some(-1)),
        ("-7 >> 1", Some(-4)),
        ("~0u", Some(0xffff_ffff)),
        ("!0", Some(1)),
        ("'a' + 1", Some(98)),
        ("GREEN * 2", Some(10)),
        ("BLUE", Some(6)),
        ("1 ? 2 : 3", Some(2)),
        ("2 && 0 || 1", Some(1)),
        ("(int)2.9", Some(2)),
        ("(_Bool)0.5", Some(1)),
        ("(char)i", None),
        ("i", None),
        ("i + 1", None),
        ("sizeof(int)", Some(4)),
        ("sizeof i", Some(4)),
        ("sizeof(struct point)", Some(64)),
        ("sizeof(union both)", Some(8)),
        ("sizeof pr", Some(16)),
        ("sizeof letters", Some(5)),
        ("sizeof points / sizeof *points", Some(3)),
        ("sizeof(vla[0])", None),
        ("_Alignof(struct point)", Some(8)),
        ("__alignof__(short)", Some(2)),
        ("__builtin_offsetof(struct point, rows[1])", Some(40)),
        ("__builtin_offsetof(union both, c2)", Some(1)),
        ("__builtin_types_compatible_p(int, const int)", Some(1)),
        ("__builtin_types_compatible_p(int, long)", Some(0)),
        ("__builtin_constant_p(3)", Some(1)),
        ("(2.5 > 2) + 0", Some(1)),
        ("(1, 2)", None),
        ("i = 3", None),
        ("(unsigned long)-1 / 2", Some(0x7fff_ffff_ffff_ffff)),
        ("((unsigned __int128)-1) >> 127", Some(1)),
        ("18446744073709551615u % 10", Some(5)),
    ];
    let statements: String = cases.iter().map(|(expr, _)| format!("({expr});\n")).collect();
    let source = format!("{SCOPE}\nvoid f(int n, int vla[n][n]) {{\n{statements}}}\n");
    let model = model_for(Target::x86_64_linux_gnu(), &source);
    for (expr, (source, expected)) in expressions(&model).into_iter().zip(cases) {
        assert_eq!(model.integer_constant(expr), *expected, "{source}");
    }
}

#[test]
fn targets_differ_in_characters() {
    let source = "void f(void) { (char)200; sizeof(__builtin_va_list); L'a' - L'b'; }";
    let values = |target| -> Vec<_> {
        let model = model_for(target, source);
        expressions(&model).into_iter().map(|expr| model.integer_constant(expr)).collect()
    };
    assert_eq!(values(Target::x86_64_linux_gnu()), [Some(-56), Some(24), Some(-1)]);
    assert_eq!(values(Target::aarch64_linux_gnu()), [Some(200), Some(32), Some(0xffff_ffff)]);
}

#[test]
fn side_effects_are_writes_volatile_reads_and_unknown_calls() {
    let scope = format!(
        "{SCOPE}\nint look(int) __attribute__((pure)); __attribute__((const)) int twice(int); struct {{ volatile int v; }} dev;"
    );
    let cases: &[(&str, bool)] = &[
        ("i + table[1]", false),
        ("i++", true),
        ("i = 1", true),
        ("i += 1", true),
        ("--*ptrs[0]", true),
        ("square(1)", true),
        ("look(i) + twice(2)", false),
        ("look(i++)", true),
        ("__builtin_abs(i)", false),
        ("port", true),
        ("&port", false),
        ("dev.v + 1", true),
        ("sizeof(i++)", false),
        ("({ 1; })", true),
        ("pp->rows[i][0]", false),
        ("i ? 1 : i--", true),
        ("__builtin_offsetof(struct point, y)", false),
    ];
    let statements: String = cases.iter().map(|(expr, _)| format!("({expr});\n")).collect();
    let model = model_for(Target::x86_64_linux_gnu(), &format!("{scope}\nvoid f(void) {{\n{statements}}}\n"));
    for (expr, (source, expected)) in expressions(&model).into_iter().zip(cases) {
        assert_eq!(model.has_side_effects(expr), *expected, "{source}");
    }
}

#[test]
fn directives_name_what_is_visible_at_their_place() {
    let source = "
        int n; float a[10];
        void f(double *a) {
            int i;
            #pragma acc parallel loop private(i) copy(a[0:n])
            for (int i = 0; i < n; i++) a[i] = i;
        }
    ";
    let model = model_for(Target::x86_64_linux_gnu(), source);
    let tree = &model.parsed.tree;
    let (_, directive) = tree.directives.iter().next().expect("a directive");
    let arguments = directive.clauses.iter().filter_map(|clause| tree[*clause].arguments.as_ref());
    let items = arguments.flat_map(|arguments| &arguments.items).map(|item| match item.value {
        ArgumentValue::Expr(expr) => expr,
        _ => panic!("a variable or a part of one"),
    });
    let items: Vec<_> = items.collect();
    let private = model.symbol_of(items[0]).expect("bound");
    assert!(model.symbols[private].scope.is_some_and(|scope| matches!(tree[scope], Stmt::Compound { .. })));
    let Expr::Section { base, range } = &tree[items[1]] else { panic!("a subarray") };
    let kind = |expr| model.symbol_of(expr).map(|symbol| model.symbols[symbol].kind.clone());
    assert_eq!(kind(*base), Some(SymbolKind::Parameter));
    assert_eq!(range.length.and_then(kind), Some(SymbolKind::Global));
    let loop_controls = model
        .symbols
        .iter()
        .filter(|(_, symbol)| symbol.scope.is_some_and(|scope| matches!(tree[scope], Stmt::For { .. })));
    assert_eq!(loop_controls.count(), 1);
}

/// A declaration of very many names is indexed. Each name is found, and the results do not depend on the
/// number of names.
#[test]
fn declarations_of_many_names_give_each_of_them() {
    let names: Vec<String> = (0..200).map(|number| format!("N{number}")).collect();
    let variables: String = (0..200).map(|number| format!(", *v{number}")).collect();
    let source = format!(
        "enum {{ {} }}; long first{variables}; void f(void) {{ N0; N199; v0; *v199; first; }}",
        names.join(", ")
    );
    let model = model_for(Target::default(), &source);
    let found = expressions(&model);
    let types: Vec<_> = found.iter().map(|expr| text(&model, &model.type_of(*expr))).collect();
    assert_eq!(types, ["int", "int", "long *", "long", "long"]);
    let values: Vec<_> = found.iter().map(|expr| model.integer_constant(*expr)).collect();
    assert_eq!(values, [Some(0), Some(199), None, None, None]);
}
