//! The registry of callbacks for events (OpenACC 3.4 sections 5.3.1 and 5.4): counts, order, toggles.

use clacc_runtime_abi::profiling::{Callback, EVENTS, Event, Role};

/// A call of `acc_prof_register` or `acc_prof_unregister`, by its arguments.
#[derive(Clone, Copy, Debug)]
pub enum Request {
    /// Registers a callback once more, or withdraws one registration.
    Callback(Event, Callback),
    /// Enables or disables one callback of an event.
    OneOfEvent(Event, Callback),
    /// Enables or disables all callbacks of an event.
    WholeEvent(Event),
    /// Enables or disables all callbacks of all events.
    Everything,
    /// Enables or disables all callbacks in the calling thread.
    ThisThread,
}

impl Request {
    /// Converts the arguments of the routines. `None` for a combination that has no meaning, which is ignored.
    pub fn from_c(event: i32, callback: Option<Callback>, info: i32) -> Option<Self> {
        match (info, event, callback) {
            (0, _, Some(callback)) => Some(Self::Callback(Event::from_c(event)?, callback)),
            (1, 0, None) => Some(Self::Everything),
            (1, _, None) => Some(Self::WholeEvent(Event::from_c(event)?)),
            (1, _, Some(callback)) => Some(Self::OneOfEvent(Event::from_c(event)?, callback)),
            (2, 0, None) => Some(Self::ThisThread),
            _ => None,
        }
    }
}

/// A callback of an event.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The function.
    pub callback: Callback,
    /// The object that holds the function: callbacks of one object share `tool_info`.
    pub owner: usize,
    count: usize,
    is_enabled: bool,
}

/// The callbacks of one event, in the order of their calls.
#[derive(Clone, Debug)]
struct List {
    entries: Vec<Entry>,
    is_enabled: bool,
}

/// The registered callbacks of all events.
#[derive(Clone, Debug)]
pub struct Registry {
    lists: [List; EVENTS],
    is_enabled: bool,
}

impl Default for Registry {
    fn default() -> Self {
        let list = || List { entries: Vec::new(), is_enabled: true };
        Self { lists: std::array::from_fn(|_| list()), is_enabled: true }
    }
}

fn is_same(one: Callback, other: Callback) -> bool {
    std::ptr::fn_addr_eq(one, other)
}

impl Registry {
    /// Registers a callback, or enables what a toggle names. A callback that is registered several times for an event is
    /// counted, and called once. Libraries nest: the callback that was registered last is the last one of events that
    /// begin something, and the first one of events that end it.
    pub fn register(&mut self, request: Request, owner: usize) {
        let Request::Callback(event, callback) = request else { return self.toggle(request, true) };
        let entries = &mut self.lists[event.index()].entries;
        if let Some(entry) = entries.iter_mut().find(|entry| is_same(entry.callback, callback)) {
            entry.count += 1;
        } else {
            let at = if event.role() == Role::End { 0 } else { entries.len() };
            entries.insert(at, Entry { callback, owner, count: 1, is_enabled: true });
        }
    }

    /// Withdraws one registration, or disables what a toggle names. A callback without registrations left is not called.
    pub fn unregister(&mut self, request: Request) {
        let Request::Callback(event, callback) = request else { return self.toggle(request, false) };
        let entries = &mut self.lists[event.index()].entries;
        if let Some(entry) = entries.iter_mut().find(|entry| is_same(entry.callback, callback)) {
            entry.count -= 1;
        }
        entries.retain(|entry| entry.count > 0);
    }

    /// Enables or disables callbacks. A toggle of a callback that is not registered has no effect.
    fn toggle(&mut self, request: Request, is_enabled: bool) {
        match request {
            Request::Everything => self.is_enabled = is_enabled,
            Request::WholeEvent(event) => self.lists[event.index()].is_enabled = is_enabled,
            Request::OneOfEvent(event, callback) => {
                let mut entries = self.lists[event.index()].entries.iter_mut();
                if let Some(entry) = entries.find(|entry| is_same(entry.callback, callback)) {
                    entry.is_enabled = is_enabled;
                }
            }
            Request::Callback(..) | Request::ThisThread => {}
        }
    }

    /// The callbacks that an event calls, in the order of the calls.
    pub fn called(&self, event: Event) -> impl Iterator<Item = &Entry> {
        let list = &self.lists[event.index()];
        let is_enabled = self.is_enabled && list.is_enabled;
        list.entries.iter().filter(move |entry| is_enabled && entry.is_enabled)
    }

