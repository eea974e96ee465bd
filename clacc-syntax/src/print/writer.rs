//! Writes directives: the order of the parts in parentheses, and the text that separates them.
//!
//! It writes both parsed and derived directives. Blanks, commas and colons come from the [`Form`] in the tables. A [`DirectiveSink`]
//! decides how modifiers and items are spelled.

use crate::directive::{Form, Items, Modifiers, Post, Separator};

/// Receives the pieces of directives in reading order. `'p` is the lifetime of the pieces.
pub trait DirectiveSink<'p> {
    /// A clause of a directive.
    type Clause;
    /// A modifier before the colon of a clause, or after the colon that follows its items.
    type Modifier: 'p;
    /// One item of a list.
    type Item: 'p;

    /// Receives punctuation and blanks.
    fn text(&mut self, text: &'static str);

    /// Receives a clause: writes its name, and its arguments by [`write_arguments`].
    fn clause(&mut self, clause: Self::Clause);

    /// Receives a modifier with its arguments.
    fn modifier(&mut self, modifier: &'p Self::Modifier, style: ModifierStyle);

    /// Receives an item without its key.
    fn item(&mut self, item: &'p Self::Item);

    /// Writes the key of an item (`num` in `gang(num: 4)`). Returns whether there is one.
    fn key(&mut self, item: &'p Self::Item) -> bool {
        let _ = item;
        false
    }

    /// Returns whether an item is a context selector. A colon separates it from the directive after it.
    fn is_selector(&self, item: &'p Self::Item) -> bool {
        let _ = item;
        false
    }
}

/// The form in which the arguments of a modifier are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ModifierStyle {
    /// In parentheses: `step(2)`.
    Parentheses,
    /// After a colon: `devnum: 1` (OpenACC 3.4 section 2.16).
    Colon,
}

/// The parts in one pair of parentheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts<'p, M, I> {
    /// The modifiers before the colon.
    pub modifiers: &'p [M],
    /// The items.
    pub items: &'p [I],
    /// The modifiers after the colon that follows the items.
    pub post_modifiers: &'p [M],
}

/// Writes the clauses of a directive, each after a blank. The caller must have written the directive's name
/// and argument.
pub fn write_clauses<'p, S: DirectiveSink<'p>>(sink: &mut S, clauses: impl IntoIterator<Item = S::Clause>) {
    for clause in clauses {
        sink.text(" ");
        sink.clause(clause);
    }
}

/// Writes the parentheses after the name of a clause or directive with their contents, as the form in the
/// tables says.
pub fn write_arguments<'p, S: DirectiveSink<'p>>(
    sink: &mut S,
    parts: &Parts<'p, S::Modifier, S::Item>,
    form: &Form,
) {
    sink.text("(");
    match (&form.modifiers, form.post) {
        (_, Post::Linear(_)) if !parts.modifiers.is_empty() => enclosed_items(sink, parts, form),
        (Modifiers::Wait, _) => {
            wait_modifiers(sink, parts.modifiers);
            items(sink, parts.items, form);
        }
        (Modifiers::Selector, _) => variant(sink, parts.items, form),
        _ => {
            modifiers(sink, parts.modifiers);
            if !parts.modifiers.is_empty() {
                sink.text(colon_before(parts.items, form));
            }
            items(sink, parts.items, form);
        }
    }
    if !parts.post_modifiers.is_empty() {
        sink.text(colon(form));
        modifiers(sink, parts.post_modifiers);
    }
    sink.text(")");
}

/// Writes `val(x,y)`, the form of `linear` with modifiers before OpenMP 5.2.
fn enclosed_items<'p, S: DirectiveSink<'p>>(
    sink: &mut S,
    parts: &Parts<'p, S::Modifier, S::Item>,
    form: &Form,
) {
    modifiers(sink, parts.modifiers);
    sink.text("(");
    items(sink, parts.items, form);
    sink.text(")");
}

fn modifiers<'p, S: DirectiveSink<'p>>(sink: &mut S, modifiers: &'p [S::Modifier]) {
    for (index, modifier) in modifiers.iter().enumerate() {
        if index > 0 {
            sink.text(",");
        }
        sink.modifier(modifier, ModifierStyle::Parentheses);
    }
}

/// Writes `devnum: 1: queues: ` (OpenACC 3.4 section 2.16).
fn wait_modifiers<'p, S: DirectiveSink<'p>>(sink: &mut S, modifiers: &'p [S::Modifier]) {
    for modifier in modifiers {
        sink.modifier(modifier, ModifierStyle::Colon);
        sink.text(": ");
    }
}

/// Writes `selector: directive`, or a directive alone.
fn variant<'p, S: DirectiveSink<'p>>(sink: &mut S, items: &'p [S::Item], form: &Form) {
    for (index, each) in items.iter().enumerate() {
        item(sink, each, form);
        if sink.is_selector(each) {
            sink.text(if index + 1 == items.len() { ":" } else { ": " });
        }
    }
}

fn items<'p, S: DirectiveSink<'p>>(sink: &mut S, items: &'p [S::Item], form: &Form) {
    for (index, each) in items.iter().enumerate() {
        if index > 0 {
            sink.text(list_separator(form));
        }
        item(sink, each, form);
    }
}

fn item<'p, S: DirectiveSink<'p>>(sink: &mut S, item: &'p S::Item, form: &Form) {
    if sink.key(item) {
        sink.text(if form.items == Items::Initializer { " = " } else { ": " });
    }
    sink.item(item);
}

const fn list_separator(form: &Form) -> &'static str {
    match form.separator {
        Separator::Spaced => ", ",
        Separator::Tight | Separator::SpacedColon => ",",
    }
}

