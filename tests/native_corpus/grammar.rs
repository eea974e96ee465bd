//! Texts that a grammar has at random. Grammars are files beside this one.
//!
//! `== name` begins a rule, and `--` another alternative of it; lines between are text, but for comments behind `# `. In text,
//!
//! - `@name` is what the rule makes, and `@Name` what was made for that name before;
//! - `@{Name:rule}` makes it and gives it the name, up to the end of the alternative;
//! - `@{one~two}` is one of these texts, and `@{}` is nothing, for the end of a name;
//! - `@number` is a number that no other place has.
//!
//! An alternative that a name stands for already is not chosen a second time: so names of variables, chosen with one rule,
//! differ, and an operand is never a variable that the construct around it writes.

use std::collections::HashMap;

use crate::rng::Rng;

/// The rules by their names, each with its alternatives.
pub(crate) struct Grammar<'t>(HashMap<&'t str, Vec<String>>);

/// The deepest nesting of rules. Below it, the first alternative is chosen, which must not lead further.
const DEEPEST: usize = 12;

impl<'t> Grammar<'t> {
    /// Reads a grammar, which may consist of several texts.
    pub(crate) fn new(texts: &[&'t str]) -> Self {
        let mut rules: HashMap<&str, Vec<String>> = HashMap::new();
        let mut name = "";
        for line in texts.iter().flat_map(|text| text.lines()) {
            if line.starts_with("# ") {
                continue;
            }
            if let Some(begun) = line.strip_prefix("== ") {
                name = begun.trim();
                assert!(rules.insert(name, vec![String::new()]).is_none(), "two rules {name}");
            } else if line == "--" {
                rules.get_mut(name).expect("a rule has begun").push(String::new());
            } else if let Some(text) = rules.get_mut(name).and_then(|alternatives| alternatives.last_mut()) {
                text.push_str(line);
                text.push('\n');
            }
        }
        for text in rules.values_mut().flatten() {
            text.truncate(text.trim_end().len());
        }
        Self(rules)
    }

    /// One text of a rule.
    pub(crate) fn text(&self, rule: &str, seed: u64) -> String {
        let mut expansion = Expansion { grammar: self, rng: Rng::new(seed), named: Vec::new(), numbers: 0 };
        expansion.rule(rule, 0)
    }
}

struct Expansion<'g, 't> {
    grammar: &'g Grammar<'t>,
    rng: Rng,
    /// What was made for names, the latest last.
    named: Vec<(String, String)>,
    numbers: usize,
}

impl Expansion<'_, '_> {
    fn rule(&mut self, name: &str, depth: usize) -> String {
        let grammar = self.grammar;
        let alternatives = grammar.0.get(name).unwrap_or_else(|| panic!("there is no rule {name}"));
        let is_free = |text: &&String| self.named.iter().all(|(_, made)| made != *text);
        let free: Vec<&String> = alternatives.iter().filter(is_free).collect();
        assert!(!free.is_empty(), "no alternative of {name} is left");
        let chosen = if depth > DEEPEST { free[0] } else { *self.rng.pick(&free) };
        let names = self.named.len();
        let text = self.expanded(chosen, depth);
        self.named.truncate(names);
        text
    }

    fn expanded(&mut self, mut text: &str, depth: usize) -> String {
        let mut made = String::new();
        while let Some((before, rest)) = text.split_once('@') {
            made.push_str(before);
            let (part, behind) = if let Some(inner) = rest.strip_prefix('{') {
                let end = closing_brace(inner);
                (self.braces(&inner[..end], depth), &inner[end + 1..])
            } else {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
                (self.reference(&rest[..end], depth), &rest[end..])
            };
            made.push_str(&part);
            text = behind;
        }
        made + text
    }

    fn reference(&mut self, name: &str, depth: usize) -> String {
        if name == "number" {
            self.numbers += 1;
            return self.numbers.to_string();
        }
        match self.named.iter().rev().find(|(known, _)| known == name) {
            Some((_, made)) => made.clone(),
            None => self.rule(name, depth + 1),
        }
    }

    fn braces(&mut self, inner: &str, depth: usize) -> String {
        if let Some((name, rule)) =
            inner.split_once(':').filter(|(name, _)| name.starts_with(char::is_uppercase))
        {
            let made = self.reference(rule, depth);
            self.named.push((name.to_owned(), made.clone()));
            return made;
        }
        let choices: Vec<&str> = alternatives(inner);
        let chosen = *self.rng.pick(&choices);
        self.expanded(chosen, depth)
    }
}

/// Where the brace that stands open before a text is closed.
fn closing_brace(text: &str) -> usize {
    let mut open = 1;
    let is_end = |c: char| {
        open += i32::from(c == '{') - i32::from(c == '}');
        open == 0
    };
    text.find(is_end).unwrap_or_else(|| panic!("no closing brace: {text}"))
}

/// The texts between the `~` that stand in no inner braces.
fn alternatives(text: &str) -> Vec<&str> {
    let mut depth = 0;
    text.split(|c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == '~' && depth == 0
    })
    .collect()
}
