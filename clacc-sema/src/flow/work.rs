//! An estimate of the work of a loop, from values known when the loop begins, and of the balance between its iterations.
//!
//! The work is estimated in accesses of elements. The trip count of each loop is a distance between two values that can be read before the
//! loop, so nothing is evaluated that the program might not evaluate: the outermost loop's bounds are evaluated there anyway, and for inner
//! loops only variables are used that certainly have a value.

use crate::program::View;
use crate::program::access::{JumpKind, Write, WriteKind};
use crate::program::arithmetic::{Comparison, Counting, LoopSpan};
use crate::program::entity::{Class, StorageDuration};
use crate::program::passage::Passage;
use crate::program::place::{At, EntityId, Place, Value};
use crate::program::run::Run;
use crate::program::uses::VariableUses;

/// The cost of a call of a mathematical function.
const OF_CALL: u64 = 20;
/// The cost of an assignment, beside its accesses.
const OF_WRITE: u64 = 2;
/// Constants up to this one are left out of distances: an estimate does not need them.
const NEGLIGIBLE: i128 = 64;
/// The maximum number of products, and of loops with unknown trip counts in each.
const MOST_PRODUCTS: usize = 2;
const MOST_LOOPS: usize = 4;
/// The maximum number of products before merging is complete.
const MOST_AT_ONCE: usize = 64;

/// The estimated work of a loop. It is at least that of each product.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Work {
    /// The accesses that do not depend on any value of the program.
    pub certain: u64,
    /// The accesses that depend on values of the program.
    pub products: Vec<Product>,
}

/// Accesses in nested loops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Product {
    /// The accesses of one iteration of these loops.
    pub accesses: u64,
    /// The number by which the product of the distances is divided to get the trip count.
    pub divisor: u64,
    /// The distances between the bounds of the loops.
    pub loops: Vec<LoopSpan>,
}

/// The imbalance between the iterations of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unevenness {
    /// The work changes steadily: an inner loop has a bound that depends on the loop's variable.
    Steady,
    /// The work is unpredictable: an inner loop may end early, or has no recognised counter.
    Unknown,
}

/// The work of the loop at a node. None if it is not known: the loop calls functions, or a loop has no recognised counter. `is_other`
/// returns true for variables that the iterations do not share.
pub fn work_of(
    view: View<'_>,
    uses: &VariableUses,
    at: At,
    is_other: &dyn Fn(EntityId) -> bool,
) -> Option<Work> {
    let loops = LoopTree::of(view, at);
    let has_jumps = view.jumps(loops.run).any(|jump| is_unordered(jump.kind));
    if has_jumps || loops.rows.is_empty() {
        return None;
    }
    let accesses = loops.accesses()?;
    let counts = LoopCounts::of(&loops, uses, is_other)?;
    let mut work = Work { certain: 0, products: Vec::new() };
    for (position, accesses) in accesses.into_iter().enumerate() {
        counts.add(&mut work, position, accesses)?;
        if work.products.len() > MOST_AT_ONCE {
            return None;
        }
    }
    let is_manageable = |product: &Product| product.loops.len() <= MOST_LOOPS;
    (work.products.len() <= MOST_PRODUCTS && work.products.iter().all(is_manageable)).then_some(work)
}

/// The imbalance between the iterations of nested loops, the first of which are shared between threads; none if the iterations are alike.
pub fn unevenness(view: View<'_>, shared: &[At]) -> Option<Unevenness> {
    let (first, last) = (shared.first()?, shared.last()?);
    let loops = LoopTree::of(view, *first);
    let inside = || loops.rows.iter().filter(|row| row.at > *last);
    let controls: Vec<EntityId> = shared.iter().filter_map(|at| Some(view.counting(*at)?.control)).collect();
    let leaves = |kind| match kind {
        JumpKind::Leave(left) => left.is_some_and(|left| inside().any(|row| row.at == left)),
        _ => false,
    };
    if view.jumps(view.run(*last)).any(|jump| leaves(jump.kind)) || inside().any(|row| row.counting.is_none())
    {
        return Some(Unevenness::Unknown);
    }
    let depends =
        |at: At| view.sum(at).and_then(|sum| sum.variable).is_some_and(|each| controls.contains(&each));
    let mut counted = inside().filter_map(|row| row.counting);
    counted.any(|counting| depends(counting.first) != depends(counting.bound)).then_some(Unevenness::Steady)
}

fn is_unordered(kind: JumpKind) -> bool {
    matches!(kind, JumpKind::Goto(_) | JumpKind::Indirect | JumpKind::Return)
}

/// A loop and the loops in it.
struct LoopTree<'a> {
    view: View<'a>,
    run: Run,
    /// The loops in source order; the outermost one is the first.
    rows: Vec<LoopRow>,
}

