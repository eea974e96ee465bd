//! The keywords and modifiers that the clauses of OpenMP take.

use super::super::grammar::{DATA, EXTENDED, LOCATORS, SECTIONS, VARIABLES, bare, v, word};
use super::super::{Form, Items, ModifierArg, ModifierRule, Modifiers, Post, Separator, Version, Word};

const fn extension(text: &'static str) -> ModifierRule {
    Word::new(text, Version::EXTENSION).modifier(ModifierArg::None)
}

const ITERATOR: ModifierRule = word("iterator", 50).modifier(ModifierArg::Iterators);
const MAPPER: ModifierRule = word("mapper", 50).modifier(ModifierArg::Name);
const PRESENT: ModifierRule = bare("present", 51);
/// `attach(always)` of OpenMP 6.1.
const ATTACHMENTS: &[Word] = &[word("always", 61), word("auto", 61), word("never", 61)];

/// The map-type modifiers and map types (5.8.3). `ompx_hold`, `ompx_no_alloc` and their old names are extensions of Clacc. The modifiers
/// since 6.0 follow clang 22, and `attach` follows flang's tests of version 6.1.
const MAP_MODIFIERS: &[ModifierRule] = &[
    bare("always", 45),
    bare("close", 50),
    PRESENT,
    bare("self", 60),
    word("attach", 61).modifier(ModifierArg::Word(ATTACHMENTS)),
    MAPPER,
    ITERATOR,
    extension("ompx_hold"),
    extension("ompx_no_alloc"),
    extension("hold"),
    extension("no_alloc"),
    bare("to", 40),
    bare("from", 40),
    bare("tofrom", 40),
    bare("alloc", 40),
    bare("storage", 60),
    bare("release", 45),
    bare("delete", 45),
];
/// The motion modifiers (5.9).
const MOTION_MODIFIERS: &[ModifierRule] = &[PRESENT, MAPPER, ITERATOR];

const DEPEND_MODIFIERS: &[ModifierRule] = &[
    ITERATOR,
    bare("in", 40),
    bare("out", 40),
    bare("inout", 40),
    bare("mutexinoutset", 50),
    bare("inoutset", 51),
    bare("depobj", 50),
    word("source", 45).deprecated(v(52)).modifier(ModifierArg::None),
    word("sink", 45).deprecated(v(52)).modifier(ModifierArg::None),
];

const OPERATORS: &[Word] = &[
    word("+", 25),
    word("-", 25).deprecated(v(52)),
    word("*", 25),
    word("&", 25),
    word("|", 25),
    word("^", 25),
    word("&&", 25),
    word("||", 25),
    word("max", 31),
    word("min", 31),
];
const REDUCTION_MODIFIERS: &[ModifierRule] = &[bare("inscan", 50), bare("task", 50), bare("default", 50)];

const fn reduction(modifiers: &'static [ModifierRule]) -> Form {
    let identifier =
        Modifiers::Reduction { operators: OPERATORS, extensions: &[], modifiers, identifiers: true };
    Form::list(SECTIONS).modified(identifier)
}

/// `linear` (5.4.6): `list : val, step(2)`. Before 5.2 it was `val(list) : 2`.
pub(super) const LINEAR: Form = Form::list(VARIABLES).then(Post::Linear(&[
    bare("val", 45),
    bare("ref", 45),
    bare("uval", 45),
    word("step", 52).modifier(ModifierArg::Expr),
]));
/// `map` (5.8.3).
pub(super) const MAP: Form = Form::list(LOCATORS).modified(Modifiers::Optional(MAP_MODIFIERS));
/// `to` and `from` of `target update` (5.9.1, 5.9.2).
pub(super) const MOTION: Form = Form::list(LOCATORS).modified(Modifiers::Optional(MOTION_MODIFIERS));
/// `reduction` (5.5.8).
pub(super) const REDUCTION: Form = reduction(REDUCTION_MODIFIERS);
/// `in_reduction` and `task_reduction` (5.5.9, 5.5.10).
pub(super) const OTHER_REDUCTION: Form = reduction(&[]);
/// `depend` (15.9.5), printed with blanks on both sides of the colon.
pub(super) const DEPEND: Form =
    Form::list(LOCATORS).modified(Modifiers::Required(DEPEND_MODIFIERS)).printed(Separator::SpacedColon);
/// `doacross` (15.9.6).
pub(super) const DOACROSS: Form =
    Form::of(Items::Vector).modified(Modifiers::Required(&[bare("source", 52), bare("sink", 52)]));
/// `defaultmap` (5.8.7).
pub(super) const DEFAULTMAP: Form = Form::of(Items::Words(&[
    word("alloc", 50),
    word("to", 50),
    word("from", 50),
    word("tofrom", 45),
    word("firstprivate", 50),
    word("none", 50),
    word("default", 50),
    word("present", 51),
]))
.then(Post::Words(&[word("scalar", 45), word("aggregate", 50), word("pointer", 50), word("all", 52)]));
/// `schedule` (11.5.3).
pub(super) const SCHEDULE: Form = Form::of(Items::WordThenExpr(&[
    word("static", 25),
    word("dynamic", 25),
    word("guided", 25),
    word("auto", 30),
    word("runtime", 25),
]))
.modified(Modifiers::Optional(&[bare("monotonic", 45), bare("nonmonotonic", 45), bare("simd", 45)]))
.printed(Separator::Spaced);
/// `dist_schedule` (11.6.1).
pub(super) const DIST_SCHEDULE: Form =
    Form::of(Items::WordThenExpr(&[word("static", 40)])).printed(Separator::Spaced);
