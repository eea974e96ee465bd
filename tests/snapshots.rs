//! Questions from other threads, and edits that end them.

mod one_file;

use std::sync::mpsc::channel;
use std::thread;

use clacc::options::CompileOptions;
use clacc::translate::TranslateOptions;
use clacc::{Analysis, Cancelled, Session, Snapshot, Unit};
use one_file::open;

const WAIT: &str = "#pragma acc wait\n";

fn findings(unit: Unit) -> impl Fn(&Analysis) -> usize {
    move |analysis| analysis.check(unit).len()
}

#[test]
fn a_snapshot_is_for_every_thread() {
    fn is_shared<T: Clone + Send + Sync + 'static>() {}
    is_shared::<Snapshot>();
}

#[test]
fn an_edit_ends_a_question_that_runs() {
    let (mut session, unit) = open(WAIT);
    let snapshot = session.snapshot();
    let (asked, is_asked) = channel();
    let endless = thread::spawn(move || {
        snapshot.ask(|analysis| {
            loop {
                let found = analysis.check(unit).len();
                asked.send(found).unwrap_or_default();
            }
        })
    });
    assert_eq!(is_asked.recv(), Ok(1));
    session.set_source("f.c", WAIT.repeat(2));
    let ended: Result<(), Cancelled> = endless.join().expect("it does not panic");
    assert_eq!(ended, Err(Cancelled));
    assert_eq!(session.check(unit).len(), 2);
    assert_eq!(session.snapshot().ask(findings(unit)), Ok(2));
}

#[test]
fn every_change_ends_a_snapshot_and_nothing_else_does() {
    let other = CompileOptions::default().define("N=1");
    type Change<'c> = (&'c str, &'c dyn Fn(&mut Session, Unit));
    let changes: [Change<'_>; 7] = [
        ("text", &|session, _| session.set_source("f.c", "int a;\n")),
        ("text of a file that nobody has needed", &|session, _| session.set_source("g.h", "int a;\n")),
        ("no file", &|session, _| session.remove_source("f.c")),
        ("options", &|session, unit| session.set_options(unit, &other).expect("it is there")),
        ("unit", &|session, unit| session.remove_unit(unit).expect("it is there")),
        ("memory", &|session, _| session.compact()),
        ("functions", &|session, unit| {
            session.set_source("g.c", "void g(void) { }\n");
            _ = session.share_device_functions(&[unit]);
        }),
    ];
    for (what, change) in changes {
        let (mut session, unit) = open(WAIT);
        let snapshot = session.snapshot();
        session.set_source("f.c", WAIT);
        session.set_options(unit, &CompileOptions::default()).expect("it is there");
        session.add_unit("f.c", &other).expect("there is such a file");
        assert_eq!(session.snapshot().ask(findings(unit)), Ok(1), "{what}");
        assert_eq!(snapshot.clone().ask(findings(unit)), Ok(1), "{what}");
        change(&mut session, unit);
        assert_eq!(snapshot.ask(findings(unit)), Err(Cancelled), "{what}");
        assert!(session.snapshot().ask(|_| ()).is_ok(), "{what}");
    }
}

#[test]
fn a_snapshot_has_the_units_of_its_time() {
    let (mut session, first) = open(WAIT);
    let snapshot = session.snapshot();
    let second = session.add_unit("f.c", &CompileOptions::default()).expect("there is such a file");
    assert_eq!(
        snapshot.ask(|analysis| (analysis.has_unit(first), analysis.has_unit(second))),
        Ok((true, false))
    );
    assert_eq!(session.snapshot().ask(findings(second)), Ok(1));
}

/// What runs is answered. A snapshot that is only held keeps nothing; see `memory.rs` too.
#[test]
fn nobody_asks_after_the_end_of_a_session() {
    let (session, unit) = open(WAIT);
    let snapshot = session.snapshot();
    let answer = snapshot.ask(|analysis| {
        drop(session);
        (findings(unit)(analysis), snapshot.ask(findings(unit)))
    });
    assert_eq!(answer, Ok((1, Err(Cancelled))));
    assert_eq!(snapshot.ask(findings(unit)), Err(Cancelled));
}

/// A question inside of a question does not wait, although the session waits for the outer one.
#[test]
fn a_question_inside_another_one_does_not_wait_for_an_edit() {
    let (mut session, unit) = open(WAIT);
    let snapshot = session.snapshot();
    let (asked, is_asked) = channel();
    let outer = thread::spawn(move || {
        snapshot.ask(|_| {
            asked.send(()).unwrap_or_default();
            loop {
                if let Err(cancelled) = snapshot.ask(findings(unit)) {
                    return cancelled;
                }
            }
        })
    });
    is_asked.recv().expect("it asks");
    session.set_source("f.c", "");
    assert_eq!(outer.join().expect("it does not panic"), Ok(Cancelled));
    assert!(session.check(unit).is_empty());
}

