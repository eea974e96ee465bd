//! The order of uses, by scripts.

use super::*;
use crate::discrete::arena::Arena;
use crate::discrete::origin::{Cause, Origin};
use crate::openacc::present::tests::Dice;
use clacc_runtime_abi::layout;

/// Words of memory of a device.
struct Words {
    arena: &'static Arena,
    base: Address,
}

thread_local! {
    static ARENA: Option<&'static Arena> = Arena::reserve().map(|arena| &*Box::leak(Box::new(arena)));
}

/// Numbers are used again, as in programs with devices.
fn for_live_blocks(run: &dyn Fn(&Shadow, Extent)) {
    if let Some(arena) = ARENA.with(|arena| *arena) {
        arena.for_live(run);
    }
}

fn words() -> Origin {
    Origin::Item("words".to_owned(), None)
}

impl Words {
    fn new() -> Option<Self> {
        let arena = ARENA.with(|arena| *arena)?;
        offer_blocks(for_live_blocks);
        let base = arena.allocate(64, 0, Cause::unknown(words()))?;
        arena.shadow.set(base, 64, WRITTEN);
        Some(Self { arena, base })
    }

    /// Runs the steps of a script and says of each what it should have waited for: an operation that writes (`w`), one that reads (`r`), or
    /// none (`.`). `1w0` is an operation on queue 1 that writes word 0; `2<1r0` one on queue 2 that comes after queue 1 and reads; `hr0` a
    /// read outside of queues; `wait1` and `wait` wait. `di1o2w0` is a deferred operation with the dependences `in: 1` and `out: 2` that writes
    /// word 0; `ti1o2` a task of the host with these, and `s` is `inoutset`; `awaiti1` and `await` are `taskwait` with and without a dependence;
    /// `{` and `}` stand around what the thread does in another task, `[` and `]` around a taskgroup.
    fn outcome(&self, script: &str) -> Option<String> {
        script.split(' ').map(|step| self.step(step)).collect()
    }

    fn step(&self, step: &str) -> Option<char> {
        if let Some(queue) = step.strip_prefix("wait") {
            queue.parse().map_or_else(|_| wait_all(), wait);
            return Some('.');
        }
        if let Some(happening) = happening(step, &dependences(step)) {
            follow(happening);
            return Some('.');
        }
        let at = step.find(['r', 'w'])?;
        let (queues, action) = step.split_at(at);
        let numbers: Vec<Address> = queues.split('<').filter_map(|queue| queue.parse().ok()).collect();
        if let [own, waits @ ..] = numbers.as_slice() {
            begin(*own, waits, || Issued::Construct(Construct::unknown()));
        } else if let Some(list) = queues.strip_prefix('d') {
            begin_deferred(&dependences(list), || Issued::Construct(Construct::unknown()));
        }
        let word: usize = action[1..].parse().ok()?;
        let extent = Extent { start: self.base + 8 * word, bytes: 8 };
        let other = touch(&self.arena.shadow, extent, action.starts_with('w')).err();
        end();
        Some(other.map_or('.', |other| if other.writes { 'w' } else { 'r' }))
    }
}

/// Reads dependences.
fn dependences(list: &str) -> Vec<Depend> {
    let kind = |letter: &str| match letter {
        "i" => layout::IN,
        "s" => layout::INOUTSET,
        _ => layout::IN + 1,
    };
    let one = |(at, letter): (usize, &str)| {
        let address = std::ptr::without_provenance(usize::from(list.as_bytes()[at + 1]));
        Depend { address, kind: kind(letter), reserved: 0 }
    };
    list.match_indices(['i', 'o', 's'])
        .filter(|(at, _)| list.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit))
        .map(one)
        .collect()
}

fn happening<'d>(step: &str, dependences: &'d [Depend]) -> Option<Happening<'d>> {
    Some(match step.as_bytes() {
        b"{" => Happening::Begins,
        b"}" => Happening::Ends,
        b"[" => Happening::BeginsGroup,
        b"]" => Happening::EndsGroup,
        [b't', ..] => Happening::IsMade(dependences),
        [b'a', ..] if dependences.is_empty() => Happening::WaitsForAll,
        [b'a', ..] => Happening::WaitsFor(dependences),
        _ => return None,
    })
}

