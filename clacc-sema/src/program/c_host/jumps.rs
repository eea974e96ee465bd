//! The jumps of a declaration, and the other end of each (C17 6.8.6, 6.8.4.2).
//!
//! They are recorded while the nodes are added, and resolved when the ends of all subtrees are known. Statements may be nested to any
//! depth, so nothing here walks from a statement to those around it.

use clacc_syntax::Name;
use clacc_syntax::ast::Stmt;
use rustc_hash::FxHashMap;

use crate::program::Program;
use crate::program::access::{Jump, JumpKind};
use crate::program::outline::Outline;
use crate::program::place::At;
use crate::program::run::{Run, Runs};

/// The jumps and labels that were noted so far, in source order.
#[derive(Default)]
pub(super) struct JumpLowering {
    jumps: Vec<Jump>,
    /// The jumps to labels, by index in the list of jumps, with the names of their labels.
    gotos: Vec<(usize, Name)>,
    labels: Vec<(Name, At)>,
    /// The labels whose addresses are taken, with the places where that is done.
    addressed: Vec<(Name, At)>,
    /// The blocks that declare labels with `__label__`.
    declaring: Vec<(Name, At)>,
    /// The functions that are defined inside the function (GNU).
    inner_functions: Vec<At>,
    /// The loops and `switch` statements.
    around: Vec<(At, Around)>,
}

/// A statement that jumps refer to without naming it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Around {
    Loop,
    Switch,
}

impl JumpLowering {
    /// Records a statement, if it jumps or is the target of jumps.
    pub(super) fn note(&mut self, stmt: &Stmt, at: At) {
        let kind = match stmt {
            Stmt::Return(_) => JumpKind::Return,
            Stmt::GotoIndirect(_) => JumpKind::Indirect,
            Stmt::Break => JumpKind::Leave(None),
            Stmt::Continue => JumpKind::Cycle(None),
            Stmt::Case { .. } | Stmt::Default { .. } => JumpKind::Selected(None),
            Stmt::Goto(label) => return self.note_goto(*label, at),
            Stmt::Asm(asm) => return asm.labels.iter().for_each(|label| self.note_goto(*label, at)),
            Stmt::Label { name, .. } => return self.labels.push((*name, at)),
            Stmt::Compound { labels, .. } => {
                return self.declaring.extend(labels.iter().map(|label| (*label, at)));
            }
            Stmt::For { .. } | Stmt::While { .. } | Stmt::DoWhile { .. } => {
                return self.around.push((at, Around::Loop));
            }
            Stmt::Switch { .. } => return self.around.push((at, Around::Switch)),
            _ => return,
        };
        self.jumps.push(Jump { at, kind });
    }

    fn note_goto(&mut self, label: Name, at: At) {
        self.gotos.push((self.jumps.len(), label));
        self.jumps.push(Jump { at, kind: JumpKind::Goto(None) });
    }

    /// Records that an expression takes the address of a label.
    pub(super) fn note_address(&mut self, label: Name, at: At) {
        self.addressed.push((label, at));
    }

    /// Records a function that is defined inside the function.
    pub(super) fn note_inner_function(&mut self, at: At) {
        self.inner_functions.push(at);
    }

    /// Finds the other ends, after all nodes have been added.
    pub(super) fn resolve(mut self, program: &mut Program) {
        self.resolve_labels(program);
        self.resolve_statements(&program.outline);
        self.leave_out_inner_returns(&program.outline);
        program.jumps = self.jumps;
    }

    /// Removes the `return` statements of functions inside the function, which they do not leave.
    fn leave_out_inner_returns(&mut self, outline: &Outline) {
        if !self.inner_functions.is_empty() {
            let inner = Runs::outermost(self.inner_functions.iter().map(|at| outline.run(*at)));
            self.jumps.retain(|jump| jump.kind != JumpKind::Return || !inner.contain(jump.at));
        }
    }