struct LoopRow {
    at: At,
    end: At,
    outer: Option<usize>,
    counting: Option<Counting>,
}

impl<'a> LoopTree<'a> {
    fn of(view: View<'a>, at: At) -> LoopTree<'a> {
        let run = view.run(at);
        let mut tree = LoopTree { view, run, rows: Vec::new() };
        for at in view.loops_in(run).iter().copied() {
            let outer = tree.innermost(at);
            tree.rows.push(LoopRow { at, end: view.run(at).end, outer, counting: view.counting(at) });
        }
        tree
    }

    /// The index of the innermost loop around a node that follows the headers of all loops added so far.
    fn innermost(&self, at: At) -> Option<usize> {
        let before = self.rows.partition_point(|row| row.at < at).checked_sub(1);
        let outer = |position: &usize| self.rows[*position].outer;
        std::iter::successors(before, outer).find(|position| at < self.rows[*position].end)
    }

    /// The indices of a loop and the loops around it, from the inside to the outside.
    fn around(&self, position: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(position), |position| self.rows[*position].outer)
    }

    /// The accesses of one iteration of each loop that are in no inner loop. None if a function is called of which nothing is known.
    fn accesses(&self) -> Option<Vec<u64>> {
        let view = self.view;
        let mut found = vec![1_u64; self.rows.len()];
        let mut add = |at, cost: u64| {
            if let Some(position) = self.innermost(at) {
                found[position] = found[position].saturating_add(cost);
            }
        };
        for named in view.names_in(self.run) {
            let entity = view.entity(named.entity);
            if entity.is_object() && matches!(entity.class, Class::Array | Class::Pointer) {
                add(named.at, 1);
            }
        }
        view.writes(self.run).for_each(|write| add(write.at, OF_WRITE));
        for call in view.calls(self.run) {
            call.callee.filter(|callee| view.is_mathematical(*callee))?;
            add(call.at, OF_CALL);
        }
        Some(found)
    }
}

/// The bounds of each loop.
struct LoopCounts<'t, 'a> {
    loops: &'t LoopTree<'a>,
    uses: &'t VariableUses,
    is_other: &'t dyn Fn(EntityId) -> bool,
    rows: Vec<LoopCount>,
}

/// The bounds of a loop, the smaller one first, and its step.
struct LoopCount {
    ends: [Value; 2],
    step: u64,
}

impl<'t, 'a> LoopCounts<'t, 'a> {
    fn of(
        loops: &'t LoopTree<'a>,
        uses: &'t VariableUses,
        is_other: &'t dyn Fn(EntityId) -> bool,
    ) -> Option<LoopCounts<'t, 'a>> {
        let mut counts = LoopCounts { loops, uses, is_other, rows: Vec::with_capacity(loops.rows.len()) };
        for (position, row) in loops.rows.iter().enumerate() {
            let counting = row.counting?;
            let step = u64::try_from(counting.step?.unsigned_abs()).ok().filter(|step| *step > 0)?;
            let is_up = match counting.comparison {
                Comparison::Less | Comparison::LessOrEqual => true,
                Comparison::Greater | Comparison::GreaterOrEqual => false,
                Comparison::Unequal => counting.step? > 0,
            };
            let (low, high) =
                if is_up { (counting.first, counting.bound) } else { (counting.bound, counting.first) };
            let ends = [counts.end(position, low, 0)?, counts.end(position, high, 1)?];
            counts.rows.push(LoopCount { ends, step });
        }
        Some(counts)
    }

    /// The value of a bound before the loop. If an outer loop counts the variable in it, the value is a bound of that loop: the lower one
    /// for `side` 0, the upper one for 1.
    fn end(&self, position: usize, at: At, side: usize) -> Option<Value> {
        let view = self.loops.view;
        if let Some(number) = view.constant(at) {
            return Some(Value::constant(number));
        }
        let is_first = position == 0;
        if let Some(variable) = view.sum(at).filter(|sum| i128::from(sum.distance).abs() <= NEGLIGIBLE) {
            let variable = variable.variable?;
            let outer =
                self.loops.rows[position].outer.into_iter().flat_map(|outer| self.loops.around(outer));
            let is_control =
                |outer: &usize| self.loops.rows[*outer].counting.is_some_and(|each| each.control == variable);
            if let Some(outer) = outer.into_iter().find(is_control) {
                return Some(self.rows[outer].ends[side]);
            }
            let named = view.names_in(view.run(at)).iter().find(|named| named.entity == variable)?;
            let is_known = self.is_fixed(variable) && (is_first || self.has_value(variable));
            return is_known.then_some(Value::Node(named.at));
        }
        (is_first && view.value_is(at, &|variable| self.is_fixed(variable))).then_some(Value::Node(at))
    }

