//! The grammar of context selectors (OpenMP 5.2 7.1), over their tokens. It knows no names of sets and traits.

use std::ops::Range;

/// The index of the token that is wrong, and a message about it.
pub(super) type Fault = (usize, String);

/// A set of traits in a selector.
pub(super) struct WrittenSet<'a> {
    /// The name of the set.
    pub(super) name: &'a str,
    /// Its traits, in source order.
    pub(super) traits: Vec<WrittenTrait<'a>>,
}

/// A trait in a selector.
pub(super) struct WrittenTrait<'a> {
    /// The name of the trait.
    pub(super) name: &'a str,
    /// The indices of the tokens in the parentheses of `score`.
    pub(super) score: Option<Range<usize>>,
    /// The indices of the tokens in the parentheses behind the name, without the score; none without parentheses. The parenthesis that
    /// closes follows them.
    pub(super) properties: Option<Range<usize>>,
}

/// Returns true if a token is a name.
pub(super) fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

/// Returns true if an expression can begin with a token.
pub(super) fn begins_expression(word: &str) -> bool {
    let is_operand = word
        .starts_with(|first: char| first.is_ascii_alphanumeric() || matches!(first, '_' | '"' | '\'' | '.'));
    is_operand || matches!(word, "(" | "+" | "-" | "!" | "~" | "&" | "*" | "++" | "--" | "&&")
}

/// Reads the tokens of a selector. A comma may follow the last set, and the last trait of a set.
pub(super) fn read<'a>(words: &[&'a str]) -> Result<Vec<WrittenSet<'a>>, Fault> {
    let mut reader = Reader { words, next: 0 };
    let mut sets: Vec<WrittenSet<'a>> = Vec::new();
    loop {
        let name = reader.word();
        if !is_name(name) {
            return reader.fault("a set of traits expected, such as `device` or `implementation`");
        }
        if sets.iter().any(|set| set.name == name) {
            return reader.fault(format!("the set `{name}` is written twice in one selector"));
        }
        reader.next += 1;
        sets.push(WrittenSet { name, traits: reader.traits(name)? });
        let is_last = !reader.eat(",");
        if reader.next == words.len() {
            return Ok(sets);
        }
        if is_last {
            return reader.fault("`,` expected between the sets of a selector");
        }
    }
}

/// The selector's tokens, and the index of the next one.
struct Reader<'w, 'a> {
    words: &'w [&'a str],
    next: usize,
}

impl<'a> Reader<'_, 'a> {
    fn word(&self) -> &'a str {
        self.words.get(self.next).copied().unwrap_or("")
    }

    fn eat(&mut self, word: &str) -> bool {
        let is_next = self.word() == word;
        self.next += usize::from(is_next);
        is_next
    }

    fn fault<T>(&self, message: impl Into<String>) -> Result<T, Fault> {
        Err((self.next, message.into()))
    }

    fn expect(&mut self, word: &str, behind: &str) -> Result<(), Fault> {
        if self.eat(word) { Ok(()) } else { self.fault(format!("`{word}` expected behind {behind}")) }
    }

    /// Reads the traits of a set.
    fn traits(&mut self, set: &str) -> Result<Vec<WrittenTrait<'a>>, Fault> {
        self.expect("=", &format!("`{set}`"))?;
        self.expect("{", "`=`")?;
        let mut traits = Vec::new();
        while !self.eat("}") {
            let name = self.word();
            if !is_name(name) {
                return self.fault(format!("the name of a trait of `{set}` expected"));
            }
            self.next += 1;
            traits.push(self.properties(name)?);
            if !self.eat(",") && self.word() != "}" {
                return self.fault("`,` or `}` expected behind a trait");
            }
        }
        Ok(traits)
    }

    /// Reads what follows the name of a trait.
    fn properties(&mut self, name: &'a str) -> Result<WrittenTrait<'a>, Fault> {
        if !self.eat("(") {
            return Ok(WrittenTrait { name, score: None, properties: None });
        }
        let score = self.score()?;
        let properties = self.up_to_parenthesis()?;
        Ok(WrittenTrait { name, score, properties: Some(properties) })
    }

    /// Reads everything up to the parenthesis that closes the one before, and that parenthesis. Returns the indices without it.
    fn up_to_parenthesis(&mut self) -> Result<Range<usize>, Fault> {
        let first = self.next;
        let mut depth = 1_u32;
        while depth > 0 {
            match self.word() {
                "" => return self.fault("`)` expected behind the properties of a trait"),
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            self.next += 1;
        }
        Ok(first..self.next - 1)
    }

    /// Reads `score(number):`, if it is there.
    fn score(&mut self) -> Result<Option<Range<usize>>, Fault> {
        if self.word() != "score" || self.words.get(self.next + 1) != Some(&"(") {
            return Ok(None);
        }
        self.next += 2;
        let is_negative = self.word() == "-" && self.words.get(self.next + 2) == Some(&")");
        if is_negative || self.word() == "&" || !begins_expression(self.word()) {
            return self.fault("a score is a constant that is not negative");
        }
        let score = self.up_to_parenthesis()?;
        self.expect(":", "a score")?;
        Ok(Some(score))
    }
}
