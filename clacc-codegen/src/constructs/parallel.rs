//! `parallel`, and the code that all outlined functions have in common.

use clacc_sema::omp::form::{Argument, ClauseWord};
use clacc_sema::program::place::EntityId;
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;

use super::lowering::Lowering;
use crate::emit::{Construct, Step};
use crate::piece::{Capture, Item, Piece, Region, shared};
use crate::plan::constituents::Part;
use crate::plan::{Node, range_of_all};
use crate::scope::{Arguments, Cancellable, is_cancelled_in};

/// An outlined function.
pub(crate) struct Outlined {
    /// The name of the function, and of the struct of its arguments.
    pub(crate) name: String,
    pub(crate) arguments: Arguments,
}

impl<'a> Lowering<'a> {
    /// `parallel`, with the rest of a combined directive inside.
    pub(crate) fn parallel(&mut self, part: &Part<'a>, inner: &[Part<'a>], inside: &[Node<'a>]) -> Step {
        let condition = self.condition(part)?;
        let threads = self.value(part, OmpClause::NumThreads)?;
        let binding = self.binding(part)?;
        let brought_in = self.brought_in(part)?;
        let mut copies = self.copies(part)?;
        let implicit = self.environments.implicit_copies(part.directive, OmpDirective::Parallel);
        copies.private.extend(implicit.private);
        copies.firstprivate.extend(implicit.firstprivate);
        let region = range_of_all(inside, self.emit.at);
        let last = if inner.is_empty() { self.construct_at_end(region, &copies, inside) } else { None };
        let around = std::mem::replace(&mut self.last_construct, last);
        let outlined = self.outlined(region, &mut |own| {
            own.bring_in(&brought_in);
            own.with_copies(&copies, None, &mut |own| {
                if is_cancelled_in(inside, Cancellable::Parallel) {
                    own.with_exit(Cancellable::Parallel, &mut |own| own.parts(inner, inside))
                } else {
                    own.parts(inner, inside)
                }
            })
        });
        self.last_construct = around;
        let outlined = outlined?;
        self.call_team(&outlined, condition, threads, &binding);
        Ok(())
    }

    fn binding(&mut self, part: &Part<'a>) -> Step<String> {
        let Some(clause) = part.clause(OmpClause::ProcBind) else { return Ok("0".to_owned()) };
        match clause.argument {
            Argument::Word(_, ClauseWord::Master | ClauseWord::Primary) => {
                Ok("CLACC_BIND_PRIMARY".to_owned())
            }
            Argument::Word(_, ClauseWord::Close) => Ok("CLACC_BIND_CLOSE".to_owned()),
            Argument::Word(_, ClauseWord::Spread) => Ok("CLACC_BIND_SPREAD".to_owned()),
            _ => Err(self.refuse_clause(clause)),
        }
    }

    /// Returns the objects that code in a range uses and that are declared outside of it, in the order of their ids.
    pub(crate) fn used_in(&self, range: TokenRange) -> Vec<EntityId> {
        let is_outside = |entity: &EntityId| {
            self.view.declared_at(*entity).is_none_or(|at| at.start < range.start || at.start >= range.end)
        };
        let mut used: Vec<EntityId> =
            self.uses.within(range).iter().map(|(_, entity)| *entity).filter(is_outside).collect();
        used.sort_unstable();
        used.dedup();
        used
    }

    /// Outlines a region into a function. `body` emits the code.
    pub(crate) fn outlined(
        &mut self,
        region: TokenRange,
        body: &mut dyn FnMut(&mut Self) -> Step,
    ) -> Step<Outlined> {
        let (name, construct) = (self.function_name(), self.emit.construct);
        let outer = std::mem::take(&mut self.emit.out);
        self.enter_frame(region);
        let done = body(self);
        let pieces = std::mem::replace(&mut self.emit.out, outer).into_pieces();
        let is_kernel = self.scope.frames.last().is_some_and(|frame| frame.is_kernel);
        let arguments = self.leave_frame();
        let is_outside = |entity: &EntityId| {
            self.view.declared_at(*entity).is_none_or(|at| at.start < region.start || region.end <= at.start)
        };
        let hidden = std::mem::take(&mut self.scope.hidden);
        self.scope.hidden = hidden.into_iter().filter(is_outside).collect();
        done?;
        let arguments = arguments?;
        self.define(&name, &arguments, pieces);
        let region = self.region(&name, construct, &arguments);
        self.emit.regions.push(Region { is_kernel, ..region });
        Ok(Outlined { name, arguments })
    }

