//! The findings about data.

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::checkpoint::HalfDone;
use clacc_syntax::diagnostics::{Code, Confidence, Diagnostic, Fix};
use clacc_syntax::directive::AccClause;
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashSet;

use super::certainties::{Lacked, Over, Queue, QueuedWork, Why};
use super::data_objects::{ObjectId, Objects};
use super::happenings::Happenings;
use super::overlap;
use super::reach::Reaches;
use crate::acc::codes;
use crate::acc::facts::AccFacts;
use crate::program::View;
use crate::program::place::{At, EntityId};

/// The end of a section beyond which an access lies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Beyond {
    Start,
    End,
}

/// The findings so far.
pub(super) struct Report<'a> {
    view: View<'a>,
    facts: &'a AccFacts,
    reaches: Reaches<'a>,
    objects: &'a Objects,
    events: &'a Happenings<'a>,
    found: HalfDone<Vec<Diagnostic<TokenRange>>>,
    known: FxHashSet<(&'static str, ObjectId, At)>,
    /// The objects that were found absent. Other findings about them would be consequences.
    absent: FxHashSet<ObjectId>,
}

impl<'a> Report<'a> {
    pub(super) fn new(
        view: View<'a>,
        facts: &'a AccFacts,
        objects: &'a Objects,
        events: &'a Happenings<'a>,
    ) -> Report<'a> {
        let reaches = Reaches::new(view, facts);
        Report {
            view,
            facts,
            reaches,
            objects,
            events,
            found: HalfDone::default(),
            known: FxHashSet::default(),
            absent: FxHashSet::default(),
        }
    }

    /// All findings in the order of their places.
    pub(super) fn finish(mut self) -> Vec<Diagnostic<TokenRange>> {
        self.found.sort_by_key(|finding| (finding.primary.at, finding.code.id));
        self.found.finish()
    }

    /// Returns whether two names are taken to reach a common element ([`overlap::overlap`]). A change without a name concerns all elements.
    pub(super) fn overlap(&self, one: Option<usize>, other: usize) -> bool {
        one.is_none_or(|one| overlap::overlap(self.reaches, &self.events.elements, one, other))
    }

    /// Returns whether two names certainly reach a common element, whatever values the variables in their subscripts have.
    pub(super) fn certainly_overlap(&self, one: Option<usize>, other: usize) -> bool {
        let elements = &self.events.elements;
        one.is_none_or(|one| overlap::certainly_overlap(self.reaches, elements, one, other))
    }

    fn text(&self, object: ObjectId) -> String {
        self.view.place_text(&self.objects.list[object].place)
    }

    /// The tokens of an element's name with its subscripts and members.
    fn element(&self, element: usize) -> TokenRange {
        self.view.span(self.events.elements.get(element).operand)
    }

    /// The tokens of a list item, or of the name of a directive.
    fn site(&self, at: At) -> TokenRange {
        match self.view.directive_at(at) {
            Some(directive) => self.view.directive_name_span(directive),
            None => self.view.span(at),
        }
    }

    fn begin(
        &mut self,
        code: &'static Code,
        object: ObjectId,
        at: (At, TokenRange),
        message: String,
    ) -> Option<Diagnostic<TokenRange>> {
        let is_new = !self.absent.contains(&object) && self.known.insert((code.id, object, at.0));
        is_new.then(|| Diagnostic::new(code, at.1, message))
    }

    pub(super) fn host_reads_old(&mut self, object: ObjectId, element: usize, lacked: Lacked) {
        let name = self.text(object);
        let at = self.events.elements.get(element).name;
        let message = format!("the host reads `{name}`, and what the device wrote there has not been copied");
        let place = (at, self.element(element));
        let Some(mut finding) = self.begin(&codes::ACC0150, object, place, message) else { return };
        if let Some(written) = lacked.element {
            finding = finding.label(self.element(written), "written on the device");
        }
        if let Some(over) = lacked.passed_over {
            finding = self.passed_over(finding, over);
        }
        let note = match lacked.passed_over {
            Some(Over { why: Why::EndsWithoutCopy, .. }) => {
                format!("`copy` or `copyout` for `{name}` copies it to the host")
            }
            _ => format!("`update self({name})` before it copies it to the host"),
        };
        let mut finding = finding.note(note);
        finding.fix = lacked.passed_over.and_then(|over| self.other_clause(over.at, kept_on_host));
        self.found.push(finding);
    }

    /// A fix that replaces the clause of a list item by another clause, if the item is the only one in it.
    fn other_clause(
        &self,
        item: At,
        other: impl Fn(AccClause) -> Option<&'static str>,
    ) -> Option<Fix<TokenRange>> {
        let mut clauses = self.facts.clauses.iter().map(|(_, clause)| clause);
        let clause = clauses.find(|clause| matches!(clause.items(), [only] if only.at == item))?;
        let (word, span) = (other(clause.kind)?, self.view.clause_span(clause.id));
        let at = TokenRange::new(span.start, span.start + 1);
        Some(Fix {
            title: format!("write `{word}`"),
            edits: vec![(at, word.to_owned())],
            confidence: Confidence::Maybe,
        })
    }

    fn passed_over(&self, finding: Diagnostic<TokenRange>, over: Over) -> Diagnostic<TokenRange> {
        let text = match over.why {
            Why::EndsWithoutCopy => "ends what the device has, without a copy to the host",
            Why::OtherWay => "copies the other way",
            Why::Present => "copies nothing, because the data is present",
            Why::NoValues => "gives it memory without values",
        };
        finding.label(self.site(over.at), text)
    }

    pub(super) fn device_reads_old(&mut self, object: ObjectId, element: usize, lacked: Lacked) {
        let name = self.text(object);
        let at = self.events.elements.get(element).name;
        let place = (at, self.element(element));
        let Some(written) = lacked.element else {
            let message = format!("the device reads `{name}`, which has no values there");
            let Some(mut finding) = self.begin(&codes::ACC0152, object, place, message) else { return };
            if let Some(over) = lacked.passed_over {
                finding = self.passed_over(finding, over);
            }
            finding = finding.note("`copyin` or `copy` takes the values of the host there");
            finding.fix = lacked.passed_over.and_then(|over| self.other_clause(over.at, begun_with_values));
            return self.found.push(finding);
        };
        let message = format!("the device reads `{name}`, and what the host wrote there has not been copied");
        let Some(mut finding) = self.begin(&codes::ACC0151, object, place, message) else { return };
        finding = finding.label(self.element(written), "written on the host");
        if let Some(over) = lacked.passed_over {
            finding = self.passed_over(finding, over);
        }
        self.found.push(finding.note(format!("`update device({name})` before it copies it to the device")));
    }

    pub(super) fn no_wait_for(&mut self, object: ObjectId, element: usize, pending: &QueuedWork, does: &str) {
        let name = self.text(object);
        let at = self.events.elements.get(element).name;
        let message = format!("the host {does} `{name}` while a queue may still work on it");
        let place = (at, self.element(element));
        let finding = self.begin(&codes::ACC0153, object, place, message);
        self.push_pending(finding, pending);
    }

    pub(super) fn freed_before_wait(&mut self, object: ObjectId, at: At, pending: &QueuedWork) {
        let message = format!("`{}` is freed while a queue may still work on it", self.text(object));
        let finding = self.begin(&codes::ACC0153, object, (at, self.view.span(at)), message);
        self.push_pending(finding, pending);
    }

    pub(super) fn copied_before_wait(&mut self, object: ObjectId, at: At, pending: &QueuedWork) {
        let message =
            format!("`{}` is copied to the host while a queue may still work on it", self.text(object));
        let finding = self.begin(&codes::ACC0153, object, (at, self.site(at)), message);
        self.push_pending(finding, pending);
    }

    pub(super) fn no_order(&mut self, object: ObjectId, at: At, pending: &QueuedWork, is_write: bool) {
        let does = if is_write { "writes" } else { "reads" };
        let name = self.text(object);
        let message = format!("the device {does} `{name}` while another queue may still work on it");
        let finding = self.begin(&codes::ACC0153, object, (at, self.view.span(at)), message);
        self.push_pending(finding, pending);
    }

    fn push_pending(&mut self, finding: Option<Diagnostic<TokenRange>>, pending: &QueuedWork) {
        let Some(finding) = finding else { return };
        let note = match pending.queue {
            Queue::Number(number) => format!("`#pragma acc wait({number})` before it waits for the queue"),
            Queue::Default | Queue::Value(_) => "`#pragma acc wait` before it waits for the queue".to_owned(),
        };
        let at = self.site(pending.at);
        self.found.push(finding.label(at, "put on the queue here").note(note));
    }

    pub(super) fn absent(&mut self, object: ObjectId, at: At, since: Option<At>, what: &str) {
        let message = format!("`{}` {what}", self.text(object));
        let Some(mut finding) = self.begin(&codes::ACC0154, object, (at, self.site(at)), message) else {
            return;
        };
        finding = match since {
            Some(since) => finding.label(self.site(since), "its last lifetime there ends here"),
            None => finding.note("no directive before it has put it there"),
        };
        self.absent.insert(object);
        self.found.push(finding);
    }

    pub(super) fn freed_while_present(&mut self, object: ObjectId, at: At, since: Option<At>) {
        let name = self.text(object);
        let message = format!("`{name}` is freed while the device has a copy of it");
        let place = (at, self.view.span(at));
        let Some(mut finding) = self.begin(&codes::ACC0160, object, place, message) else { return };
        if let Some(since) = since {
            finding = finding.label(self.site(since), "put on the device here");
        }
        let note = format!("`exit data delete({name})` before it releases the copy");
        self.found.push(finding.note(note));
    }

    pub(super) fn beyond_section(&mut self, object: ObjectId, item: At, used: At, beyond: Beyond) {
        let name = self.text(object);
        let message = match beyond {
            Beyond::End => format!("the device uses `{name}` behind the end of this section"),
            Beyond::Start => format!("the device uses `{name}` in front of this section"),
        };
        let place = (item, self.view.span(item));
        let Some(finding) = self.begin(&codes::ACC0161, object, place, message) else { return };
        let text = match beyond {
            Beyond::End => "its last element here lies behind the section",
            Beyond::Start => "its first element here lies in front of the section",
        };
        let finding = finding.label(self.view.span(used), text);
        self.found.push(finding.note("a section is written `[first:number of elements]`"));
    }

    pub(super) fn needless_section(&mut self, object: ObjectId, item: At) {
        let message =
            format!("the section of `{}` is many times as long as what is used of it", self.text(object));
        let finding = self.begin(&codes::ACC0162, object, (item, self.view.span(item)), message);
        self.found.extend(finding.map(|finding| finding.note("each element of it is copied")));
    }

    pub(super) fn copies_nothing(&mut self, object: ObjectId, at: At, since: Option<At>) {
        let message =
            format!("this copies nothing, because `{}` is on the device already", self.text(object));
        let finding = self.begin(&codes::ACC0163, object, (at, self.site(at)), message);
        let Some(mut finding) = finding else { return };
        if let Some(since) = since {
            finding = finding.label(self.site(since), "it is there since here");
        }
        self.found.push(finding.note("`present` says the same, and `update` copies".to_owned()));
    }

    pub(super) fn reduced_is_read(&mut self, variable: EntityId, at: At, item: At) {
        let name = self.view.text(self.view.name(variable));
        let message = format!("this loop reduces `{name}`, and reads here what one thread has of it so far");
        let finding = Diagnostic::new(&codes::ACC0164, self.view.span(at), message)
            .label(self.view.span(item), "reduced here")
            .note("the result is there behind the loop");
        self.found.push(finding);
    }

    pub(super) fn copied_again(&mut self, object: ObjectId, at: At, around: At) {
        let name = self.text(object);
        let message = format!("each iteration of the loop around copies `{name}` again");
        let Some(finding) = self.begin(&codes::ACC0166, object, (at, self.site(at)), message) else { return };
        let finding = finding.label(self.view.start(around), "the host does not use it in this loop");
        self.found.push(finding.note("a `data` construct around the loop copies it once".to_owned()));
    }

    pub(super) fn shared_scalar(&mut self, variable: EntityId, on: DirectiveId, written: At, read: At) {
        let name = self.view.text(self.view.name(variable));
        let message = format!("all iterations of this loop share `{name}`, and each assigns it for itself");
        let finding = Diagnostic::new(&codes::ACC0121, self.view.directive_name_span(on), message)
            .label(self.view.span(written), "assigned here")
            .label(self.view.span(read), "read here")
            .note(format!("`private({name})` instead of a data clause gives each iteration its own"));
        self.found.push(finding);
    }
}

/// The clause that, in place of this one, copies the data to the host.
fn kept_on_host(clause: AccClause) -> Option<&'static str> {
    match clause {
        AccClause::Copyin => Some("copy"),
        AccClause::Create | AccClause::Delete => Some("copyout"),
        _ => None,
    }
}

/// The clause that, in place of this one, copies the values to the device.
fn begun_with_values(clause: AccClause) -> Option<&'static str> {
    match clause {
        AccClause::Copyout => Some("copy"),
        AccClause::Create => Some("copyin"),
        _ => None,
    }
}