    /// Returns true if no callback is registered, enabled or not.
    pub fn is_empty(&self) -> bool {
        self.lists.iter().all(|list| list.entries.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clacc_runtime_abi::profiling::{ApiInfo, EventInfo, ProfInfo};

    unsafe extern "C" fn first(prof: *mut ProfInfo, _: *mut EventInfo, _: *mut ApiInfo) {
        // The two functions differ, so that no compiler makes one of them.
        // SAFETY: no test calls it.
        unsafe { (*prof).thread_id = 1 };
    }

    unsafe extern "C" fn second(prof: *mut ProfInfo, _: *mut EventInfo, _: *mut ApiInfo) {
        // SAFETY: no test calls it.
        unsafe { (*prof).thread_id = 2 };
    }

    const START: Event = Event::UpdateStart;
    const END: Event = Event::UpdateEnd;

    /// The callbacks of an event by number.
    fn names(registry: &Registry, event: Event) -> Vec<u8> {
        registry.called(event).map(|entry| if is_same(entry.callback, first) { 1 } else { 2 }).collect()
    }

    fn both() -> Registry {
        let mut registry = Registry::default();
        for event in [START, END] {
            registry.register(Request::Callback(event, first), 10);
            registry.register(Request::Callback(event, second), 20);
        }
        registry
    }

    #[test]
    fn libraries_nest() {
        let registry = both();
        assert_eq!((names(&registry, START), names(&registry, END)), (vec![1, 2], vec![2, 1]));
        assert_eq!(names(&registry, Event::Alloc), []);
        assert_eq!(registry.called(END).map(|entry| entry.owner).collect::<Vec<_>>(), [20, 10]);
    }

    #[test]
    fn registrations_are_counted() {
        let mut registry = both();
        registry.register(Request::Callback(START, first), 10);
        assert_eq!(names(&registry, START), [1, 2], "it is called once");
        registry.unregister(Request::Callback(START, first));
        assert_eq!(names(&registry, START), [1, 2]);
        registry.unregister(Request::Callback(START, first));
        assert_eq!(names(&registry, START), [2]);
        registry.unregister(Request::Callback(START, first));
        registry.register(Request::Callback(START, first), 10);
        assert_eq!(names(&registry, START), [2, 1], "what was not registered is not owed");
        for event in [START, END] {
            for callback in [first, second] {
                registry.unregister(Request::Callback(event, callback));
            }
        }
        assert!(registry.is_empty());
    }

    #[test]
    fn toggles() {
        let mut registry = both();
        let all = |registry: &Registry| [START, END].map(|event| names(registry, event));
        registry.unregister(Request::OneOfEvent(START, first));
        assert_eq!(all(&registry), [vec![2], vec![2, 1]]);
        registry.unregister(Request::WholeEvent(END));
        assert_eq!(all(&registry), [vec![2], vec![]]);
        registry.register(Request::WholeEvent(END), 0);
        registry.register(Request::OneOfEvent(START, first), 0);
        registry.unregister(Request::Everything);
        assert_eq!(all(&registry), [vec![], vec![]]);
        assert!(!registry.is_empty(), "what is disabled stays registered");
        registry.register(Request::Everything, 0);
        assert_eq!(all(&registry), [vec![1, 2], vec![2, 1]]);
        registry.register(Request::OneOfEvent(Event::Alloc, first), 0);
        assert_eq!(names(&registry, Event::Alloc), [], "a toggle registers nothing");
    }

    #[test]
    fn arguments_without_meaning() {
        let request = |event, callback, info| Request::from_c(event, callback, info);
        assert!(matches!(request(14, Some(first), 0), Some(Request::Callback(START, _))));
        assert!(matches!(request(14, Some(first), 1), Some(Request::OneOfEvent(START, _))));
        assert!(matches!(request(14, None, 1), Some(Request::WholeEvent(START))));
        assert!(matches!(request(0, None, 1), Some(Request::Everything)));
        assert!(matches!(request(0, None, 2), Some(Request::ThisThread)));
        let one = Some(first as Callback);
        let meaningless = [
            (0, one, 0),
            (14, None, 0),
            (26, one, 0),
            (0, one, 1),
            (14, None, 2),
            (14, one, 3),
            (-1, None, 1),
        ];
        for (event, callback, info) in meaningless {
            assert!(request(event, callback, info).is_none(), "{event} {info}");
        }
    }
}