    /// Returns the description of an outlined function and its captures.
    fn region(&self, name: &str, construct: Construct, arguments: &Arguments) -> Region {
        let captures = arguments.captures.iter();
        let captures =
            captures.map(|(entity, by)| Capture { variable: self.entity_text(*entity).into(), by: *by });
        Region {
            name: name.into(),
            function: self.emit.function.as_str().into(),
            range: construct.range,
            captures: captures.collect(),
            is_kernel: false,
        }
    }

    pub(crate) fn function_name(&mut self) -> String {
        let function = self.emit.function.clone();
        self.emit.name(&format!("{function}_"))
    }

    /// Emits the struct of the arguments and the prototype before the declaration, and the function after it.
    fn define(&mut self, name: &str, arguments: &Arguments, body: Vec<Piece>) {
        let prefix = &self.emit.prefix;
        let prototype = format!("static void {name}(clacc_thread *{prefix}t, void *{prefix}p)");
        let members = arguments.members.join(" ");
        let is_empty = arguments.members.is_empty();
        let record = if is_empty { String::new() } else { format!("struct {name} {{ {members} }};\n") };
        let taken = if is_empty {
            format!("(void){prefix}p;")
        } else {
            format!("struct {name} *{prefix}v = {prefix}p; {}", arguments.taken.join(" "))
        };
        let begin = format!("{{ {taken} (void){prefix}t;");
        // The outlined function is unused if the user's function is, which must not cause a warning.
        self.emit.declare_before(&[name], format!("{record}{prototype} __attribute__((__unused__));"));
        let at = self.emit.at;
        // The prototype is not in new lines: clang suppresses most warnings for functions whose names are there, whatever lines their
        // statements are in.
        let head =
            [Piece::Replaced { text: shared(prototype), at }, Piece::Lines { text: shared(begin), at }];
        let end = Piece::Lines { text: shared("}"), at };
        let pieces = head.into_iter().chain(body).chain([end]).collect();
        self.emit.behind.push(Item::new(&[name], pieces));
    }

    /// Emits the call that executes a function on each thread of a new team.
    fn call_team(
        &mut self,
        outlined: &Outlined,
        condition: Option<String>,
        threads: Option<String>,
        binding: &str,
    ) {
        let name = &outlined.name;
        let serial = match (condition, binding) {
            (None, binding) => binding.to_owned(),
            (Some(condition), "0") => format!("{condition} ? 0 : CLACC_SERIAL"),
            (Some(condition), binding) => format!("{condition} ? {binding} : CLACC_SERIAL"),
        };
        let threads = threads.map_or_else(|| "0".to_owned(), |threads| format!("(int32_t){threads}"));
        let (set, argument) = self.arguments(outlined);
        let (used, site) = (self.used_here(), self.emit.site());
        self.emit
            .line(&format!("{{ {used}{set}clacc_fork({site}, {name}, {argument}, {threads}, {serial}); }}"));
    }

    /// Returns the statements that set the arguments of a function, and the pointer to them.
    pub(crate) fn arguments(&self, outlined: &Outlined) -> (String, String) {
        if outlined.arguments.members.is_empty() {
            return (String::new(), "0".to_owned());
        }
        let (name, made) = (&outlined.name, format!("{}a", self.emit.prefix));
        let set: Vec<String> =
            outlined.arguments.set.iter().map(|member| format!("{made}.{member}")).collect();
        let copied = outlined.arguments.copied.join(" ");
        (format!("struct {name} {made}; {} {copied}", set.join(" ")), format!("&{made}"))
    }

    /// Returns the declaration of the descriptor of the current thread, if the code has none yet.
    pub(crate) fn thread(&self) -> String {
        if self.is_orphaned() {
            format!("clacc_thread *{}t = clacc_self(); ", self.emit.prefix)
        } else {
            String::new()
        }
    }
}