/// `order` (10.3).
pub(super) const ORDER: Form = Form::of(Items::Words(&[word("concurrent", 50)]))
    .modified(Modifiers::Optional(&[bare("reproducible", 51), bare("unconstrained", 51)]));
/// `allocate` (6.6): an allocator expression alone, or `allocator(a)` and `align(n)`.
pub(super) const ALLOCATE: Form = Form::list(VARIABLES).modified(Modifiers::Expr(&[
    word("allocator", 51).modifier(ModifierArg::Expr),
    word("align", 51).modifier(ModifierArg::Expr),
]));
/// `uses_allocators` (6.8).
pub(super) const USES_ALLOCATORS: Form = Form::of(Items::Allocators).modified(Modifiers::Optional(&[
    word("memspace", 52).modifier(ModifierArg::Expr),
    word("traits", 52).modifier(ModifierArg::Expr),
]));
/// `affinity` (12.5.2).
pub(super) const AFFINITY: Form = Form::list(LOCATORS).modified(Modifiers::Optional(&[ITERATOR]));
/// `default` (5.4.1).
pub(super) const DEFAULT: Form = Form::of(Items::Words(&[
    word("shared", 25),
    word("none", 25),
    word("firstprivate", 51),
    word("private", 51),
]));
/// `proc_bind` (10.1.3).
pub(super) const PROC_BIND: Form = Form::of(Items::Words(&[
    word("primary", 51),
    word("master", 40).deprecated(v(51)),
    word("close", 40),
    word("spread", 40),
]));
/// `bind` (11.7.1).
pub(super) const BIND: Form =
    Form::of(Items::Words(&[word("teams", 50), word("parallel", 50), word("thread", 50)]));
/// `lastprivate` (5.4.5).
pub(super) const LASTPRIVATE: Form =
    Form::list(VARIABLES).modified(Modifiers::Optional(&[bare("conditional", 50)]));
/// `grainsize` and `num_tasks` (12.6.1, 12.6.2).
pub(super) const STRICT: Form = Form::of(Items::Expr).modified(Modifiers::Optional(&[bare("strict", 51)]));
/// `device` (13.2).
pub(super) const DEVICE: Form =
    Form::of(Items::Expr).modified(Modifiers::Optional(&[bare("device_num", 50), bare("ancestor", 50)]));
/// `device_type` (13.1).
pub(super) const DEVICE_TYPE: Form =
    Form::of(Items::Words(&[word("host", 50), word("nohost", 50), word("any", 50)]));
/// `num_teams` (10.2.1).
pub(super) const NUM_TEAMS: Form = Form::of(Items::Expr).modified(Modifiers::Expr(&[]));
/// `if` (3.4).
pub(super) const IF: Form = Form::of(Items::Expr).modified(Modifiers::DirectiveName);
/// `aligned` (5.11).
pub(super) const ALIGNED: Form = Form::list(VARIABLES).then(Post::Expr);
/// `enter`, `to` and `link` of `declare target` (5.8.4, 5.8.5).
pub(super) const DECLARED: Form = Form::list(EXTENDED);
/// `fail` (15.8.2).
pub(super) const FAIL: Form =
    Form::of(Items::Words(&[word("seq_cst", 51), word("acquire", 51), word("relaxed", 51)]));
/// `atomic_default_mem_order` (8.2.1.2).
pub(super) const MEM_ORDER: Form = Form::of(Items::Words(&[
    word("seq_cst", 50),
    word("acq_rel", 50),
    word("relaxed", 50),
    word("acquire", 60),
    word("release", 60),
]));
/// `update` of `depobj` (15.9.3).
pub(super) const DEPOBJ_UPDATE: Form = Form::of(Items::Words(&[
    word("in", 50),
    word("out", 50),
    word("inout", 50),
    word("mutexinoutset", 50),
    word("inoutset", 52),
]));
/// `init` of `interop` (14.1.2).
pub(super) const INIT: Form = Form::list(VARIABLES).modified(Modifiers::Required(&[
    bare("target", 51),
    bare("targetsync", 51),
    word("prefer_type", 51).modifier(ModifierArg::Exprs),
]));
/// `at` of `error` (8.5.1).
pub(super) const AT: Form = Form::of(Items::Words(&[word("compilation", 51), word("execution", 51)]));
/// `severity` of `error` (8.5.2).
pub(super) const SEVERITY: Form = Form::of(Items::Words(&[word("fatal", 51), word("warning", 51)]));
/// `when` (7.4.1).
pub(super) const WHEN: Form = Form::of(Items::Directive).modified(Modifiers::Selector);
/// `adjust_args` (7.5.2).
pub(super) const ADJUST_ARGS: Form =
    Form::list(VARIABLES).modified(Modifiers::Required(&[bare("nothing", 51), bare("need_device_ptr", 51)]));
/// Variables and subarrays.
pub(super) const SECTION_LIST: Form = Form::list(SECTIONS);
/// Whole variables.
pub(super) const VARIABLE_LIST: Form = Form::list(VARIABLES);
/// Variables, subarrays and members.
pub(super) const DATA_LIST: Form = Form::list(DATA);
/// One expression.
pub(super) const EXPR: Form = Form::of(Items::Expr);
/// One constant.
pub(super) const CONSTANT: Form = Form::of(Items::Constant);
