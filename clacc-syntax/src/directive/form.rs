//! What may stand in the parentheses of a clause or directive, as data.

use super::Version;

/// The grammar of the parentheses behind a clause or directive name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// Whether there are parentheses.
    pub parens: Parens,
    /// What may stand before the colon.
    pub modifiers: Modifiers,
    /// What stands behind the modifiers.
    pub items: Items,
    /// What may stand behind a colon after the items.
    pub post: Post,
    /// How the printer separates the items.
    pub separator: Separator,
}

/// Whether a clause or directive has parentheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parens {
    /// Never: `seq`, `nowait`.
    Never,
    /// They may be left out, with a meaning of its own: `async`, `gang`.
    Optional,
    /// Always.
    Required,
}

/// What may stand before the colon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modifiers {
    /// Nothing: a colon there is no part of the grammar.
    None,
    /// Any of these, or nothing and no colon.
    Optional(&'static [ModifierRule]),
    /// One of these at least.
    Required(&'static [ModifierRule]),
    /// A reduction: an operator or identifier, with modifiers before it (OpenMP). `max`, `min` and identifiers are
    /// words; `identifiers` says whether user-defined ones exist in the language.
    Reduction {
        /// The operators and predefined words.
        operators: &'static [Word],
        /// The modifiers.
        modifiers: &'static [ModifierRule],
        /// Whether any other identifier may name a reduction.
        identifiers: bool,
    },
    /// The name of a constituent directive: `if(target data: c)`.
    DirectiveName,
    /// One expression: `num_teams(lower: upper)`, `allocate(allocator: list)`, or any of these words with arguments.
    Expr(&'static [ModifierRule]),
    /// OpenACC 3.4 section 2.16: `devnum : e :` and `queues :`, each with its own colon.
    Wait,
    /// A context selector: `when(device={kind(gpu)}: ...)`.
    Selector,
}

/// A word that may stand before the colon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModifierRule {
    /// The word.
    pub word: Word,
    /// What it takes in parentheses.
    pub arg: ModifierArg,
}

/// What a modifier takes in parentheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModifierArg {
    /// Nothing, and no parentheses.
    None,
    /// One expression: `step(2)`, `align(8)`, `mapper(m)`.
    Expr,
    /// Iterator definitions.
    Iterators,
    /// Any expressions: `prefer_type("cuda", 2)`.
    Exprs,
}

/// A keyword of a specification, with its history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// The spelling.
    pub text: &'static str,
    /// The version that introduced it.
    pub since: Version,
    /// The version that deprecated it.
    pub deprecated: Option<Version>,
}

