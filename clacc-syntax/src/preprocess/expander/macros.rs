//! Macro definitions, and the table of those in force.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::Name;
use crate::name::Known;
use crate::token::{TokenFlags, TokenKind};
use crate::unit::Pos;

/// What a token of a replacement list stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReplacementRole {
    /// Itself.
    Plain,
    /// The parameter with this number.
    Parameter(u16),
    /// `#` and the parameter with this number.
    Stringize(u16),
    /// `__VA_OPT__`, whose content is this many tokens that follow.
    VaOpt(u32),
    /// `#__VA_OPT__`, whose content is this many tokens that follow.
    StringizeVaOpt(u32),
}

/// A token of a replacement list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BodyToken {
    pub(crate) kind: TokenKind,
    pub(crate) flags: TokenFlags,
    pub(crate) text: Name,
    pub(crate) at: Pos,
    pub(crate) end: Pos,
    pub(crate) role: ReplacementRole,
    /// `##` follows.
    pub(crate) pasted: bool,
}

/// A macro that a directive or the command line defined.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Macro {
    pub(crate) name: Name,
    pub(crate) name_at: Pos,
    /// With a parameter list, which may be empty.
    pub(crate) function_like: bool,
    /// The last parameter takes all remaining arguments.
    pub(crate) variadic: bool,
    pub(crate) parameters: Box<[Name]>,
    /// Which parameters appear where their argument is macro-expanded first.
    pub(crate) expands: SmallVec<[bool; 4]>,
    pub(crate) body: Box<[BodyToken]>,
    /// Whether the body consists of plain tokens without `##`.
    pub(crate) plain: bool,
    /// Where the replacement list starts and ends.
    pub(crate) body_range: (Pos, Pos),
}

impl Macro {
    /// Whether both define the same (C17 6.10.3): parameters, tokens, and where white space separates them.
    pub(crate) fn same_definition(&self, other: &Macro) -> bool {
        let same_token = |(a, b): (&BodyToken, &BodyToken)| {
            a.kind == b.kind
                && a.text == b.text
                && a.role == b.role
                && a.pasted == b.pasted
                && a.flags.contains(TokenFlags::SPACE_BEFORE) == b.flags.contains(TokenFlags::SPACE_BEFORE)
        };
        self.function_like == other.function_like
            && self.variadic == other.variadic
            && self.parameters == other.parameters
            && self.body.len() == other.body.len()
            && self.body.iter().zip(&other.body).all(same_token)
    }
}

/// What a name is defined as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Definition {
    /// A macro with a replacement list.
    Macro(Arc<Macro>),
    /// A macro whose value the preprocessor computes.
    Builtin(Known),
}

/// A set of names as bits; names are dense numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct NameSet(Vec<u64>);

impl NameSet {
    pub(crate) fn contains(&self, name: Name) -> bool {
        let index = name.index();
        self.0.get(index >> 6).is_some_and(|word| word >> (index & 63) & 1 == 1)
    }

    pub(crate) fn insert(&mut self, name: Name) {
        let index = name.index();
        if self.0.len() <= index >> 6 {
            self.0.resize((index >> 6) + 64, 0);
        }
        self.0[index >> 6] |= 1 << (index & 63);
    }

    pub(crate) fn remove(&mut self, name: Name) {
        let index = name.index();
        if let Some(word) = self.0.get_mut(index >> 6) {
            *word &= !(1 << (index & 63));
        }
    }
}

/// Macros whose value is computed.
const COMPUTED: &[Known] = &[
    Known::CurrentLine,
    Known::CurrentFile,
    Known::BaseFile,
    Known::FileName,
    Known::IncludeLevel,
    Known::Date,
    Known::Time,
    Known::Timestamp,
    Known::Counter,
    Known::HasInclude,
    Known::HasIncludeNext,
    Known::HasAttribute,
    Known::HasCppAttribute,
    Known::HasCAttribute,
    Known::HasBuiltin,
];

/// Words that are no macros but must not pass unseen.
const WATCHED: &[Known] =
    &[Known::Defined, Known::PragmaOperator, Known::VaArgs, Known::VaOpt, Known::OpenAcc, Known::OpenMp];

/// The macros in force: a shared table, and what changed since it was shared. Copying it copies a set of bits and
/// the changes.
#[derive(Clone, Debug)]
pub(crate) struct MacroTable {
    /// Names that are or were macros, or that mean something to the preprocessor in running text. Everything else
    /// passes with one look at a bit.
    interesting: NameSet,
    shared: Arc<FxHashMap<Name, Definition>>,
    changes: FxHashMap<Name, Option<Definition>>,
    /// What `#pragma push_macro` has put aside.
    pushed: FxHashMap<Name, Vec<Option<Definition>>>,
    /// What `__COUNTER__` is next.
    counter: u64,
}

impl PartialEq for MacroTable {
    fn eq(&self, other: &Self) -> bool {
        self.shared == other.shared
            && self.changes == other.changes
            && self.pushed == other.pushed
            && self.counter == other.counter
    }
}

impl Eq for MacroTable {}

impl MacroTable {
    /// The macros whose value is computed, and no others.
    pub(crate) fn new() -> MacroTable {
        let mut table = MacroTable {
            interesting: NameSet::default(),
            shared: Arc::default(),
            changes: FxHashMap::default(),
            pushed: FxHashMap::default(),
            counter: 0,
        };
        for word in COMPUTED {
            table.set(word.name(), Some(Definition::Builtin(*word)));
        }
        for word in WATCHED {
            table.interesting.insert(word.name());
        }
        table
    }

    /// Whether an identifier needs more than being passed on.
    pub(crate) fn is_interesting(&self, name: Name) -> bool {
        self.interesting.contains(name)
    }

    pub(crate) fn get(&self, name: Name) -> Option<&Definition> {
        if !self.is_interesting(name) {
            return None;
        }
        match self.changes.get(&name) {
            Some(change) => change.as_ref(),
            None => self.shared.get(&name),
        }
    }

    pub(crate) fn set(&mut self, name: Name, definition: Option<Definition>) {
        if definition.is_some() {
            self.interesting.insert(name);
        }
        self.changes.insert(name, definition);
    }

    /// Puts the definition of a name aside.
    pub(crate) fn push(&mut self, name: Name) {
        let definition = self.get(name).cloned();
        self.pushed.entry(name).or_default().push(definition);
    }

    /// Puts the definition that was put aside last in force.
    pub(crate) fn pop(&mut self, name: Name) {
        if let Some(definition) = self.pushed.get_mut(&name).and_then(Vec::pop) {
            self.set(name, definition);
        }
    }

    /// The next value of `__COUNTER__`.
    pub(crate) fn count(&mut self) -> u64 {
        self.counter += 1;
        self.counter - 1
    }

    /// Moves the changes into the shared table, so that copies are cheap from here on.
    pub(crate) fn share(&mut self) {
        let mut shared = std::mem::take(Arc::make_mut(&mut self.shared));
        #[expect(
            clippy::iter_over_hash_type,
            reason = "a map is built from a map; the order leaves no trace"
        )]
        for (name, definition) in self.changes.drain() {
            match definition {
                Some(definition) => shared.insert(name, definition),
                None => shared.remove(&name),
            };
        }
        self.shared = Arc::new(shared);
    }
}
