//! The policies `clacc` and `performance` with one weakening.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use clacc_ttx::edition::{self, DesignEdition};
use clacc_ttx::node::OmpNode;
use clacc_ttx::policy::{Context, MappingPolicy};
use clacc_ttx::rules;

use crate::kind::Kind;
use crate::weaken::weaken;

/// The policy whose translations are weakened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Base {
    Clacc,
    Performance,
}

impl Base {
    const fn edition(self) -> &'static DesignEdition {
        match self {
            Base::Clacc => &edition::SEED,
            Base::Performance => &edition::FAST,
        }
    }
}

/// The default rules with one weakening. Each translation needs a session of its own, because weakenings are
/// numbered in the order in which constructs are mapped.
#[derive(Clone)]
pub(crate) struct Weakened {
    state: Arc<State>,
}

struct State {
    base: Base,
    chosen: Option<u32>,
    next: AtomicU32,
    kinds: Mutex<Vec<Kind>>,
}

impl Weakened {
    /// The rules with the weakening of this number; without a number, unchanged.
    pub(crate) fn new(base: Base, chosen: Option<u32>) -> Weakened {
        let state = State { base, chosen, next: AtomicU32::new(0), kinds: Mutex::default() };
        Weakened { state: Arc::new(state) }
    }

    /// The kinds of all weakenings that were offered, by their numbers.
    pub(crate) fn kinds(&self) -> Vec<Kind> {
        self.state.kinds.lock().expect("no rule failed").clone()
    }

    fn change(&self, cx: &Context<'_>, mut node: OmpNode) -> OmpNode {
        let state = &self.state;
        weaken(cx, &mut node, &mut |weakening| {
            if state.chosen.is_none() {
                state.kinds.lock().expect("no rule failed").push(Kind::new(cx, weakening));
            }
            Some(state.next.fetch_add(1, Ordering::Relaxed)) == state.chosen
        });
        node
    }
}

impl MappingPolicy for Weakened {
    fn id(&self) -> &'static str {
        "weakened"
    }
    fn version(&self) -> &'static str {
        "1"
    }
    fn edition(&self) -> &'static DesignEdition {
        self.state.base.edition()
    }
    fn update(&self, cx: &Context<'_>) -> OmpNode {
        self.change(cx, rules::update(cx))
    }
    fn enter_data(&self, cx: &Context<'_>) -> OmpNode {
        self.change(cx, rules::enter_data(cx))
    }
    fn exit_data(&self, cx: &Context<'_>) -> OmpNode {
        self.change(cx, rules::exit_data(cx))
    }
    fn data(&self, cx: &Context<'_>) -> OmpNode {
        self.change(cx, rules::data(cx))
    }
    fn parallel(&self, cx: &Context<'_>) -> OmpNode {
        self.change(cx, rules::parallel(cx))
    }
    fn serial(&self, cx: &Context<'_>) -> OmpNode {
        self.change(cx, rules::serial(cx))
    }
    fn kernels(&self, cx: &Context<'_>) -> OmpNode {
        self.change(cx, rules::kernels(cx))
    }
    fn loop_(&self, cx: &Context<'_>) -> OmpNode {
        self.change(cx, rules::loop_(cx))
    }
    fn host_data(&self, cx: &Context<'_>) -> OmpNode {
        self.change(cx, rules::host_data(cx))
    }
    fn atomic(&self, cx: &Context<'_>) -> OmpNode {
        self.change(cx, rules::atomic(cx))
    }
    fn wait(&self, cx: &Context<'_>) -> OmpNode {
        self.change(cx, rules::wait(cx))
    }
    fn cache(&self, cx: &Context<'_>) -> OmpNode {
        self.change(cx, rules::cache(cx))
    }
    fn declare(&self, cx: &Context<'_>) -> OmpNode {
        self.change(cx, rules::declare(cx))
    }
    fn routine(&self, cx: &Context<'_>) -> OmpNode {
        self.change(cx, rules::routine(cx))
    }
    fn device_control(&self, cx: &Context<'_>) -> OmpNode {
        self.change(cx, rules::device_control(cx))
    }
}