/// What stands in the parentheses, modifiers aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Items {
    /// Nothing.
    None,
    /// One expression.
    Expr,
    /// An integer constant expression.
    Constant,
    /// Expressions, at most `max` of them.
    Exprs {
        /// The largest number of expressions.
        max: u8,
    },
    /// Expressions or `*`, any number: `tile`.
    Sizes,
    /// One of these words.
    Words(&'static [Word]),
    /// One of these words, and an expression behind a comma: `schedule(static, 4)`.
    WordThenExpr(&'static [Word]),
    /// Words that an implementation defines, or `*` alone: `device_type`.
    OpenWords(&'static [Word]),
    /// A list of what the kinds say.
    List(ItemKinds),
    /// Expressions, each with a key and a colon before it or without: `gang(num: 4, static: *)`.
    Keyed(&'static [Key]),
    /// An identifier that is no entity of the program: `critical(name)`.
    Name,
    /// An identifier or a string: `bind`.
    NameOrString,
    /// `sink: vector` or `source: [omp_cur_iteration]` as the modifier says: iteration vectors or nothing.
    Vector,
    /// Allocators, each with traits in parentheses or without: `uses_allocators(a, b(traits))`.
    Allocators,
    /// A context selector: `match(...)`.
    Selector,
    /// A directive with clauses, or nothing: `when(... : parallel for)`.
    Directive,
    /// Names of directives: `absent(parallel, task)`.
    DirectiveNames,
    /// `omp_priv = e`, `omp_priv(...)` or a call: `initializer`.
    Initializer,
    /// `interop(types)` operations: `append_args`.
    Interop,
    /// `name : types : combiner`: OpenMP's `declare reduction`.
    DeclareReduction,
    /// `name : type variable`: OpenMP's `declare mapper`.
    DeclareMapper,
}

/// One key of [`Items::Keyed`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// The word before the colon.
    pub word: Word,
    /// Whether a value without a key has this one.
    pub is_default: bool,
    /// Whether the value may be `*`.
    pub star: bool,
}

/// What may stand behind a colon after the items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Post {
    /// Nothing.
    None,
    /// One of these words: `defaultmap(tofrom: scalar)`.
    Words(&'static [Word]),
    /// An expression: `aligned(p: 64)`.
    Expr,
    /// An expression, or words: `linear(x: val, step(2))`. Before OpenMP 5.2 one of the words could enclose the list.
    Linear(&'static [ModifierRule]),
}

/// How the printer separates items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Separator {
    /// `a,b` and `m: a`.
    Tight,
    /// `a, b` and `m: a`.
    Spaced,
    /// `a,b` and `m : a`.
    SpacedColon,
}

/// The kinds of items that a list takes, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ItemKinds(u8);

impl ItemKinds {
    /// A variable as a whole.
    pub const VARIABLE: ItemKinds = ItemKinds(1);
    /// A subarray (array section).
    pub const SECTION: ItemKinds = ItemKinds(2);
    /// An array element.
    pub const ELEMENT: ItemKinds = ItemKinds(4);
    /// A member of a structure.
    pub const MEMBER: ItemKinds = ItemKinds(8);
    /// A function.
    pub const FUNCTION: ItemKinds = ItemKinds(16);
    /// Any lvalue expression.
    pub const LVALUE: ItemKinds = ItemKinds(32);

    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: ItemKinds) -> bool {
        self.0 & other.0 == other.0
    }

    /// The bits of both.
    pub const fn with(self, other: ItemKinds) -> ItemKinds {
        ItemKinds(self.0 | other.0)
    }

    /// The kinds in words, for messages and documentation.
    pub fn describe(self) -> String {
        let all = [
            (ItemKinds::VARIABLE, "variable"),
            (ItemKinds::SECTION, "subarray"),
            (ItemKinds::ELEMENT, "array element"),
            (ItemKinds::MEMBER, "member"),
            (ItemKinds::FUNCTION, "function"),
            (ItemKinds::LVALUE, "lvalue"),
        ];
        let words: Vec<&str> =
            all.iter().filter(|(kind, _)| self.contains(*kind)).map(|(_, word)| *word).collect();
        words.join(", ")
    }
}

/// Nothing but whole variables.
pub(super) const VARIABLES: ItemKinds = ItemKinds::VARIABLE;
/// Variables and subarrays of them.
pub(super) const SECTIONS: ItemKinds = VARIABLES.with(ItemKinds::SECTION).with(ItemKinds::ELEMENT);
/// Variables, subarrays, members and their subarrays.
pub(super) const DATA: ItemKinds = SECTIONS.with(ItemKinds::MEMBER);
/// Any lvalue, sections included.
pub(super) const LOCATORS: ItemKinds = DATA.with(ItemKinds::LVALUE);
/// Variables and functions with static storage.
pub(super) const EXTENDED: ItemKinds = VARIABLES.with(ItemKinds::FUNCTION);

impl Form {
    /// No parentheses.
    pub const BARE: Form = Form {
        parens: Parens::Never,
        modifiers: Modifiers::None,
        items: Items::None,
        post: Post::None,
        separator: Separator::Tight,
    };

    /// Parentheses around items.
    pub(super) const fn of(items: Items) -> Form {
        Form { parens: Parens::Required, items, ..Form::BARE }
    }

    /// Parentheses around a list of these kinds.
    pub(super) const fn list(kinds: ItemKinds) -> Form {
        Form::of(Items::List(kinds))
    }

    /// The same, where the parentheses may be left out.
    pub(super) const fn optional(self) -> Form {
        Form { parens: Parens::Optional, ..self }
    }

    /// The same with modifiers.
    pub(super) const fn modified(self, modifiers: Modifiers) -> Form {
        Form { modifiers, ..self }
    }

    /// The same with something behind a colon.
    pub(super) const fn then(self, post: Post) -> Form {
        Form { post, ..self }
    }

    /// The same with another way of printing.
    pub(super) const fn printed(self, separator: Separator) -> Form {
        Form { separator, ..self }
    }
}

impl Word {
    /// A word of the first version of its language.
    pub(super) const fn new(text: &'static str, since: Version) -> Word {
        Word { text, since, deprecated: None }
    }

    /// The same, deprecated since a version.
    pub(super) const fn deprecated(self, version: Version) -> Word {
        Word { deprecated: Some(version), ..self }
    }

    /// As a modifier.
    pub(super) const fn modifier(self, arg: ModifierArg) -> ModifierRule {
        ModifierRule { word: self, arg }
    }
}

/// Version `tenths / 10` of a language.
pub(super) const fn v(tenths: u8) -> Version {
    Version::tenths(tenths)
}

/// A word since version `tenths / 10`.
pub(super) const fn word(text: &'static str, tenths: u8) -> Word {
    Word::new(text, v(tenths))
}

/// A modifier without arguments since version `tenths / 10`.
pub(super) const fn bare(text: &'static str, tenths: u8) -> ModifierRule {
    word(text, tenths).modifier(ModifierArg::None)
}

impl Modifiers {
    /// The words that may stand here, apart from operators.
    pub const fn rules(&self) -> &'static [ModifierRule] {
        match self {
            Modifiers::Optional(rules)
            | Modifiers::Required(rules)
            | Modifiers::Expr(rules)
            | Modifiers::Reduction { modifiers: rules, .. } => rules,
            _ => &[],
        }
    }
}
