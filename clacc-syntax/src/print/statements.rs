//! Prints statements.

use super::expressions::{ANY, CONDITIONAL};
use super::{DirectiveText, PrintTask, Printer};
use crate::Name;
use crate::ast::*;

impl<'t> Printer<'t> {
    /// Prints a statement on a new line.
    pub(super) fn stmt(&mut self, id: StmtId) {
        match &self.tree[id] {
            Stmt::Case { low, high, body } => self.case(*low, *high, *body),
            Stmt::Default { body } => {
                self.push(PrintTask::OutdentedLine);
                self.text("default:");
                self.labelled(*body);
            }
            Stmt::Label { name, attributes, body } => {
                self.push(PrintTask::OutdentedLine);
                self.name(*name);
                self.text(":");
                self.attributes_behind(attributes);
                self.labelled(*body);
            }
            Stmt::Directive(directive) => self.directive_statement(*directive),
            Stmt::Pragma { text, body } => {
                self.push(PrintTask::NewLine);
                self.pragma(*text);
                self.labelled(*body);
            }
            _ => {
                let line = self.hooks.and_then(|hooked| hooked.hooks.before_statement(hooked.index, id));
                if let Some(line) = line {
                    self.push(PrintTask::NewLine);
                    self.push(PrintTask::Line(line));
                }
                self.push(PrintTask::NewLine);
                self.stmt_in_line(id);
            }
        }
    }

    fn case(&mut self, low: ExprId, high: Option<ExprId>, body: Option<StmtId>) {
        self.push(PrintTask::OutdentedLine);
        self.text("case ");
        self.push(PrintTask::Expr(low, CONDITIONAL));
        if let Some(high) = high {
            self.text(" ... ");
            self.push(PrintTask::Expr(high, CONDITIONAL));
        }
        self.text(":");
        self.labelled(body);
    }

    fn labelled(&mut self, body: Option<StmtId>) {
        body.iter().for_each(|body| self.push(PrintTask::Stmt(*body)));
    }

    pub(super) fn pragma(&mut self, text: Name) {
        self.text("#pragma ");
        self.name(text);
    }

    /// Prints a statement that is neither labelled nor a pragma, in the current line.
    pub(super) fn stmt_in_line(&mut self, id: StmtId) {
        match &self.tree[id] {
            Stmt::Error => self.text("/* error */;"),
            Stmt::Compound { labels, items } => self.compound(labels, items),
            Stmt::Decl(decl) => self.push(PrintTask::Decl(*decl)),
            Stmt::Expr(expr) => {
                expr.iter().for_each(|expr| self.push(PrintTask::Expr(*expr, ANY)));
                self.text(";");
            }
            Stmt::If { condition, then, otherwise } => self.if_stmt(*condition, *then, *otherwise),
            Stmt::While { condition, body } => {
                self.condition("while (", *condition);
                self.push(PrintTask::Controlled(*body));
            }
            Stmt::DoWhile { body, condition } => self.do_while(*body, *condition),
            Stmt::For { init, condition, step, body } => self.for_stmt(*init, *condition, *step, *body),
            Stmt::Switch { subject, body } => {
                self.condition("switch (", *subject);
                self.push(PrintTask::Controlled(*body));
            }
            Stmt::Goto(label) => {
                self.text("goto ");
                self.name(*label);
                self.text(";");
            }
            Stmt::GotoIndirect(target) => {
                self.text("goto *");
                self.push(PrintTask::Expr(*target, ANY));
                self.text(";");
            }
            Stmt::Break => self.text("break;"),
            Stmt::Continue => self.text("continue;"),
            Stmt::Return(None) => self.text("return;"),
            Stmt::Return(Some(value)) => {
                self.text("return ");
                self.push(PrintTask::Expr(*value, ANY));
                self.text(";");
            }
            Stmt::Asm(asm) => {
                self.asm(asm);
                self.text(";");
            }
            Stmt::Attributes(attributes) => {
                self.attributes_before(attributes);
                self.text(";");
            }
            Stmt::Case { .. }
            | Stmt::Default { .. }
            | Stmt::Label { .. }
            | Stmt::Directive(_)
            | Stmt::Pragma { .. } => self.push(PrintTask::Stmt(id)),
        }
    }

    fn compound(&mut self, labels: &'t [Name], items: &'t [StmtId]) {
        self.text("{");
        self.push(PrintTask::Indent);
        if !labels.is_empty() {
            self.push(PrintTask::NewLine);
            self.text("__label__ ");
            self.separated(labels, ", ", PrintTask::Name);
            self.text(";");
        }
        self.items(items);
        self.push(PrintTask::Outdent);
        self.push(PrintTask::NewLine);
        self.text("}");
    }

