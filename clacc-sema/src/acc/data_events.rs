//! The `enter data` and `exit data` directives of a function with the reference counts of the variables that they name, and its calls of
//! OpenACC routines that release data.

use clacc_syntax::arena::RawIdx;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::place::{At, EntityId, Place, Step};
use crate::program::run::Run;

/// The index of a construct among those of its function, in source order.
pub type Number = RawIdx;

/// The `enter data` and `exit data` directives of a function. A function may have many for one variable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DataEvents {
    /// The directives that name a variable or a part of it, in source order.
    of_entities: FxHashMap<EntityId, Vec<Number>>,
    /// The directives that name a variable or a member.
    of_places: FxHashMap<Place, Counts>,
    /// The structs that contain a member named by a directive.
    structs: FxHashSet<Place>,
    /// The calls of OpenACC routines that release data, in source order.
    releases: Vec<At>,
}

/// Prefixes of the names of the OpenACC routines that release data (OpenACC 3.4 3.2).
const RELEASING: [&str; 4] = ["acc_copyout", "acc_delete", "acc_shutdown", "acc_unmap_data"];

/// The directives that name one variable or member.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Counts {
    /// All these directives.
    all: Vec<Number>,
    /// The `exit data` directives.
    exits: Vec<Number>,
    /// The `enter data` directives of each block without `if` and `async`, each with the number of counts of the block that are not
    /// released at that point.
    enters: FxHashMap<Option<At>, Vec<(Number, usize)>>,
}

/// An `enter data` or `exit data` directive.
pub(super) struct DataEvent {
    pub(super) id: Number,
    /// Whether it is an `enter data`.
    pub(super) is_enter: bool,
    /// The node, usually a block, around the statement of the directive.
    pub(super) block: Option<At>,
    /// True if the directive is always executed and synchronous: it has no `if` and no `async`.
    pub(super) is_certain: bool,
}

impl DataEvents {
    /// Returns true if no directive names a place.
    pub(super) fn is_empty(&self) -> bool {
        self.of_entities.is_empty() && self.of_places.is_empty()
    }

    /// Adds a place that a directive names. Directives come in source order.
    pub(super) fn add(&mut self, event: &DataEvent, place: &Place) {
        let variable = place.without_ranges();
        push_once(self.of_entities.entry(place.root).or_default(), event.id);
        self.structs.extend(structs_around(&variable));
        let counts = self.of_places.entry(variable).or_default();
        push_once(&mut counts.all, event.id);
        match (event.is_enter, event.is_certain) {
            (false, _) => counts.exit(event.id),
            (true, true) => counts.enter(event.block, event.id),
            (true, false) => {}
        }
    }

    /// Adds a call of a function if that is an OpenACC routine which releases data. Calls come in source order.
    pub(super) fn add_call(&mut self, at: At, function: &str) {
        if RELEASING.iter().any(|routine| function.starts_with(routine)) {
            self.releases.push(at);
        }
    }

    /// Returns true if a call of an OpenACC routine in a run may release data.
    pub fn is_released_in(&self, run: Run) -> bool {
        !run.of(&self.releases, |at| *at).is_empty()
    }

    /// The directives that name a variable or a part of it, in source order.
    pub fn of_entity(&self, variable: EntityId) -> &[Number] {
        self.of_entities.get(&variable).map_or(&[], Vec::as_slice)
    }

    /// The directives that name a variable or a member, or a part of it, in source order.
    pub fn of_place(&self, variable: &Place) -> &[Number] {
        self.of_places.get(variable).map_or(&[], |counts| &counts.all)
    }

    /// The number of counts of a variable or member by `enter data` directives without `if` and `async` in one of two blocks that `exit
    /// data` directives before `exit` have not released; none if directives name a struct around it, or members of it, or if both blocks
    /// have such directives.
    pub fn count(
        &self,
        variable: &Place,
        block: Option<At>,
        around: Option<At>,
        exit: Number,
    ) -> Option<usize> {
        if self.structs.contains(variable)
            || structs_around(variable).any(|outer| self.of_places.contains_key(&outer))
        {
            return None;
        }
        let Some(counts) = self.of_places.get(variable) else { return Some(0) };
        let enters_in = |block| counts.enters.get(&block).map_or(&[][..], Vec::as_slice);
        let (own, outer) = (enters_in(block), if block == around { &[] } else { enters_in(around) });
        let before = |enters: &[(Number, usize)]| enters.partition_point(|(id, _)| is_before(*id, exit));
        let (own, outer) = (&own[..before(own)], &outer[..before(outer)]);
        match (own.last(), outer.last()) {
            (None, None) => Some(0),
            (Some((last, count)), None) | (None, Some((last, count))) => {
                Some(count.saturating_sub(counts.exits_between(*last, exit)))
            }
            (Some(_), Some(_)) => None,
        }
    }
}

impl Counts {
    fn enter(&mut self, block: Option<At>, id: Number) {
        let enters = self.enters.get(&block).map_or(&[][..], Vec::as_slice);
        let count = match enters.last() {
            Some((last, _)) if *last == id => return,
            Some((last, count)) => count.saturating_sub(self.exits_between(*last, id)),
            None => 0,
        };
        self.enters.entry(block).or_default().push((id, count + 1));
    }

    fn exit(&mut self, id: Number) {
        push_once(&mut self.exits, id);
    }

    /// The number of `exit data` directives between two directives.
    fn exits_between(&self, first: Number, last: Number) -> usize {
        let before = |id| self.exits.partition_point(|exit| is_before(*exit, id));
        before(last) - before(first)
    }
}

fn push_once(numbers: &mut Vec<Number>, id: Number) {
    if numbers.last() != Some(&id) {
        numbers.push(id);
    }
}

/// The structs that contain a member directly, without a pointer in between.
fn structs_around(variable: &Place) -> impl Iterator<Item = Place> {
    let fields = variable.steps.iter().rev().take_while(|step| matches!(step, Step::Field(_))).count();
    let lengths = variable.steps.len() - fields..variable.steps.len();
    lengths.map(|length| Place::behind(variable.root, &variable.steps[..length]))
}

/// Returns whether a construct precedes another one in the source.
fn is_before(first: Number, second: Number) -> bool {
    first.into_u32() < second.into_u32()
}