    fn resolve_labels(&mut self, program: &mut Program) {
        let blocks = LabelBlocks::new(&self.declaring, &program.outline);
        let key = |name: Name, at: At| (name, blocks.declaring(name, at));
        let labels: FxHashMap<_, At> = self.labels.iter().map(|(name, at)| (key(*name, *at), *at)).collect();
        for (jump, label) in &self.gotos {
            let jump = &mut self.jumps[*jump];
            jump.kind = JumpKind::Goto(labels.get(&key(*label, jump.at)).copied());
        }
        let addressed = self.addressed.iter().filter_map(|(label, at)| labels.get(&key(*label, *at)));
        program.addressed_labels = addressed.copied().collect();
    }

    /// Finds the loop or `switch` of each `break`, `continue` and `case`.
    fn resolve_statements(&mut self, outline: &Outline) {
        let mut coming = self.around.iter().copied().peekable();
        let mut open: Vec<OpenStatement> = Vec::new();
        for jump in &mut self.jumps {
            while let Some((at, kind)) = coming.next_if(|(at, _)| *at < jump.at) {
                close_before(&mut open, at);
                let outer = open.last().copied();
                open.push(OpenStatement::new(at, kind, outline.end(at), outer));
            }
            close_before(&mut open, jump.at);
            let innermost = open.last();
            match &mut jump.kind {
                JumpKind::Leave(left) => *left = innermost.map(|open| open.at),
                JumpKind::Cycle(cycled) => *cycled = innermost.and_then(|open| open.cycled),
                JumpKind::Selected(switch) => *switch = innermost.and_then(|open| open.switch),
                JumpKind::Return | JumpKind::Goto(_) | JumpKind::Indirect => {}
            }
        }
    }
}

fn close_before(open: &mut Vec<OpenStatement>, at: At) {
    while open.pop_if(|statement| statement.end <= at).is_some() {}
}

/// A loop or `switch` around the current place of the walk.
#[derive(Clone, Copy)]
struct OpenStatement {
    at: At,
    end: At,
    /// The innermost loop, this statement included.
    cycled: Option<At>,
    /// The innermost `switch`, this statement included.
    switch: Option<At>,
}

impl OpenStatement {
    fn new(at: At, kind: Around, end: At, outer: Option<OpenStatement>) -> Self {
        let (cycled, switch) = match kind {
            Around::Loop => (Some(at), outer.and_then(|outer| outer.switch)),
            Around::Switch => (outer.and_then(|outer| outer.cycled), Some(at)),
        };
        OpenStatement { at, end, cycled, switch }
    }
}

/// The blocks that declare each local label (GNU `__label__`). They nest no deeper than the parser permits.
struct LabelBlocks {
    of: FxHashMap<Name, Vec<LabelBlock>>,
}

struct LabelBlock {
    run: Run,
    /// The index of the nearest block around it that declares the same name.
    outer: Option<usize>,
}

impl LabelBlocks {
    fn new(declaring: &[(Name, At)], outline: &Outline) -> Self {
        let mut of: FxHashMap<Name, Vec<LabelBlock>> = FxHashMap::default();
        for (name, at) in declaring {
            let blocks = of.entry(*name).or_default();
            let outer = innermost(blocks, *at);
            blocks.push(LabelBlock { run: outline.run(*at), outer });
        }
        LabelBlocks { of }
    }

    /// The innermost block around a node that declares a label; none if the label is that of the function.
    fn declaring(&self, name: Name, at: At) -> Option<At> {
        let blocks = self.of.get(&name)?;
        innermost(blocks, at).map(|block| blocks[block].run.start)
    }
}

/// The index of the innermost block around a node.
fn innermost(blocks: &[LabelBlock], at: At) -> Option<usize> {
    let nearest = blocks.partition_point(|block| block.run.start <= at).checked_sub(1);
    let outward = std::iter::successors(nearest, |block| blocks[*block].outer);
    outward.into_iter().find(|block| blocks[*block].run.contains(at))
}