    /// Prints the statements of a block. A text that replaces a directive may take the statements after it as its associated statements,
    /// without a final `return`.
    fn items(&mut self, items: &'t [StmtId]) {
        let mut open: Vec<&'t DirectiveText> = Vec::new();
        let mut items = items.iter().peekable();
        while let Some(item) = items.next() {
            if items.peek().is_none() && matches!(self.tree[*item], Stmt::Return(_)) {
                self.close(&mut open);
            }
            self.push(PrintTask::Stmt(*item));
            let Stmt::Directive(id) = self.tree[*item] else { continue };
            let text = self.hooks.and_then(|hooked| hooked.hooks.directive(hooked.index, id));
            if let Some(text) = text.filter(|text| takes_rest_of_block(text, self.tree[id].body)) {
                self.push_times(text.body.unwrap_or_default(), PrintTask::Indent);
                open.push(text);
            }
        }
        self.close(&mut open);
    }

    /// Prints the end of the replacement texts whose associated statements were printed, innermost first.
    fn close(&mut self, open: &mut Vec<&'t DirectiveText>) {
        while let Some(text) = open.pop() {
            self.push_times(text.body.unwrap_or_default(), PrintTask::Outdent);
            self.hook_lines(&text.after);
        }
    }

    /// Prints GNU `({ ... })`.
    pub(super) fn statement_expr(&mut self, body: StmtId) {
        self.text("(");
        self.stmt_in_line(body);
        self.text(")");
    }

    fn condition(&mut self, keyword: &'static str, condition: ExprId) {
        self.text(keyword);
        self.push(PrintTask::Expr(condition, ANY));
        self.text(")");
    }

    fn is_block(&self, id: StmtId) -> bool {
        matches!(self.tree[id], Stmt::Compound { .. })
    }

    pub(super) fn controlled(&mut self, id: StmtId) {
        if self.is_block(id) {
            self.text(" ");
            self.stmt_in_line(id);
        } else if let Some((text, body)) = self.block_instead(id) {
            self.text(" {");
            self.directive_parts(&text.before[1..], text, body);
        } else {
            self.push(PrintTask::Indent);
            self.push(PrintTask::Stmt(id));
            self.push(PrintTask::Outdent);
        }
    }

    fn if_stmt(&mut self, condition: ExprId, then: StmtId, otherwise: Option<StmtId>) {
        self.condition("if (", condition);
        let Some(otherwise) = otherwise else {
            self.push(PrintTask::Controlled(then));
            return;
        };
        if self.is_block(then) {
            self.push(PrintTask::Controlled(then));
            self.text(" ");
        } else if self.ends_with_open_if(then) {
            self.braced(then);
            self.text(" ");
        } else {
            self.push(PrintTask::Controlled(then));
            self.push(PrintTask::NewLine);
        }
        self.text("else");
        if matches!(self.tree[otherwise], Stmt::If { .. }) {
            self.text(" ");
            self.push(PrintTask::InLine(otherwise));
        } else {
            self.push(PrintTask::Controlled(otherwise));
        }
    }

    /// Returns whether an `else` after this statement would belong to an `if` inside it.
    fn ends_with_open_if(&self, mut id: StmtId) -> bool {
        loop {
            id = match &self.tree[id] {
                Stmt::If { otherwise: None, .. } => return true,
                Stmt::If { otherwise: Some(last), .. } => *last,
                Stmt::While { body, .. } | Stmt::For { body, .. } | Stmt::Switch { body, .. } => *body,
                Stmt::Case { body: Some(body), .. }
                | Stmt::Default { body: Some(body) }
                | Stmt::Label { body: Some(body), .. }
                | Stmt::Pragma { body: Some(body), .. } => *body,
                Stmt::Directive(directive) => match self.tree[*directive].body {
                    Some(body) => body,
                    None => return false,
                },
                _ => return false,
            };
        }
    }

    /// Prints ` { ... }` around a statement. Only trees that were built by hand need this.
    fn braced(&mut self, id: StmtId) {
        self.text(" {");
        self.push(PrintTask::Indent);
        self.push(PrintTask::Stmt(id));
        self.push(PrintTask::Outdent);
        self.push(PrintTask::NewLine);
        self.text("}");
    }

    fn do_while(&mut self, body: StmtId, condition: ExprId) {
        self.text("do");
        self.push(PrintTask::Controlled(body));
        if self.is_block(body) {
            self.text(" ");
        } else {
            self.push(PrintTask::NewLine);
        }
        self.condition("while (", condition);
        self.text(";");
    }

