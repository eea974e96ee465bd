//! The table of a language, and how it is built from its rows.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::Form;
use crate::Name;

/// A version of a specification.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Version {
    /// The number before the point.
    pub major: u8,
    /// The number after the point.
    pub minor: u8,
}

impl Version {
    /// Marks a name that is an extension of Clacc or LLVM and belongs to no version of the specification.
    pub const EXTENSION: Version = Version { major: u8::MAX, minor: 0 };

    /// Version `tenths / 10`.
    pub const fn tenths(tenths: u8) -> Version {
        Version { major: tenths / 10, minor: tenths % 10 }
    }

    /// Returns whether the version marks an extension.
    pub fn is_extension(self) -> bool {
        self == Version::EXTENSION
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_extension() {
            f.write_str("extension")
        } else {
            write!(f, "{}.{}", self.major, self.minor)
        }
    }
}

/// What a directive is associated with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Association {
    /// Nothing. The directive is executable and has no associated statement.
    None,
    /// Nothing. The directive declares something about entities, or about the whole unit.
    Declarative,
    /// The next function that is declared or defined, unless an argument names one.
    Declaration,
    /// The next statement.
    Statement,
    /// The next statement, which must be a loop or loop nest.
    Loop,
    /// The region that the directive opens and an `end` directive closes.
    Begin,
    /// The region that the directive closes.
    End,
    /// The statements of the enclosing block, which the directive separates.
    Separating,
    /// The statement or declaration that the directive chosen from its clauses is associated with.
    Variant,
}

impl Association {
    /// Whether the next statement belongs to the directive.
    pub fn takes_statement(self) -> bool {
        matches!(self, Association::Statement | Association::Loop)
    }
}

/// The places where a directive may appear, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Placement(u8);

impl Placement {
    /// At file scope.
    pub const FILE: Placement = Placement(1);
    /// Among the items of a block.
    pub const BLOCK: Placement = Placement(2);
    /// As the immediate substatement of `if`, `else`, `while`, `do`, `for`, `switch` or of another directive.
    pub const SUBSTATEMENT: Placement = Placement(4);
    /// Among the members of a structure. No directive of C may appear there.
    pub const MEMBER: Placement = Placement(8);

    /// Returns whether all bits of `other` are set.
    pub const fn contains(self, other: Placement) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the union of both sets of bits.
    pub const fn with(self, other: Placement) -> Placement {
        Placement(self.0 | other.0)
    }
}

/// How often a clause may appear on one directive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Multiplicity {
    /// At most once (OpenACC: at most once for each `device_type` part).
    Once,
    /// At most once for each modifier: OpenMP's `if` with a directive's name, `defaultmap` with a category.
    OncePerModifier,
    /// Any number of times.
    Many,
}

/// The rule by which a directive takes a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LegalClause<C> {
    /// The clause.
    pub clause: C,
    /// How often the clause may appear.
    pub multiplicity: Multiplicity,
    /// The version that allowed it on the directive.
    pub since: Version,
    /// The version that deprecated it on the directive.
    pub deprecated: Option<Version>,
    /// The form of its arguments, if it differs from the general form of the clause.
    pub form: Option<&'static Form>,
}

/// The description of a clause, independent of directives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClauseInfo<C> {
    /// The clause.
    pub clause: C,
    /// The version that introduced it.
    pub since: Version,
    /// The form of its arguments.
    pub form: Form,
    /// The section of the specification.
    pub section: &'static str,
}

/// One row of a table of directives, from which [`DirectiveInfo`] is made.
#[derive(Clone, Copy, Debug)]
pub struct Row<D: 'static, C: 'static> {
    /// The directive.
    pub directive: D,
    /// The version that introduced the directive.
    pub since: Version,
    /// The version that deprecated the directive.
    pub deprecated: Option<Version>,
    /// The code that the directive is associated with.
    pub association: Association,
    /// The places where the directive may appear.
    pub places: Placement,
    /// The argument in parentheses directly after the directive's name.
    pub argument: Form,
    /// The clauses, in groups that other rows may share.
    pub clauses: &'static [&'static [LegalClause<C>]],
    /// Sets of clauses of which at most one may appear on the directive.
    pub exclusive: &'static [&'static [C]],
    /// The sets of clauses of which at least one must appear on the directive.
    pub required: &'static [&'static [C]],
    /// The clauses that may follow a `device_type` clause (OpenACC).
    pub after_device_type: &'static [&'static [C]],
    /// Clauses with which the directive takes no statement.
    pub standalone_with: &'static [C],
    /// The section of the specification.
    pub section: &'static str,
}

/// The description of a directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DirectiveInfo<D, C> {
    /// The directive.
    pub directive: D,
    /// The version that introduced the directive.
    pub since: Version,
    /// The version that deprecated the directive.
    pub deprecated: Option<Version>,
    /// The code that the directive is associated with.
    pub association: Association,
    /// The places where the directive may appear.
    pub places: Placement,
    /// The argument in parentheses directly after the directive's name.
    pub argument: Form,
    /// The clauses that the directive takes, each once, in the order of the specification.
    pub clauses: Vec<LegalClause<C>>,
    /// Sets of clauses of which at most one may appear on the directive.
    pub exclusive: Vec<Vec<C>>,
    /// The sets of clauses of which at least one must appear on the directive.
    pub required: Vec<Vec<C>>,
    /// The clauses that may follow a `device_type` clause (OpenACC).
    pub after_device_type: Vec<C>,
    /// Clauses with which the directive takes no statement.
    pub standalone_with: Vec<C>,
    /// The constituent directives of a combined directive, outermost first. For any other directive, the directive itself.
    pub constituents: Vec<D>,
    /// The section of the specification.
    pub section: &'static str,
}

