//! `error`: a message at compile time or at run time (OpenMP 5.2 8.5).

use clacc_sema::omp::form::{Argument, ClauseWord, Directive, Operand, Origin};
use clacc_sema::program::directive::Scope;
use clacc_sema::program::place::{At, Value};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::OmpClause;
use clacc_syntax::token::TokenRange;

use super::lowering::Lowering;
use crate::codes;
use crate::emit::Step;

impl<'a> Lowering<'a> {
    pub(crate) fn error(&mut self, directive: &'a Directive) -> Step {
        let (mut is_fatal, mut at_execution, mut message) = (true, false, None);
        for clause in &directive.clauses {
            match &clause.argument {
                Argument::Word(OmpClause::Severity, word) => is_fatal = *word == ClauseWord::Fatal,
                Argument::Word(OmpClause::At, word) => at_execution = *word == ClauseWord::Execution,
                Argument::Value(OmpClause::Message, Operand::Value(Value::Node(at))) => message = Some(*at),
                _ => return Err(self.refuse_clause(clause)),
            }
        }
        let is_statement = match directive.origin {
            Origin::Directive(id) => self.view.scope_of(id) == Scope::Block,
            _ => true,
        };
        match (at_execution, is_statement) {
            (true, true) => self.error_at_execution(is_fatal, message),
            (true, false) => Err(self.refuse_directive(directive)),
            (false, _) => {
                if is_statement {
                    self.emit.line(";");
                }
                // The checks of directives report the others.
                let is_chosen = matches!(directive.origin, Origin::Directive(id) if self.view.is_variant(id));
                if is_fatal || is_chosen {
                    self.error_now(is_fatal, message)?;
                }
                Ok(())
            }
        }
    }

    /// Emits a pragma by which the compiler reports the message, and stops if it is fatal.
    fn error_now(&mut self, is_fatal: bool, message: Option<At>) -> Step {
        let written = message.map(|at| self.tokens_text(self.view.span(at)).trim_matches('"').to_owned());
        let message = written.unwrap_or_else(|| "the program says so".to_owned());
        if is_fatal {
            return Err(self.emit.refuse_here(&codes::GEN0042, message));
        }
        let at = TokenRange::new(self.emit.at, self.emit.at + 1);
        self.emit.findings.push(Diagnostic::new(&codes::GEN0043, at, message));
        Ok(())
    }

    fn error_at_execution(&mut self, is_fatal: bool, message: Option<At>) -> Step {
        let message = match message {
            Some(at) => self.text(self.view.span(at))?,
            None => "0".to_owned(),
        };
        let (site, is_fatal) = (self.emit.site(), u8::from(is_fatal));
        self.emit.line(&format!("clacc_error({site}, {message}, {is_fatal});"));
        Ok(())
    }

    fn tokens_text(&self, range: TokenRange) -> String {
        let words: Vec<&str> = (range.start..range.end).map(|at| self.tokens.text(at)).collect();
        words.join(" ")
    }
}