    fn for_stmt(&mut self, init: StmtId, condition: Option<ExprId>, step: Option<ExprId>, body: StmtId) {
        self.text("for (");
        self.stmt_in_line(init);
        if let Some(condition) = condition {
            self.text(" ");
            self.push(PrintTask::Expr(condition, ANY));
        }
        self.text(";");
        if let Some(step) = step {
            self.text(" ");
            self.push(PrintTask::Expr(step, ANY));
        }
        self.text(")");
        self.push(PrintTask::Controlled(body));
    }

    // ---- directives ----

    pub(super) fn directive_statement(&mut self, id: DirectiveId) {
        let directive = &self.tree[id];
        if let Some(text) = self.hooks.and_then(|hooked| hooked.hooks.directive(hooked.index, id)) {
            self.replaced_directive(text, directive.body);
            return;
        }
        self.push(PrintTask::NewLine);
        self.text(directive.kind.language().introducer());
        self.push(PrintTask::Directive(id));
        if let Some(body) = directive.body {
            self.push(PrintTask::Indent);
            self.push(PrintTask::Stmt(body));
            self.push(PrintTask::Outdent);
        }
    }

    /// Returns the text that replaces a directive, and the directive's associated statement, if the text is a block.
    fn block_instead(&self, id: StmtId) -> Option<(&'t DirectiveText, Option<StmtId>)> {
        let Stmt::Directive(directive) = self.tree[id] else { return None };
        let hooked = self.hooks?;
        let text = hooked.hooks.directive(hooked.index, directive)?;
        let is_block = text.before.first().is_some_and(|(level, line)| *level == 0 && line == "{");
        is_block.then_some((text, self.tree[directive].body))
    }

    fn replaced_directive(&mut self, text: &'t DirectiveText, body: Option<StmtId>) {
        self.directive_parts(&text.before, text, body);
    }

    fn directive_parts(
        &mut self,
        before: &'t [(usize, String)],
        text: &'t DirectiveText,
        body: Option<StmtId>,
    ) {
        self.hook_lines(before);
        if takes_rest_of_block(text, body) {
            return;
        }
        if let (Some(depth), Some(body)) = (text.body, body) {
            self.push_times(depth, PrintTask::Indent);
            self.push(PrintTask::Stmt(body));
            self.push_times(depth, PrintTask::Outdent);
        }
        self.hook_lines(&text.after);
    }

    fn push_times(&mut self, count: usize, task: PrintTask<'t>) {
        self.tasks.extend(std::iter::repeat_n(task, count));
    }

    pub(super) fn hook_lines(&mut self, lines: &'t [(usize, String)]) {
        for (depth, line) in lines {
            self.push_times(*depth, PrintTask::Indent);
            self.push(PrintTask::NewLine);
            self.push(PrintTask::Line(line));
            self.push_times(*depth, PrintTask::Outdent);
        }
    }

    // ---- asm ----

    pub(super) fn asm(&mut self, asm: &'t Asm) {
        self.text("__asm__ ");
        for qualifier in &asm.qualifiers {
            self.name(*qualifier);
            self.text(" ");
        }
        self.text("(");
        self.push(PrintTask::Expr(asm.template, ANY));
        if asm.extended {
            self.asm_sections(asm);
        }
        self.text(")");
    }

    fn asm_sections(&mut self, asm: &'t Asm) {
        let lengths = [asm.outputs.len(), asm.inputs.len(), asm.clobbers.len(), asm.labels.len()];
        let sections = lengths.iter().rposition(|length| *length > 0).map_or(1, |last| last + 1);
        for (section, length) in lengths.iter().enumerate().take(sections) {
            self.text(" :");
            if *length > 0 {
                self.text(" ");
            }
            match section {
                0 => self.asm_operands(&asm.outputs),
                1 => self.asm_operands(&asm.inputs),
                2 => self.separated(&asm.clobbers, ", ", |clobber| PrintTask::Expr(clobber, ANY)),
                _ => self.separated(&asm.labels, ", ", PrintTask::Name),
            }
        }
    }

    fn asm_operands(&mut self, operands: &'t [AsmOperand]) {
        for (index, operand) in operands.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            if let Some(symbolic) = operand.symbolic {
                self.text("[");
                self.name(symbolic);
                self.text("] ");
            }
            self.push(PrintTask::Expr(operand.constraint, ANY));
            self.text(" (");
            self.push(PrintTask::Expr(operand.value, ANY));
            self.text(")");
        }
    }
}

/// Returns whether the replacement text of a directive without a statement takes the statements after the directive as its associated
/// statements.
pub fn takes_rest_of_block(text: &DirectiveText, body: Option<StmtId>) -> bool {
    text.body.is_some() && body.is_none()
}
