//! Macro definitions, and the table of the macros in force.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::Name;
use crate::name::Known;
use crate::token::{TokenFlags, TokenKind};
use crate::unit::{MacroState, Pos};

/// The meaning of a token of a replacement list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReplacementRole {
    /// The token itself.
    Plain,
    /// The parameter with this index.
    Parameter(u16),
    /// `#` and the parameter with this index.
    Stringize(u16),
    /// `__VA_OPT__`. Its content is the next tokens, this many.
    VaOpt(u32),
    /// `#__VA_OPT__`. Its content is the next tokens, this many.
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
    /// Whether `##` follows.
    pub(crate) pasted: bool,
}

/// A macro that a directive or the command line defines.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Macro {
    pub(crate) name: Name,
    pub(crate) name_at: Pos,
    /// true if the macro has a parameter list, which may be empty.
    pub(crate) function_like: bool,
    /// true if the last parameter takes all remaining arguments.
    pub(crate) variadic: bool,
    pub(crate) parameters: Box<[Name]>,
    /// For each parameter, true if it is used in a way that needs its argument expanded.
    pub(crate) expands: SmallVec<[bool; 4]>,
    pub(crate) body: Box<[BodyToken]>,
    /// true if the body consists of plain tokens without `##`.
    pub(crate) plain: bool,
    /// The start and end of the replacement list.
    pub(crate) body_range: (Pos, Pos),
}

impl Macro {
    /// Returns whether two definitions are the same (C17 6.10.3): they have the same parameters, the same tokens, and white space between
    /// the same tokens.
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

impl Macro {
    fn moved(&self, pos: &impl Fn(Pos) -> Pos) -> Macro {
        let body =
            self.body.iter().map(|token| BodyToken { at: pos(token.at), end: pos(token.end), ..*token });
        Macro {
            name: self.name,
            name_at: pos(self.name_at),
            function_like: self.function_like,
            variadic: self.variadic,
            parameters: self.parameters.clone(),
            expands: self.expands.clone(),
            body: body.collect(),
            plain: self.plain,
            body_range: (pos(self.body_range.0), pos(self.body_range.1)),
        }
    }

    /// Returns how the preprocessor treats the name of the macro.
    fn state(&self) -> MacroState {
        let is_itself = matches!(&*self.body, [only] if only.text == self.name && !self.function_like);
        match (is_itself, self.function_like) {
            (true, _) => MacroState::Plain,
            (false, true) => MacroState::ReplacedBeforeParen,
            (false, false) => MacroState::Replaced,
        }
    }
}

/// The meaning of a macro name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Definition {
    /// A macro with a replacement list.
    Macro(Arc<Macro>),
    /// A macro whose value the preprocessor computes.
    Builtin(Known),
}

impl Definition {
    /// Returns the definition with its positions mapped by `pos`.
    pub(crate) fn moved(&self, pos: &impl Fn(Pos) -> Pos) -> Definition {
        match self {
            Definition::Macro(one)
                if pos(one.body_range.1) != one.body_range.1 || pos(one.name_at) != one.name_at =>
            {
                Definition::Macro(Arc::new(one.moved(pos)))
            }
            same => same.clone(),
        }
    }
}

/// A set of names as bits, indexed by the dense ids of the names.
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

/// The macros whose value the preprocessor computes.
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

/// Words that are not macros but have a special meaning to the preprocessor in running text.
const WATCHED: &[Known] =
    &[Known::Defined, Known::PragmaOperator, Known::VaArgs, Known::VaOpt, Known::OpenAcc, Known::OpenMp];

/// The macros in force, as a shared table and the changes since it was shared. A copy costs a set of bits and the changes.
#[derive(Clone, Debug)]
pub(crate) struct MacroTable {
    /// Names that are or were macros, or that have a special meaning to the preprocessor in running text. Any other name is emitted after a
    /// test of one bit.
    interesting: NameSet,
    shared: Arc<FxHashMap<Name, Definition>>,
    changes: FxHashMap<Name, Option<Definition>>,
    /// The definitions that `#pragma push_macro` has saved.
    pushed: FxHashMap<Name, Vec<Option<Definition>>>,
    /// The next value of `__COUNTER__`.
    counter: u64,
    /// The definitions of this stage in order, if a journal is kept.
    journal: Option<MacroJournal>,
}

/// The names that a stage defined or undefined, in order, with their new definitions.
#[derive(Clone, Debug, Default)]
pub(crate) struct MacroJournal {
    pub(crate) entries: Vec<(Name, Option<Definition>)>,
    /// true if definitions were saved or restored (`#pragma push_macro`).
    pub(crate) has_saves: bool,
}

/// The state of a table of macros, except for the entries of its journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MacroMark {
    pub(crate) entries: usize,
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
    /// Makes a table of the macros whose value the preprocessor computes.
    pub(crate) fn new() -> MacroTable {
        let mut table = MacroTable {
            interesting: NameSet::default(),
            shared: Arc::default(),
            changes: FxHashMap::default(),
            pushed: FxHashMap::default(),
            counter: 0,
            journal: None,
        };
        for word in COMPUTED {
            table.set(word.name(), Some(Definition::Builtin(*word)));
        }
        for word in WATCHED {
            table.interesting.insert(word.name());
        }
        table
    }

    /// Returns whether an identifier is or was a macro, or has a special meaning to the preprocessor.
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

    /// Keeps a journal from here on. It begins with the entries that an earlier run had recorded up to `mark`.
    pub(crate) fn keep_journal(&mut self, earlier: &[(Name, Option<Definition>)], mark: Option<MacroMark>) {
        self.journal = Some(MacroJournal::default());
        for (name, definition) in earlier {
            self.set(*name, definition.clone());
        }
        self.counter = mark.map_or(self.counter, |mark| mark.counter);
    }

    /// The journal, if one is kept.
    pub(crate) fn journal(&self) -> Option<&MacroJournal> {
        self.journal.as_ref()
    }

    pub(crate) fn mark(&self) -> MacroMark {
        let entries = self.journal.as_ref().map_or(0, |journal| journal.entries.len());
        MacroMark { entries, counter: self.counter }
    }

    fn note_save(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal.has_saves = true;
        }
    }

    pub(crate) fn set(&mut self, name: Name, definition: Option<Definition>) {
        if let Some(journal) = &mut self.journal {
            journal.entries.push((name, definition.clone()));
        }
        if definition.is_some() {
            self.interesting.insert(name);
        }
        self.changes.insert(name, definition);
    }

    /// Returns how the preprocessor treats a name.
    pub(crate) fn state(&self, name: Name) -> MacroState {
        match self.get(name) {
            None => MacroState::Plain,
            Some(Definition::Macro(definition)) => definition.state(),
            Some(Definition::Builtin(_)) => MacroState::Replaced,
        }
    }

    /// Saves the definition of a name (`#pragma push_macro`).
    pub(crate) fn push(&mut self, name: Name) {
        self.note_save();
        let definition = self.get(name).cloned();
        self.pushed.entry(name).or_default().push(definition);
    }

    /// Restores the definition that was saved last (`#pragma pop_macro`).
    pub(crate) fn pop(&mut self, name: Name) {
        if let Some(definition) = self.pushed.get_mut(&name).and_then(Vec::pop) {
            self.note_save();
            self.set(name, definition);
        }
    }

    /// Returns the value of `__COUNTER__`, and increments it.
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
