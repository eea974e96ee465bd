//! The clauses of OpenACC 3.4: the versions that introduced them, their arguments, and their sections.

use super::super::grammar::{DATA, VARIABLES, bare, v, word};
use super::super::{
    ClauseInfo, Form, ItemKinds, Items, Key, ModifierRule, Modifiers, Parens, Version, Vocabulary, Word,
};
use super::AccClause;

const ALWAYS: ModifierRule = bare("always", 34);
const ALWAYSIN: ModifierRule = bare("alwaysin", 34);
const ALWAYSOUT: ModifierRule = bare("alwaysout", 34);
const CAPTURE: ModifierRule = bare("capture", 34);
const READONLY: ModifierRule = bare("readonly", 27);
const ZERO: ModifierRule = bare("zero", 30);

/// The reduction operators of C (section 2.5.15).
const OPERATORS: &[Word] = &[
    word("+", 10),
    word("*", 10),
    word("max", 10),
    word("min", 10),
    word("&", 10),
    word("|", 10),
    word("^", 10),
    word("&&", 10),
    word("||", 10),
];
/// `-` is an operator of OpenMP, and gcc takes it here too.
const OTHER_OPERATORS: &[Word] = &[word("-", 10)];

const GANG_KEYS: &[Key] = &[
    Key { word: word("num", 20), is_default: true, star: false },
    Key { word: word("dim", 33), is_default: false, star: false },
    Key { word: word("static", 20), is_default: false, star: true },
];
const WORKER_KEYS: &[Key] = &[Key { word: word("num", 20), is_default: true, star: false }];
const VECTOR_KEYS: &[Key] = &[Key { word: word("length", 20), is_default: true, star: false }];
const DIM_KEYS: &[Key] = &[Key { word: word("dim", 33), is_default: false, star: false }];

/// The device types that implementations agree on. There are others.
const DEVICE_TYPES: &[Word] = &[
    word("host", 20),
    word("nvidia", 20),
    word("radeon", 20),
    word("default", 20),
    word("multicore", 20),
    word("x86_64", 20),
    word("ppc64le", 20),
];

/// The argument of the `wait` clause and directive (section 2.16).
pub(super) const WAIT: Form = Form::of(Items::Exprs { max: u8::MAX }).modified(Modifiers::Wait).optional();
/// The argument of the `cache` directive (section 2.10).
pub(super) const CACHE: Form = Form::list(DATA).modified(Modifiers::Optional(&[READONLY]));
/// The argument of the `routine` directive (section 2.15.1).
pub(super) const ROUTINE: Form = Form::list(ItemKinds::FUNCTION).optional();
/// The argument of `self` on `update`, which is a list (section 2.14.4).
pub(super) const SELF_LIST: Form = Form::list(DATA);
/// The argument of `gang` on `routine` (section 2.15.1).
pub(super) const ROUTINE_GANG: Form = Form::of(Items::Keyed(DIM_KEYS)).optional();
/// The form of clauses without arguments, such as `seq`, and `worker` and `vector` on `routine`.
pub(super) const BARE: Form = Form::BARE;
/// The argument of `num_gangs` on `kernels` (section 2.5.10).
pub(super) const ONE_EXPR: Form = Form::of(Items::Expr);
/// The argument of data clauses on `declare`: whole variables without modifiers (section 2.13).
pub(super) const DECLARED: Form = Form::list(VARIABLES);
/// The argument of `copyin` on `declare`, which may have `readonly` (section 2.13).
pub(super) const DECLARED_COPYIN: Form =
    DECLARED.modified(Modifiers::Optional(&[READONLY, ALWAYS, ALWAYSIN, CAPTURE]));

const fn data(modifiers: &'static [ModifierRule]) -> Form {
    Form::list(DATA).modified(Modifiers::Optional(modifiers))
}

impl AccClause {
    /// Returns true if the clause maps or copies the variables that it names (OpenACC 3.4 2.7, 2.14.4).
    pub fn moves_data(self) -> bool {
        use AccClause::{Copy, Copyin, Copyout, Create, Delete, Device, NoCreate, Present, SelfClause};
        matches!(self, Copy | Copyin | Copyout | Create | Delete | Device | NoCreate | Present | SelfClause)
    }

    /// Returns true if the clause puts the variables that it names on the device where they are not there yet, whatever it copies.
    #[doc(hidden)]
    pub fn creates(self) -> bool {
        use AccClause::{Copy, Copyin, Copyout, Create};
        matches!(self, Copy | Copyin | Copyout | Create)
    }
}

/// One description per clause, in the order of the enum.
pub(super) fn all() -> Vec<ClauseInfo<AccClause>> {
    AccClause::ALL.iter().map(|&clause| describe(clause)).collect()
}

