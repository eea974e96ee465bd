//! The words that clauses take as their argument, and the modifiers of clauses that take one value.

use super::Operand;

macro_rules! clause_words {
    ($($word:ident = $text:literal),* $(,)?) => {
        /// A word that a clause takes as its only argument: `close` in `proc_bind(close)`. The tables of directives say which
        /// clause takes which of them.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "each variant names its word")]
        #[non_exhaustive]
        pub enum ClauseWord {
            $($word,)*
        }

        impl ClauseWord {
            /// The text of the word.
            pub const fn text(self) -> &'static str {
                match self {
                    $(ClauseWord::$word => $text,)*
                }
            }

            /// The word with this text.
            pub fn spelled(text: &str) -> Option<ClauseWord> {
                match text {
                    $($text => Some(ClauseWord::$word),)*
                    _ => None,
                }
            }
        }
    };
}

clause_words! {
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

/// The modifier of a clause that takes one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueModifier {
    /// `strict` of `grainsize` and `num_tasks` (OpenMP 5.2 12.6.1, 12.6.2).
    Strict,
    /// `device_num` of `device` (OpenMP 5.2 13.2).
    DeviceNum,
    /// `ancestor` of `device`.
    Ancestor,
    /// The lower bound of `num_teams` (OpenMP 5.2 10.2.1).
    AtLeast(Operand),
}

impl ValueModifier {
    const WORDS: [(ValueModifier, &'static str); 3] = [
        (ValueModifier::Strict, "strict"),
        (ValueModifier::DeviceNum, "device_num"),
        (ValueModifier::Ancestor, "ancestor"),
    ];

    /// The word for it; none for an expression.
    pub fn text(self) -> Option<&'static str> {
        ValueModifier::WORDS.iter().find(|(modifier, _)| *modifier == self).map(|(_, text)| *text)
    }

    /// The modifier with this word.
    pub fn spelled(word: &str) -> Option<ValueModifier> {
        ValueModifier::WORDS.iter().find(|(_, text)| *text == word).map(|(modifier, _)| *modifier)
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