/// Runs a script on fresh memory, and lets its operations go.
fn alone(script: &str) -> Option<String> {
    let words = Words::new()?;
    let outcome = words.outcome(script);
    wait_all();
    words.arena.free(words.base, self::words());
    outcome
}

#[test]
fn uses_come_after_the_operations_that_the_program_waits_for() {
    for (script, expected) in [
        // One queue keeps its order, and waiting for it is enough.
        ("1w0 1r0 1w0 wait1 hr0 hw0", "......"),
        ("1w0 hr0", ".w"),
        ("1w0 hw0", ".w"),
        ("1r0 hr0 hw0", "..r"),
        // Words differ.
        ("1w0 2w1 hw2 wait1 hr0 hr1", ".....w"),
        // Queues are apart unless one waits for the other.
        ("1w0 2r0", ".w"),
        ("1r0 2w0", ".r"),
        ("1r0 2r0 wait2 hw0", "...r"),
        ("1w0 2<1r0 wait2 hw0", "...."),
        ("1w0 2<1r0 wait1 hw0", "...r"),
        ("1w0 2<1r0 3r0", "..w"),
        ("1w0 2<1r1 3<2r0 wait3 hw0 hw1", "......"),
        // A wait is for the operations that the queue holds then, and not for later ones.
        ("1w0 2<1r0 1w2 2r2", "...w"),
        ("1w0 wait1 1w1 hr0 hr1", "....w"),
        ("1w0 wait 1w0 hr0", "...w"),
    ] {
        assert_eq!(alone(script).as_deref(), Some(expected), "{script}");
    }
}

/// The expected outcome of a script, from the definition: two uses of a word are ordered if a chain of steps leads from one to the other.
#[derive(Default)]
struct Model {
    /// The operations on queues so far: what comes before each, and its use of a word.
    operations: Vec<(u64, usize, bool)>,
    /// The operations before the thread's next action, and before the next operation on each queue.
    thread: u64,
    queues: [u64; 4],
}

impl Model {
    /// Takes a step: a queue (0: none), a queue that it waits for, a word, and whether it writes. Returns whether it is apart from an operation that
    /// writes the word, and from how many that only read it, if it writes itself.
    fn step(&mut self, queue: usize, waited: usize, word: usize, writes: bool) -> (bool, usize) {
        let before = self.thread | self.queues[queue] | self.queues[waited];
        let apart = |at: &usize| before >> at & 1 == 0 && self.operations[*at].1 == word;
        let apart: Vec<usize> = (0..self.operations.len()).filter(apart).collect();
        let writers = apart.iter().filter(|at| self.operations[**at].2).count();
        if queue > 0 {
            self.queues[queue] = before | 1 << self.operations.len();
            self.operations.push((before, word, writes));
        }
        (writers > 0, if writes { apart.len() - writers } else { 0 })
    }
}

/// A script of random steps, with what the model says of its last step.
fn random_script(seed: u64) -> (String, bool, usize) {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut below = |count| dice.below(count);
    let (mut model, mut script) = (Model::default(), Vec::new());
    for _ in 0..2 + below(12) {
        let (queue, waited, word, writes) = (below(4), below(6), below(2), below(2) == 0);
        if queue == 0 && waited > 3 {
            script.push("wait2".to_owned());
            model.thread |= model.queues[2];
            continue;
        }
        let waited = if queue == 0 || waited > 3 { 0 } else { waited };
        let own = if queue == 0 { "h".to_owned() } else { queue.to_string() };
        let after = if waited == 0 { String::new() } else { format!("<{waited}") };
        script.push(format!("{own}{after}{}{word}", if writes { "w" } else { "r" }));
        let (from_writer, from_readers) = model.step(queue, waited, word, writes);
        if from_writer || from_readers > 0 {
            return (script.join(" "), from_writer, from_readers);
        }
    }
    (script.join(" "), false, 0)
}