fn describe(clause: AccClause) -> ClauseInfo<AccClause> {
    let (since, form, section) = data_clause(clause).unwrap_or_else(|| other_clause(clause));
    let since = if since == 0 { Version::EXTENSION } else { v(since) };
    ClauseInfo { clause: <AccClause as Vocabulary>::ALL[clause.index()], since, form, section }
}

/// The clauses that name data (sections 2.7, 2.8, 2.13, 2.14.4).
fn data_clause(clause: AccClause) -> Option<(u8, Form, &'static str)> {
    use AccClause::*;
    Some(match clause {
        Copy => (10, data(&[ALWAYS, ALWAYSIN, ALWAYSOUT, CAPTURE]), "2.7.7"),
        Copyin => (10, data(&[ALWAYS, ALWAYSIN, CAPTURE, READONLY]), "2.7.8"),
        Copyout => (10, data(&[ALWAYS, ALWAYSOUT, CAPTURE, ZERO]), "2.7.9"),
        Create => (10, data(&[CAPTURE, ZERO]), "2.7.10"),
        NoCreate => (26, Form::list(DATA), "2.7.11"),
        Present => (10, Form::list(DATA), "2.7.6"),
        Deviceptr => (10, Form::list(VARIABLES), "2.7.5"),
        Attach => (26, Form::list(DATA), "2.7.13"),
        Detach => (26, Form::list(DATA), "2.7.14"),
        Delete => (20, Form::list(DATA), "2.7.12"),
        UseDevice => (10, Form::list(DATA), "2.8.1"),
        Device => (10, Form::list(DATA), "2.14.4"),
        DeviceResident => (10, Form::list(VARIABLES), "2.13.1"),
        Link => (20, Form::list(VARIABLES), "2.13.3"),
        Private => (10, Form::list(DATA), "2.5.13"),
        Firstprivate => (10, Form::list(DATA), "2.5.14"),
        Reduction => {
            let operator = Modifiers::Reduction {
                operators: OPERATORS,
                extensions: OTHER_OPERATORS,
                modifiers: &[],
                identifiers: false,
            };
            (10, Form::list(DATA).modified(operator), "2.5.15")
        }
        _ => return None,
    })
}

fn other_clause(clause: AccClause) -> (u8, Form, &'static str) {
    use AccClause::*;
    let force = Modifiers::Optional(const { &[bare("force", 33)] });
    match clause {
        If => (10, Form::of(Items::Expr), "2.5.6"),
        SelfClause => (27, Form::of(Items::Expr).optional(), "2.5.7"),
        Default => (10, Form::of(Items::Words(const { &[word("none", 10), word("present", 25)] })), "2.5.16"),
        NumGangs => (10, Form::of(Items::Exprs { max: 3 }), "2.5.10"),
        NumWorkers => (10, Form::of(Items::Expr), "2.5.11"),
        VectorLength => (10, Form::of(Items::Expr), "2.5.12"),
        Gang => (10, Form::of(Items::Keyed(GANG_KEYS)).optional(), "2.9.2"),
        Worker => (10, Form::of(Items::Keyed(WORKER_KEYS)).optional(), "2.9.3"),
        Vector => (10, Form::of(Items::Keyed(VECTOR_KEYS)).optional(), "2.9.4"),
        Collapse => (10, Form::of(Items::Constant).modified(force), "2.9.1"),
        Tile => (20, Form::of(Items::Sizes).printed(super::super::Separator::Tight), "2.9.8"),
        Async => (10, Form::of(Items::Expr).optional(), "2.16.1"),
        Wait => (20, WAIT, "2.16.2"),
        DeviceType => (20, Form::of(Items::OpenWords(DEVICE_TYPES)), "2.4"),
        DeviceNum => (25, Form::of(Items::Expr), "2.14.1"),
        DefaultAsync => (25, Form::of(Items::Expr), "2.14.3"),
        Bind => (20, Form { parens: Parens::Required, ..Form::of(Items::NameOrString) }, "2.15.1"),
        Compare => (0, BARE, "Clacc"),
        Seq => (10, BARE, "2.9.5"),
        Independent => (10, BARE, "2.9.6"),
        Auto => (20, BARE, "2.9.7"),
        Nohost => (20, BARE, "2.15.1"),
        Finalize => (25, BARE, "2.6.6"),
        IfPresent => (25, BARE, "2.14.4"),
        _ => (20, BARE, "2.12"),
    }
}

/// The version that introduced a clause.
pub(super) fn since(clause: AccClause) -> Version {
    describe(clause).since
}