const fn colon(form: &Form) -> &'static str {
    match form.separator {
        Separator::SpacedColon => " : ",
        Separator::Tight | Separator::Spaced => ": ",
    }
}

/// Returns the colon between modifiers and items. `depend(source)` has no items and no colon, whereas
/// `doacross(source:)` has one.
const fn colon_before<I>(items: &[I], form: &Form) -> &'static str {
    match (items.is_empty(), form.items) {
        (false, _) => colon(form),
        (true, Items::Vector) => ":",
        (true, _) => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::directive::{AccClause, OmpClause, OmpDirective};

    /// A sink whose modifiers and items are words, and whose clauses are names with arguments.
    #[derive(Default)]
    struct WordSink(String);

    type Clause<'p> = (OmpClause, Option<Parts<'p, &'static str, &'static str>>);

    impl<'p> DirectiveSink<'p> for WordSink {
        type Clause = Clause<'p>;
        type Modifier = &'static str;
        type Item = &'static str;

        fn text(&mut self, text: &'static str) {
            self.0.push_str(text);
        }

        fn clause(&mut self, (clause, parts): Clause<'p>) {
            self.0.push_str(clause.text());
            if let Some(parts) = parts {
                write_arguments(self, &parts, OmpDirective::Target.form(clause));
            }
        }

        fn modifier(&mut self, modifier: &'p &'static str, style: ModifierStyle) {
            let word =
                if style == ModifierStyle::Colon { modifier.replace('=', ": ") } else { (*modifier).into() };
            self.0.push_str(&word);
        }

        fn item(&mut self, item: &'p &'static str) {
            self.0.push_str(item.trim_start_matches(['?', '=']));
        }

        fn key(&mut self, item: &'p &'static str) -> bool {
            let has_key = item.starts_with('=');
            self.0.push_str(if has_key { "key" } else { "" });
            has_key
        }

        fn is_selector(&self, item: &'p &'static str) -> bool {
            item.starts_with('?')
        }
    }

    fn parts<'p>(
        modifiers: &'p [&'static str],
        items: &'p [&'static str],
    ) -> Parts<'p, &'static str, &'static str> {
        Parts { modifiers, items, post_modifiers: &[] }
    }

    fn clause(clause: OmpClause, modifiers: &[&'static str], items: &[&'static str]) -> String {
        let mut sink = WordSink::default();
        sink.clause((clause, Some(parts(modifiers, items))));
        sink.0
    }

    fn arguments(form: &Form, modifiers: &[&'static str], items: &[&'static str]) -> String {
        let mut sink = WordSink::default();
        write_arguments(&mut sink, &parts(modifiers, items), form);
        sink.0
    }

    #[test]
    fn clauses_of_a_mapping_are_spelled_by_the_tables() {
        use OmpClause::*;
        assert_eq!(clause(Map, &["hold", "tofrom"], &["a", "b"]), "map(hold,tofrom: a,b)");
        assert_eq!(clause(Map, &[], &["a"]), "map(a)");
        assert_eq!(clause(Depend, &["inout"], &["*q(1)"]), "depend(inout : *q(1))");
        assert_eq!(clause(If, &["target"], &["c"]), "if(target: c)");
        assert_eq!(clause(Reduction, &["+"], &["a", "b"]), "reduction(+: a,b)");
        assert_eq!(clause(DistSchedule, &[], &["static", "4"]), "dist_schedule(static, 4)");
        assert_eq!(clause(Schedule, &[], &["static", "1"]), "schedule(static, 1)");
        assert_eq!(clause(Firstprivate, &[], &["a", "b"]), "firstprivate(a,b)");
        assert_eq!(clause(To, &["present"], &["a"]), "to(present: a)");
        assert_eq!(clause(NumTeams, &[], &["4"]), "num_teams(4)");
    }

    #[test]
    fn what_stands_behind_the_items_has_a_colon() {
        let mut sink = WordSink::default();
        let category = Parts { post_modifiers: &["scalar"], ..parts(&[], &["tofrom"]) };
        sink.clause((OmpClause::Defaultmap, Some(category)));
        assert_eq!(sink.0, "defaultmap(tofrom: scalar)");
    }

    #[test]
    fn clauses_stand_behind_blanks() {
        let mut sink = WordSink("target".into());
        let clauses = [(OmpClause::Nowait, None), (OmpClause::Device, Some(parts(&[], &["0"])))];
        write_clauses(&mut sink, clauses);
        assert_eq!(sink.0, "target nowait device(0)");
    }

    #[test]
    fn colons_follow_the_kind_of_arguments() {
        let form = |clause: OmpClause| &clause.info().form;
        assert_eq!(arguments(form(OmpClause::Linear), &["val"], &["x", "y"]), "(val(x,y))");
        assert_eq!(arguments(form(OmpClause::Depend), &["source"], &[]), "(source)");
        assert_eq!(arguments(form(OmpClause::Doacross), &["source"], &[]), "(source:)");
        assert_eq!(
            arguments(form(OmpClause::When), &[], &["?device={kind(gpu)}", "simd"]),
            "(device={kind(gpu)}: simd)"
        );
        assert_eq!(arguments(form(OmpClause::When), &[], &["?user={}"]), "(user={}:)");
        assert_eq!(arguments(form(OmpClause::Initializer), &[], &["={0}"]), "(key = {0})");
        let wait = &AccClause::Wait.info().form;
        assert_eq!(arguments(wait, &["devnum=1", "queues"], &["2", "3"]), "(devnum: 1: queues: 2,3)");
        assert_eq!(arguments(&AccClause::Gang.info().form, &[], &["=4", "2"]), "(key: 4,2)");
    }
}
