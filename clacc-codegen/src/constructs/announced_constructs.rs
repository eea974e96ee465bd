//! Calls around OpenACC's compute constructs and waits that announce them to profiling libraries. The memory of the device is that of the
//! host, so that other directives have no events.

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;
use clacc_syntax::token::TokenRange;
use clacc_ttx::announced::{Extent, Queue};
use clacc_ttx::codes::MAP0108;

use super::lowering::Lowering;
use crate::emit::Step;
use crate::plan::Group;

impl<'a> Lowering<'a> {
    /// Emits the call that begins the directive of a group, if the directive is announced. Returns the call that ends it.
    pub(super) fn announce(&mut self, group: &Group<'a>) -> Step<Option<String>> {
        let directive = group.directive.filter(|_| self.facts.announces);
        let Some(announcement) = directive.and_then(self.announced) else { return Ok(None) };
        if announcement.extent != Extent::Statement && announcement.kind != AccDirective::Wait {
            return Ok(None);
        }
        if let Some(obstacle) = announcement.obstacle(self.view, true) {
            let message = format!("the directive is not announced to profiling libraries: {obstacle}");
            self.emit.findings.push(Diagnostic::new(&MAP0108, group.range, message));
            return Ok(None);
        }
        let queue = match announcement.queue {
            Queue::Constant(queue) => queue.to_string(),
            Queue::Named(queue) => format!("(int32_t)({})", self.text(self.view.span(queue))?),
        };
        let site = self.emit.site();
        self.emit.line(&format!("{{ clacc_construct_begin({site}, {queue});"));
        Ok(Some(format!("clacc_construct_end({site}); }}")))
    }

    /// Emits the call that ends the directive of a group: now, or behind its statement, which is left to be emitted.
    pub(super) fn announce_end(&mut self, call: Option<String>, group: &Group<'a>, is_left: bool) {
        match call {
            Some(call) if is_left => self.emit.ends.push((self.with_statement(group).end, call)),
            Some(call) => self.emit.line(&call),
            None => {}
        }
    }

    /// Returns the tokens of a group with the statement of its directive, which may be left to be emitted.
    pub(super) fn with_statement(&self, group: &Group<'a>) -> TokenRange {
        let tree = &self.model.parsed.tree;
        let statement = group.directive.and_then(|directive| tree[directive].body);
        let end = statement.and_then(|statement| tree.spans.stmts.get(statement)).map_or(0, |span| span.end);
        TokenRange::new(group.range.start, group.range.end.max(end))
    }
}