/// An enum of names.
pub trait Vocabulary: Copy + Eq + Hash + 'static {
    /// All variants, in the order of the enum.
    const ALL: &'static [Self];

    /// The position in [`Vocabulary::ALL`].
    fn index(self) -> usize;

    /// The canonical spelling.
    fn text(self) -> &'static str;
}

/// The table of a language: its directives, its clauses, and which clauses each directive takes.
#[derive(Debug)]
pub struct Table<D, C> {
    directives: Vec<DirectiveInfo<D, C>>,
    clauses: Vec<ClauseInfo<C>>,
    /// For each directive and clause, the position of the rule among the directive's clauses plus one, or 0
    /// if there is none.
    rules: Vec<u8>,
}

impl<D: Vocabulary, C: Vocabulary> Table<D, C> {
    /// Makes a table of one description for each directive and each clause, in the order of the enums.
    ///
    /// # Panics
    /// If a directive or clause is missing or out of order. The tables are constants, and a test builds them.
    pub(super) fn new(directives: Vec<DirectiveInfo<D, C>>, clauses: Vec<ClauseInfo<C>>) -> Self {
        assert!(
            directives.iter().map(|info| info.directive).eq(D::ALL.iter().copied()),
            "one row per directive"
        );
        assert!(clauses.iter().map(|info| info.clause).eq(C::ALL.iter().copied()), "one row per clause");
        let mut rules = vec![0; D::ALL.len() * C::ALL.len()];
        for info in &directives {
            for (position, rule) in info.clauses.iter().enumerate() {
                rules[info.directive.index() * C::ALL.len() + rule.clause.index()] = position as u8 + 1;
            }
        }
        Table { directives, clauses, rules }
    }

    /// Returns the description of a directive.
    pub fn directive(&self, directive: D) -> &DirectiveInfo<D, C> {
        &self.directives[directive.index()]
    }

    /// Returns the description of a clause.
    pub fn clause(&self, clause: C) -> &ClauseInfo<C> {
        &self.clauses[clause.index()]
    }

    /// Returns the rule by which a directive takes a clause, or none if it does not take it.
    pub fn rule(&self, directive: D, clause: C) -> Option<&LegalClause<C>> {
        let position = self.rules[directive.index() * C::ALL.len() + clause.index()];
        self.directive(directive).clauses.get(usize::from(position).checked_sub(1)?)
    }

    /// Returns the form of a clause's arguments on a directive, even if the directive does not take the
    /// clause.
    pub fn form(&self, directive: D, clause: C) -> &Form {
        self.rule(directive, clause).and_then(|rule| rule.form).unwrap_or(&self.clause(clause).form)
    }
}

impl<D: Vocabulary, C: Vocabulary> Row<D, C> {
    /// Converts the row to a description and joins its groups.
    pub(super) fn info(&self) -> DirectiveInfo<D, C> {
        DirectiveInfo {
            directive: self.directive,
            since: self.since,
            deprecated: self.deprecated,
            association: self.association,
            places: self.places,
            argument: self.argument,
            clauses: self.clauses.concat(),
            exclusive: self.exclusive.iter().map(|group| group.to_vec()).collect(),
            required: self.required.iter().map(|group| group.to_vec()).collect(),
            after_device_type: self.after_device_type.concat(),
            standalone_with: self.standalone_with.to_vec(),
            constituents: vec![self.directive],
            section: self.section,
        }
    }
}

/// Returns the name of a word of the tables.
pub(super) fn fixed(word: &str) -> Name {
    Name::fixed(word).expect("the words of the tables are fixed in every table of names")
}

/// Returns a map from the name of each spelling to its meaning.
pub(super) fn by_name<K: Copy>(spellings: &[(&'static str, K)]) -> FxHashMap<Name, K> {
    spellings.iter().map(|(text, kind)| (fixed(text), *kind)).collect()
}

/// A state machine that recognises the names of a language's directives word by word.
#[derive(Debug)]
pub struct DirectiveNames<D> {
    steps: FxHashMap<(u16, Name), u16>,
    found: Vec<Option<D>>,
}

impl<D: Copy> DirectiveNames<D> {
    /// Makes the state machine for these spellings, whose words are separated by one space.
    pub(super) fn new(spellings: &[(&'static str, D)]) -> Self {
        let mut names = DirectiveNames { steps: FxHashMap::default(), found: vec![None] };
        for (spelling, directive) in spellings {
            let mut state = 0;
            for word in spelling.split(' ') {
                let fresh = names.found.len() as u16;
                state = *names.steps.entry((state, fixed(word))).or_insert(fresh);
                if state == fresh {
                    names.found.push(None);
                }
            }
            names.found[usize::from(state)] = Some(*directive);
        }
        names
    }

    /// Returns the directive with the longest name that is a prefix of these words, and the number of words in that name.
    pub fn longest(&self, words: impl IntoIterator<Item = Name>) -> Option<(D, usize)> {
        let mut state = 0;
        let mut best = None;
        for (count, word) in words.into_iter().enumerate() {
            let Some(&next) = self.steps.get(&(state, word)) else { break };
            state = next;
            if let Some(directive) = self.found[usize::from(state)] {
                best = Some((directive, count + 1));
            }
        }
        best
    }
}
