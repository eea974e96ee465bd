//! The grammar of the parentheses of a clause or directive, as data.

use super::Version;

/// The grammar of the parentheses after a clause or directive name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// Whether there are parentheses.
    pub parens: Parens,
    /// The modifiers before the colon.
    pub modifiers: Modifiers,
    /// The items after the modifiers.
    pub items: Items,
    /// The modifiers after the colon that follows the items.
    pub post: Post,
    /// How the printer separates the items.
    pub separator: Separator,
}

/// Whether a clause or directive has parentheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parens {
    /// No parentheses: `seq`, `nowait`.
    Never,
    /// They are optional, and leaving them out has a meaning of its own: `async`, `gang`.
    Optional,
    /// They are required.
    Required,
}

/// The modifiers before the colon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modifiers {
    /// No modifiers. A colon there is not part of the grammar.
    None,
    /// Any of these modifiers. Without a modifier, there is no colon.
    Optional(&'static [ModifierRule]),
    /// At least one of these modifiers.
    Required(&'static [ModifierRule]),
    /// A reduction: an operator or identifier, with modifiers before it (OpenMP). `max`, `min` and identifiers are words.
    Reduction {
        /// The operators and predefined words.
        operators: &'static [Word],
        /// Operators that are not part of the language but that compilers accept.
        extensions: &'static [Word],
        /// The modifiers.
        modifiers: &'static [ModifierRule],
        /// Whether any other identifier may name a reduction.
        identifiers: bool,
    },
    /// The name of a constituent directive: `if(target data: c)`.
    DirectiveName,
    /// An expression (`num_teams(lower: upper)`, `allocate(allocator: list)`), or any of these words with
    /// arguments.
    Expr(&'static [ModifierRule]),
    /// `devnum : e :` and `queues :`, each with its own colon (OpenACC 3.4 section 2.16).
    Wait,
    /// A context selector: `when(device={kind(gpu)}: ...)`.
    Selector,
}

/// A modifier that may appear before the colon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModifierRule {
    /// The word.
    pub word: Word,
    /// The arguments in its parentheses.
    pub arg: ModifierArg,
}

/// The arguments that a modifier takes in parentheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModifierArg {
    /// No arguments and no parentheses.
    None,
    /// An expression: `step(2)`, `align(8)`.
    Expr,
    /// An identifier, or the word `default`: `mapper(m)`.
    Name,
    /// One of these words: `attach(always)`.
    Word(&'static [Word]),
    /// Iterator definitions.
    Iterators,
    /// Any number of expressions: `prefer_type("cuda", 2)`.
    Exprs,
}

/// A keyword of a specification, with the versions that introduced and deprecated it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// The spelling.
    pub text: &'static str,
    /// The version that introduced it.
    pub since: Version,
    /// The version that deprecated it.
    pub deprecated: Option<Version>,
}

/// The items in the parentheses, without modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Items {
    /// No items.
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
    /// Any number of expressions or `*`: `tile`.
    Sizes,
    /// One of these keywords.
    Words(&'static [Word]),
    /// One of these keywords, and an expression after a comma: `schedule(static, 4)`.
    WordThenExpr(&'static [Word]),
    /// Implementation-defined identifiers, or `*` alone: `device_type`.
    OpenWords(&'static [Word]),
    /// A list of items of these kinds.
    List(ItemKinds),
    /// Expressions, each with or without a key and a colon before it: `gang(num: 4, static: *)`.
    Keyed(&'static [Key]),
    /// An identifier that does not name an entity of the program: `critical(name)`.
    Name,
    /// An identifier or a string: `bind`.
    NameOrString,
    /// An iteration vector or nothing, depending on the modifier: `sink: vector` or `source:
    /// [omp_cur_iteration]`.
    Vector,
    /// Allocators, each with or without traits in parentheses: `uses_allocators(a, b(traits))`.
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
    /// true if an item without a key has this key.
    pub is_default: bool,
    /// Whether the value may be `*`.
    pub star: bool,
}

/// The modifiers after the colon that follows the items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Post {
    /// No modifiers.
    None,
    /// One of these keywords: `defaultmap(tofrom: scalar)`.
    Words(&'static [Word]),
    /// An expression: `aligned(p: 64)`.
    Expr,
    /// An expression, or modifiers: `linear(x: val, step(2))`. Before OpenMP 5.2, one of the modifiers could enclose the list.
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
    /// A whole variable.
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

    /// Returns whether all bits of `other` are set.
    pub const fn contains(self, other: ItemKinds) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the union of both sets of bits.
    pub const fn with(self, other: ItemKinds) -> ItemKinds {
        ItemKinds(self.0 | other.0)
    }

    /// Describes the kinds for messages and documentation.
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
/// Any lvalue, which includes sections.
pub(super) const LOCATORS: ItemKinds = DATA.with(ItemKinds::LVALUE);
/// Variables and functions with static storage.
pub(super) const EXTENDED: ItemKinds = VARIABLES.with(ItemKinds::FUNCTION);

impl Form {
    /// The form without parentheses.
    pub const BARE: Form = Form {
        parens: Parens::Never,
        modifiers: Modifiers::None,
        items: Items::None,
        post: Post::None,
        separator: Separator::Tight,
    };

    /// The form of parentheses around items.
    pub(super) const fn of(items: Items) -> Form {
        Form { parens: Parens::Required, items, ..Form::BARE }
    }

    /// The form of parentheses around a list of these kinds.
    pub(super) const fn list(kinds: ItemKinds) -> Form {
        Form::of(Items::List(kinds))
    }

    /// Makes the parentheses optional.
    pub(super) const fn optional(self) -> Form {
        Form { parens: Parens::Optional, ..self }
    }

    /// Adds modifiers.
    pub(super) const fn modified(self, modifiers: Modifiers) -> Form {
        Form { modifiers, ..self }
    }

    /// Adds modifiers after the colon that follows the items.
    pub(super) const fn then(self, post: Post) -> Form {
        Form { post, ..self }
    }

    /// Sets how the printer separates the items.
    pub(super) const fn printed(self, separator: Separator) -> Form {
        Form { separator, ..self }
    }
}

impl Word {
    /// Makes a word that a version introduced.
    pub(super) const fn new(text: &'static str, since: Version) -> Word {
        Word { text, since, deprecated: None }
    }

    /// Sets the version that deprecated the word.
    pub(super) const fn deprecated(self, version: Version) -> Word {
        Word { deprecated: Some(version), ..self }
    }

    /// Makes a modifier of the word.
    pub(super) const fn modifier(self, arg: ModifierArg) -> ModifierRule {
        ModifierRule { word: self, arg }
    }
}

/// Version `tenths / 10` of a language.
pub(super) const fn v(tenths: u8) -> Version {
    Version::tenths(tenths)
}

/// Makes a word that version `tenths / 10` introduced.
pub(super) const fn word(text: &'static str, tenths: u8) -> Word {
    Word::new(text, v(tenths))
}

/// Makes a modifier without arguments that version `tenths / 10` introduced.
pub(super) const fn bare(text: &'static str, tenths: u8) -> ModifierRule {
    word(text, tenths).modifier(ModifierArg::None)
}
