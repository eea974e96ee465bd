//! `sections`, `single`, `masked` and `scope`: blocks that one thread executes, or all threads.

use clacc_sema::omp::form::Argument;
use clacc_sema::program::place::EntityId;
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;

use super::lowering::Lowering;
use crate::capture::types::type_of;
use crate::codes;
use crate::emit::Step;
use crate::plan::constituents::Part;
use crate::plan::{Node, Source, only_source};
use crate::scope::Cancellable;

/// A block of `sections`.
enum Section<'n, 'a> {
    /// Tokens before the first `section` directive.
    First(TokenRange),
    Directive(&'n [Node<'a>]),
}

impl<'a> Lowering<'a> {
    pub(crate) fn sections(&mut self, part: &Part<'a>, inside: &[Node<'a>]) -> Step {
        let Some(source) = only_source(inside) else {
            return Err(self.emit.refuse_here(&codes::GEN0001, "no code is generated for these sections"));
        };
        let sections = self.section_blocks(source)?;
        let copies = self.copies(part)?;
        let (thread, prefix) = (self.thread(), self.emit.prefix.clone());
        let (lo, hi, count) = (self.emit.name("lo"), self.emit.name("hi"), sections.len());
        let last = (!copies.lastprivate.is_empty()).then(|| self.emit.name("last"));
        let declared = last.as_ref().map_or(String::new(), |last| format!("int {last} = 0; "));
        self.emit.line(&format!("{{ {thread}{declared}"));
        let note = last.as_ref().map_or(String::new(), |last| format!(" {last} |= {hi} == {count};"));
        self.with_copies(&copies, last.as_deref(), &mut |own| {
            own.emit.line("{");
            own.with_exit(Cancellable::Sections, &mut |own| {
                own.emit.line(&format!(
                    "uint64_t {lo}, {hi}; if (clacc_loop_begin({prefix}t, {count}, 1, CLACC_DYNAMIC)) \
                 while (clacc_loop_next({prefix}t, &{lo}, &{hi})) {{{note} for (; {lo} < {hi}; ++{lo}) {{"
                ));
                for (number, section) in sections.iter().enumerate() {
                    own.emit.line(&format!("if ({lo} == {number}) {{"));
                    match section {
                        Section::First(range) => own.part_of(source, *range)?,
                        Section::Directive(nodes) => own.nodes(nodes)?,
                    }
                    own.emit.line("}");
                }
                own.emit.line("} }");
                Ok(())
            })?;
            own.emit.line(&format!("clacc_loop_end({prefix}t, CLACC_NOWAIT); }}"));
            Ok(())
        })?;
        self.barrier_at_end(part);
        Ok(())
    }

    /// Emits the barrier at the end of a construct, unless it has none, and closes its block.
    fn barrier_at_end(&mut self, part: &Part<'a>) {
        let is_needed = !part.has(OmpClause::Nowait) && !part.ends_region;
        let barrier = if is_needed { self.barrier_call() + " " } else { String::new() };
        let used = if self.is_orphaned() { self.used_here() } else { String::new() };
        self.emit.line(&format!("{used}{barrier}}}"));
    }

    /// Returns the blocks of `sections`. Only `section` directives may follow the first block.
    fn section_blocks<'n>(&mut self, source: &'n Source<'a>) -> Step<Vec<Section<'n, 'a>>> {
        let (start, end) = (source.range.start + 1, source.range.end.saturating_sub(1));
        let mut blocks = Vec::new();
        let mut cursor = start;
        for group in &source.groups {
            let section = match group.nodes.as_slice() {
                [Node::Directive(directive, inside)] if directive.kind == OmpDirective::Section => inside,
                // A directive inside the first block, before the first `section`.
                _ if blocks.is_empty() => continue,
                _ => {
                    return Err(self
                        .emit
                        .refuse_here(&codes::GEN0001, "no code is generated for these sections"));
                }
            };
            if blocks.is_empty() && group.range.start > cursor {
                blocks.push(Section::First(TokenRange::new(cursor, group.range.start)));
            } else if group.range.start != cursor {
                return Err(self
                    .emit
                    .refuse_here(&codes::GEN0001, "no code is generated for these sections"));
            }
            blocks.push(Section::Directive(inside_of(section)));
            cursor = group.range.end;
        }
        if blocks.is_empty() {
            blocks.push(Section::First(TokenRange::new(start, end)));
            cursor = end;
        }
        if cursor != end || self.tokens.text(source.range.start) != "{" {
            return Err(self.emit.refuse_here(&codes::GEN0001, "no code is generated for these sections"));
        }
        Ok(blocks)
    }

    pub(crate) fn single(&mut self, part: &Part<'a>, inside: &[Node<'a>]) -> Step {
        let (thread, prefix) = (self.thread(), self.emit.prefix.clone());
        let copies = self.copies(part)?;
        let given = self.listed(part, OmpClause::Copyprivate)?;
        let is_chosen = self.emit.name("x");
        self.emit.line(&format!(
            "{{ {thread}const int {is_chosen} = clacc_single({prefix}t); if ({is_chosen}) {{"
        ));
        self.with_copies(&copies, None, &mut |own| own.nodes(inside))?;
        self.emit.line("}");
        if !given.is_empty() {
            return self.copied_to_all(&given, &is_chosen);
        }
        self.barrier_at_end(part);
        Ok(())
    }

    /// `copyprivate`: all threads copy the values of the one that executed the block.
    fn copied_to_all(&mut self, variables: &[EntityId], is_chosen: &str) -> Step {
        self.check_complete_team("`copyprivate`")?;
        let (list, own, prefix) = (self.emit.name("l"), self.emit.name("g"), self.emit.prefix.clone());
        let mut addresses = Vec::new();
        let mut copied = Vec::new();
        for (index, variable) in variables.iter().enumerate() {
            let here = self.spelled(*variable);
            let ty = type_of(self.view, *variable);
            if ty.is_variable_length() {
                return Err(self.emit.refuse_here(
                    &codes::GEN0002,
                    "no code is generated for `copyprivate` of an array of variable length",
                ));
            }
            addresses.push(format!("{own}[{index}] = (void *)&{here};"));
            copied.push(self.bytes(&here, &format!("*(const unsigned char *){list}[{index}]")));
        }
        let (count, addresses, copied) = (variables.len(), addresses.join(" "), copied.join(" "));
        self.emit.line(&format!(
            "{{ void *{own}[{count}], **{list}; {addresses} {list} = clacc_copy_private({prefix}t, {is_chosen} ? {own} : 0); \
             if (!{is_chosen}) {{ {copied} }} clacc_barrier({prefix}t); }} }}"
        ));
        Ok(())
    }

    /// `masked` and `master`: the code of one thread (OpenMP 5.2 10.5).
    pub(crate) fn masked(&mut self, part: &Part<'a>, inner: &[Part<'a>], inside: &[Node<'a>]) -> Step {
        let (thread, prefix) = (self.thread(), self.emit.prefix.clone());
        let chosen = self.value(part, OmpClause::Filter)?.unwrap_or_else(|| "0".to_owned());
        self.emit.line(&format!("{{ {thread}if ({prefix}t->id == {chosen}) {{"));
        self.parts(inner, inside)?;
        self.emit.line("} }");
        Ok(())
    }

    /// `scope`: code that all threads execute, with copies (OpenMP 5.2 11.2).
    pub(crate) fn scope(&mut self, part: &Part<'a>, inside: &[Node<'a>]) -> Step {
        let copies = self.copies(part)?;
        let thread = self.thread();
        self.emit.line(&format!("{{ {thread}"));
        self.with_copies(&copies, None, &mut |own| own.nodes(inside))?;
        self.barrier_at_end(part);
        Ok(())
    }

    /// Refuses the clauses of a directive that takes none in generated code, except `seq_cst`.
    pub(crate) fn no_clauses(&mut self, directive: &'a clacc_sema::omp::form::Directive) -> Step {
        match directive
            .clauses
            .iter()
            .find(|clause| !matches!(clause.argument, Argument::Bare(OmpClause::SeqCst)))
        {
            Some(clause) => Err(self.refuse_clause(clause)),
            None => Ok(()),
        }
    }
}

fn inside_of<'n, 'a>(nodes: &'n [Node<'a>]) -> &'n [Node<'a>] {
    nodes
}