/// What a question changes itself cannot wait for the question.
#[test]
fn an_edit_inside_a_question_waits_for_nothing() {
    let (mut session, unit) = open(WAIT);
    let snapshot = session.snapshot();
    let answer = snapshot.ask(|analysis| {
        let before = analysis.check(unit).len();
        session.set_source("f.c", "");
        let inside = snapshot.ask(findings(unit));
        (before, analysis.check(unit).len(), inside)
    });
    assert_eq!(answer, Ok((1, 1, Err(Cancelled))));
    assert!(session.check(unit).is_empty());
    assert_eq!(session.snapshot().ask(findings(unit)), Ok(0));
}

#[test]
fn a_panic_of_a_question_goes_on_and_spoils_nothing() {
    let (mut session, unit) = open(WAIT);
    let snapshot = session.snapshot();
    let panics = thread::spawn({
        let snapshot = snapshot.clone();
        move || snapshot.ask(|analysis| assert_eq!(analysis.check(unit).len(), 0))
    });
    assert!(panics.join().is_err());
    assert_eq!(snapshot.ask(findings(unit)), Ok(1));
    session.set_source("f.c", "");
    assert!(session.check(unit).is_empty());
}

/// Several threads ask while one edits. Every answer is that of the text of its snapshot.
#[test]
fn answers_are_those_of_the_state_that_was_asked() {
    let text = |number: usize| {
        let parts = (0..=number).map(|part| {
            format!("void f{part}(int n, int *x) {{\n#pragma acc parallel loop num_gangs({part}.5)\nfor (int i = 0; i < n; ++i) x[i] = i;\n}}\n")
        });
        parts.collect::<String>()
    };
    let (mut session, unit) = open(&text(0));
    let mut answered = 0;
    for number in 0..20 {
        session.set_source("f.c", text(number));
        let snapshot = session.snapshot();
        let askers: Vec<_> = (0..3)
            .map(|_| {
                let snapshot = snapshot.clone();
                thread::spawn(move || {
                    snapshot.ask(|analysis| {
                        let translation = analysis.translate(unit, &TranslateOptions::default());
                        (analysis.check(unit).len(), translation.text.clone())
                    })
                })
            })
            .collect();
        if number % 2 == 0 {
            session.set_source("f.c", text(number + 1));
        }
        for asker in askers {
            if let Ok((found, text_of_answer)) = asker.join().expect("it does not panic") {
                answered += 1;
                assert_eq!(found, number + 1);
                assert!(text_of_answer.starts_with(b"void f0"));
            }
        }
    }
    assert!(answered >= 30, "without an edit, every question is answered: {answered}");
}

/// Counts what is read of it.
struct CountedFiles(std::sync::Arc<std::sync::atomic::AtomicUsize>);

impl clacc::files::FileSystem for CountedFiles {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        let own = ["h.h", "f.c"].contains(&path);
        self.0.fetch_add(usize::from(own), std::sync::atomic::Ordering::Relaxed);
        own.then(|| b"#pragma acc wait\n".to_vec()).ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }
}

/// A session begins anew when names of gone texts have become many. Nobody sees it.
#[test]
fn a_session_that_begins_anew_answers_the_same() {
    let reads = std::sync::Arc::default();
    let mut session = Session::new(CountedFiles(std::sync::Arc::clone(&reads)));
    let text = |edit: usize| {
        let names: Vec<String> = (0..3000).map(|name| format!("int n{edit}_{name};\n")).collect();
        let names = names.concat();
        format!(
            "#include \"h.h\"\n{names}void f(int n) {{\n#pragma acc parallel num_gangs(n + {edit}.5)\n{{ }}\n}}\n"
        )
    };
    session.set_source("f.c", text(0));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("there is such a file");
    let first = session.declarations(unit).pop().expect("f");
    let mut held = Vec::new();
    for edit in 1..8 {
        let snapshot = session.snapshot();
        assert_eq!(snapshot.ask(findings(unit)), Ok(2));
        session.set_source("f.c", text(edit));
        assert_eq!(snapshot.ask(findings(unit)), Err(Cancelled));
        assert_eq!(session.check(unit).len(), 2);
        let last = session.declarations(unit).pop().expect("f");
        assert_eq!((last.name(), first.name()), ("f", "f"));
        held.push(session.memory().names());
    }
    assert!(held.windows(2).any(|two| two[1] < two[0]), "it begins anew: {held:?}");
    assert_eq!(reads.load(std::sync::atomic::Ordering::Relaxed), 1, "`h.h` is read once");
}