#[test]
fn random_scripts_are_judged_as_by_the_definition() {
    let mut found = [0; 4];
    for seed in 1..4000 {
        let (script, from_writer, from_readers) = random_script(seed);
        let outcome = alone(&script).unwrap_or_default();
        let (steps, last) = outcome.split_at(outcome.len() - 1);
        assert!(steps.chars().all(|step| step == '.'), "{script}: {outcome}");
        match last {
            "w" => assert!(from_writer, "{script}: {outcome}"),
            "r" => assert!(from_readers > 0, "{script}: {outcome}"),
            _ => assert!(!from_writer, "{script}: {outcome}"),
        }
        // One reader of a word is remembered, so that a write may come before another one unseen.
        let is_missed = last == "." && from_readers > 0;
        found[["w", "r", "."].iter().position(|known| *known == last && !is_missed).unwrap_or(3)] += 1;
    }
    let [by_writers, by_readers, ordered, missed] = found;
    assert!(by_writers > 100 && by_readers > 100 && ordered > 100 && missed < by_readers / 5, "{found:?}");
}

#[test]
fn deferred_operations_come_after_those_on_which_they_depend() {
    for (script, expected) in [
        ("dw0 hr0", ".w"),
        ("dw0 await hw0", "..."),
        ("dw0 dr0", ".w"),
        ("dr0 dr0 hw0", "..r"),
        // The kinds of dependences.
        ("do1w0 di1r0 di1r0 do1w0 await hw0", "......"),
        ("do1w0 di1r0 di1w0", "..r"),
        ("do1w0 di2r0", ".w"),
        ("do1w0 awaiti1 hr0", "..."),
        ("do1w0 di1o2w1 awaiti2 hr0 hr1", "....."),
        ("do1w0 di1o2w1 awaiti1 hr0 hr1", "....w"),
        ("do1w0 do2w1 awaiti2 hr0", "...w"),
        ("do1w0 ds1r0 ds1w0", "..r"),
        ("ds1r0 do1w0 ds1r0 di1r0 ds1w0", "....."),
        ("ds1r0 di1r0 ds1w0 await hw0", "....."),
        // Taskgroups wait for what they hold, and for what comes before that.
        ("dw0 [ dw1 ] hw1 hw0", ".....w"),
        ("do1w0 [ ti1 ] hw0", "....."),
        ("[ [ dw0 ] hw0 dw0 ] hw0", "........"),
        ("[ dw0 [ ] hr0", "....w"),
        ("[ dw0 { dw1 } await ] hw0 hw1", "........."),
        // Tasks of the host are links of a chain.
        ("do1w0 ti1o2 di2r0", "..."),
        ("do1w0 ti1o2 di3r0", "..w"),
        ("do1w0 ti1o2 awaiti2 hr0", "...."),
        // Other tasks count as ordered, and wait for their own alone.
        ("dw0 { hr0 } hr0", "....w"),
        ("dw0 { await } hr0", "....w"),
        ("dw0 { dw1 await hw1 } hw1 hw0", ".......w"),
        ("do1w0 { do1w0 } di1r0 await hw0", "......."),
        ("dw0 { { hr0 } hr0 } hw0", ".......w"),
        ("1w0 { wait1 } hr0", "....."),
        ("1w0 { hr0", "..w"),
        // Both kinds together.
        ("1w0 await hr0", "..w"),
        ("1w0 dr0", ".w"),
        ("dw0 1r0", ".w"),
        ("dw0 wait hr0", "..."),
        // The address of a queue in dependences: the character 1 has the number 49.
        ("49w0 di1r0 49w0 wait49 hw0", "....."),
        ("do1w0 49r0 2<49w0", "..."),
        ("49w0 awaiti1 hw0", "..."),
    ] {
        assert_eq!(alone(script).as_deref(), Some(expected), "{script}");
    }
}

#[test]
fn operations_of_other_threads_are_not_followed() {
    let words = Words::new();
    let outcome = |script: &str| words.as_ref()?.outcome(script);
    assert_eq!(outcome("1w0 1r1").as_deref(), Some(".."));
    std::thread::scope(|scope| {
        let other = scope.spawn(|| outcome("hr0 hw1 2w2"));
        assert_eq!(other.join().ok().flatten().as_deref(), Some("..."));
    });
    let own = outcome("hr0 hw2");
    assert_eq!(own.as_deref(), Some("w."), "the other thread has ended, and its operations with it");
}