    /// Returns whether the value of a variable before the outermost loop is the one that it has in the loop.
    fn is_fixed(&self, variable: EntityId) -> bool {
        let (view, run) = (self.loops.view, self.loops.run);
        let is_plain = view.shape(&Place::whole(variable)).is_some_and(|shape| {
            shape.element == Class::Integer && !shape.is_narrow && !shape.is_bool && !shape.is_atomic
        });
        let entity = view.entity(variable);
        is_plain
            && entity.is_object()
            && entity.duration != StorageDuration::Thread
            && !view.is_volatile(variable)
            && !(self.is_other)(variable)
            && !view.is_declared_in(variable, run)
            && !self.uses.changes_in(run, variable)
    }

    /// Whether a variable certainly has a value before the loop.
    fn has_value(&self, variable: EntityId) -> bool {
        let view = self.loops.view;
        let all = view.program.outline.all();
        let has_goto =
            || view.jumps(all).any(|jump| matches!(jump.kind, JumpKind::Goto(_) | JumpKind::Indirect));
        // If the address of a variable is taken, the variable may be set through it. Reading the variable is harmless if it is not.
        let is_value = |write: &Write| write.kind == WriteKind::AddressTaken || write.replaces;
        let is_set = |at: At| {
            view.writes(view.run(at)).any(|write| write.at == at && is_value(write))
                && self.is_certain_before(at)
        };
        view.entity(variable).duration != StorageDuration::Automatic
            || view.is_parameter(variable)
            || view.initial_value(variable).is_some()
            || !has_goto() && self.uses.writes_in(all, variable).iter().any(|at| is_set(*at))
    }

    /// Returns whether a statement is always executed before the loop: it precedes the loop in an enclosing block.
    fn is_certain_before(&self, at: At) -> bool {
        let view = self.loops.view;
        let start = self.loops.run.start;
        let Some(block) = view.program.outline.ancestors(at).find(|around| view.run(*around).contains(start))
        else {
            return false;
        };
        let between = view.program.outline.ancestors(at).take_while(|around| *around != block);
        let is_straight =
            |at: At| matches!(view.passage(at), None | Some(Passage::Plain | Passage::Sequence));
        at < start
            && matches!(view.passage(block), Some(Passage::Sequence))
            && between.into_iter().all(is_straight)
            && !view.is_conditional(at, block)
    }

    /// Adds the accesses of a loop to the total. None if there are too many.
    fn add(&self, work: &mut Work, position: usize, accesses: u64) -> Option<()> {
        let mut product = Product { accesses, divisor: 1, loops: Vec::new() };
        for position in self.loops.around(position) {
            let count = &self.rows[position];
            match count.ends {
                [Value::Constant(low), Value::Constant(high)] => {
                    let iterations =
                        u64::try_from((high.get() - low.get()).max(0)).ok()?.div_ceil(count.step);
                    product.accesses = product.accesses.checked_mul(iterations)?;
                }
                [low, to] => {
                    let is_negligible = |number: i128| number.abs() <= NEGLIGIBLE;
                    let from = Some(low)
                        .filter(|low| !matches!(low, Value::Constant(number) if is_negligible(number.get())));
                    product.divisor = product.divisor.checked_mul(count.step)?;
                    product.loops.push(LoopSpan { from, to });
                }
            }
        }
        product.loops.reverse();
        if product.loops.is_empty() {
            work.certain = work.certain.saturating_add(product.accesses);
            return Some(());
        }
        self.merge(work, product);
        Some(())
    }

    /// Adds a product. The accesses of products whose loops it contains are added to it, because the inner loops dominate.
    fn merge(&self, work: &mut Work, mut product: Product) {
        let mut kept = Vec::with_capacity(work.products.len() + 1);
        for other in std::mem::take(&mut work.products) {
            let alike = other.divisor == product.divisor;
            if self.covers(&product, &other) && (alike || other.loops.len() < product.loops.len()) {
                product.accesses = product.accesses.saturating_add(other.accesses);
            } else {
                kept.push(other);
            }
        }
        kept.push(product);
        work.products = kept;
    }

    /// Whether all loops of one product are among those of another.
    fn covers(&self, product: &Product, other: &Product) -> bool {
        let view = self.loops.view;
        let is_same_end = |one: Option<Value>, two: Option<Value>| match (one, two) {
            (Some(one), Some(two)) => view.same(one, two),
            (one, two) => one == two,
        };
        let mut left = product.loops.clone();
        other.loops.iter().all(|wanted| {
            let is_same = |each: &LoopSpan| {
                is_same_end(each.from, wanted.from) && is_same_end(Some(each.to), Some(wanted.to))
            };
            left.iter().position(is_same).map(|position| left.remove(position)).is_some()
        })
    }
}
