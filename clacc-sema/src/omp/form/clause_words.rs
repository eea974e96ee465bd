//! The keywords that clauses take as their argument, and the modifiers of clauses.

use super::Operand;
use crate::program::directive::IteratorRange;
use crate::program::place::{At, Value};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident $($word:ident = $text:literal),* $(,)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "each variant names its word")]
        #[non_exhaustive]
        pub enum $name {
            $($word,)*
        }

        impl $name {
            /// The text of the keyword.
            pub const fn text(self) -> &'static str {
                match self {
                    $($name::$word => $text,)*
                }
            }

            /// The keyword with this text.
            pub fn spelled(text: &str) -> Option<$name> {
                match text {
                    $($text => Some($name::$word),)*
                    _ => None,
                }
            }
        }
    };
}

words! {
    /// A keyword that a clause takes as its only argument: `close` in `proc_bind(close)`. The tables of directives list the keywords that
    /// each clause takes.
    ClauseWord
    AcqRel = "acq_rel",
    Acquire = "acquire",
    Any = "any",
    Close = "close",
    Compilation = "compilation",
    Concurrent = "concurrent",
    Execution = "execution",
    Fatal = "fatal",
    Firstprivate = "firstprivate",
    Host = "host",
    In = "in",
    Inout = "inout",
    Inoutset = "inoutset",
    Master = "master",
    Mutexinoutset = "mutexinoutset",
    Nohost = "nohost",
    None = "none",
    Out = "out",
    Parallel = "parallel",
    Primary = "primary",
    Private = "private",
    Relaxed = "relaxed",
    Release = "release",
    SeqCst = "seq_cst",
    Shared = "shared",
    Spread = "spread",
    Teams = "teams",
    Thread = "thread",
    Warning = "warning",
}

words! {
    /// A modifier of a clause that is one keyword: `strict` in `grainsize(strict: n)`. The map-type modifiers and those of schedules have
    /// separate types ([`MapFlags`](super::MapFlags), [`ScheduleModifier`](super::ScheduleModifier)).
    ModifierWord
    Ancestor = "ancestor",
    Conditional = "conditional",
    Default = "default",
    DeviceNum = "device_num",
    Inscan = "inscan",
    NeedDevicePtr = "need_device_ptr",
    Nothing = "nothing",
    Ref = "ref",
    Reproducible = "reproducible",
    Strict = "strict",
    Target = "target",
    Targetsync = "targetsync",
    Task = "task",
    Unconstrained = "unconstrained",
    Uval = "uval",
    Val = "val",
}

/// A modifier of a clause (OpenMP 5.2 3.2.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClauseModifier {
    /// A keyword.
    Word(ModifierWord),
    /// The lower bound of `num_teams` (OpenMP 5.2 10.2.1).
    AtLeast(Operand),
    /// The step of `linear` (OpenMP 5.2 5.4.6).
    Step(Operand),
    /// The alignment of `aligned` (OpenMP 5.2 5.11).
    Alignment(Operand),
    /// The allocator of `allocate` (OpenMP 5.2 6.6).
    Allocator(Operand),
    /// The least alignment of `allocate` (OpenMP 5.2 6.6).
    LeastAlignment(Operand),
    /// The mapper of `map`, `to` and `from` (OpenMP 5.2 5.8.1), by the node of its name.
    Mapper(At),
    /// The iterators for whose values the list items are repeated (OpenMP 5.2 3.2.6).
    Iterators(Box<[IteratorRange]>),
    /// A modifier without a typed form, with the values in it: the traits of an allocator, and modifiers with errors, which were reported.
    Unread(Box<[At]>),
}

impl ClauseModifier {
    /// The keyword, if the modifier is one.
    pub const fn word(&self) -> Option<ModifierWord> {
        match self {
            ClauseModifier::Word(word) => Some(*word),
            _ => None,
        }
    }

    /// The values in it, in source order.
    pub fn operands(&self) -> Vec<Operand> {
        match self {
            ClauseModifier::Word(_) | ClauseModifier::Mapper(_) => Vec::new(),
            ClauseModifier::AtLeast(value)
            | ClauseModifier::Step(value)
            | ClauseModifier::Alignment(value)
            | ClauseModifier::Allocator(value)
            | ClauseModifier::LeastAlignment(value) => vec![*value],
            ClauseModifier::Unread(values) => {
                values.iter().map(|at| Operand::Value(Value::Node(*at))).collect()
            }
            ClauseModifier::Iterators(iterators) => iterators
                .iter()
                .flat_map(|iterator| [Some(iterator.begin), Some(iterator.end), iterator.step])
                .flatten()
                .map(|at| Operand::Value(Value::Node(at)))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use clacc_syntax::directive::{Items, OmpDirective, Post};

    use super::ClauseWord;

    #[test]
    fn every_word_of_the_tables_is_known() {
        for directive in OmpDirective::ALL {
            for rule in &directive.info().clauses {
                let form = directive.form(rule.clause);
                let Items::Words(words) = form.items else { continue };
                if form.post != Post::None {
                    continue;
                }
                for word in words {
                    let known = ClauseWord::spelled(word.text).map(ClauseWord::text);
                    assert_eq!(known, Some(word.text), "{directive:?} {:?}", rule.clause);
                }
            }
        }
    }
}
