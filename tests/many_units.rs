//! Programs that go through many files with one session: what is read again, and what a unit that is gone answers.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};

use clacc::files::FileSystem;
use clacc::omp::MappingChoice;
use clacc::options::CompileOptions;
use clacc::translate::{Mode, TranslateOptions};
use clacc::{ErrorKind, Session, Unit};

/// Files that count how often each path is read.
#[derive(Clone, Default)]
struct CountedFiles {
    texts: Arc<BTreeMap<String, String>>,
    reads: Arc<Mutex<BTreeMap<String, usize>>>,
}

impl CountedFiles {
    /// Makes `files` main files that include `headers` headers each.
    fn new(files: usize, headers: usize) -> CountedFiles {
        let header = |number: usize| (format!("inc/h{number}.h"), format!("extern int v{number};\n"));
        let includes: Vec<String> = (0..headers).map(|number| format!("#include <h{number}.h>\n")).collect();
        let includes = includes.concat();
        let main = |number: usize| {
            let body = "void f(int *x) {\n#pragma acc update self(x[0:2])\n}\n";
            (format!("f{number}.c"), format!("{includes}{body}"))
        };
        let texts = (0..headers).map(header).chain((0..files).map(main)).collect();
        CountedFiles { texts: Arc::new(texts), reads: Arc::default() }
    }

    fn count(&self) -> usize {
        self.reads.lock().expect("no reader panics").values().sum()
    }
}

impl FileSystem for CountedFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        *self.reads.lock().expect("no reader panics").entry(path.to_owned()).or_default() += 1;
        self.texts
            .get(path)
            .map(|text| text.clone().into_bytes())
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

fn add(session: &mut Session, number: usize) -> Unit {
    let options = CompileOptions::default().include_dir("inc");
    let unit = session.add_unit(&format!("f{number}.c"), &options).expect("there is such a file");
    assert!(session.check(unit).is_empty());
    unit
}

/// Adds each file, asks about it, and removes it while at most `kept` units stay.
fn reads_of(files: usize, headers: usize, kept: usize) -> usize {
    let counted = CountedFiles::new(files, headers);
    let mut session = Session::new(counted.clone());
    let mut units = Vec::new();
    for number in 0..files {
        units.push(add(&mut session, number));
        if units.len() > kept {
            session.remove_unit(units.remove(0)).expect("it was added");
        }
    }
    counted.count()
}

#[test]
fn headers_are_read_once_in_loops_that_remove_units() {
    for (files, headers, kept) in [(40, 17, 0), (40, 17, 1), (40, 17, 30), (40, 17, 40), (1, 0, 0)] {
        assert_eq!(reads_of(files, headers, kept), files + headers, "{files} {headers} {kept}");
    }
}

#[test]
#[ignore = "it prints figures"]
fn figures_of_four_hundred_files() {
    for kept in [0, 400] {
        let (start, reads) = (std::time::Instant::now(), reads_of(400, 170, kept));
        tell(&format!("{kept} units stay: {reads} reads, {:?}", start.elapsed()));
    }
}

#[expect(clippy::print_stdout, reason = "a run by hand shows what it measured")]
fn tell(line: &str) {
    println!("{line}");
}

/// The codes that each question returns which has findings.
fn codes_of_questions(session: &Session, unit: Unit) -> Vec<Vec<&'static str>> {
    let options = TranslateOptions::default();
    let acc = TranslateOptions::default().with_mode(Mode::Acc);
    let found = [
        session.check(unit),
        session.check_syntax(unit),
        session.translate(unit, &options).diagnostics.clone(),
        session.translate(unit, &acc).diagnostics.clone(),
        session.translate_together(&[unit], &options).0.remove(0).diagnostics.clone(),
        session.drift(unit, &options),
    ];
    found.iter().map(|found| found.iter().map(|finding| finding.code.id).collect()).collect()
}

/// Checks that nothing about a unit panics, and that no answer holds anything.
fn check_unknown(session: &mut Session, unit: Unit) {
    assert!(!session.has_unit(unit));
    assert_eq!(codes_of_questions(session, unit), vec![vec!["UNIT0001"]; 6]);
    assert_eq!(
        session.check(unit)[0].to_string(),
        "<builtin>/no unit:1:1: error[UNIT0001]: the session has no such unit"
    );
    assert_eq!(&*session.path(unit), "");
    let (options, choice) = (TranslateOptions::default(), MappingChoice::default());
    let texts = [session.print(unit, &options), session.dump_text(unit, &choice).into_bytes()];
    assert!(texts.iter().all(Vec::is_empty), "{texts:?}");
    let is_empty = [
        session.declarations(unit).is_empty(),
        session.directed_declarations(unit).is_empty(),
        session.included_files(unit).is_empty(),
        session.attributes(unit).is_empty(),
        session.compare(unit, &choice, &MappingChoice::default()).is_empty(),
        session.device_functions(unit).functions.is_empty(),
        session.node_at(unit, "f0.c", 0).is_none(),
        !session.calls_functions_of_others(unit),
        session.tree(unit).nodes.is_empty(),
        !session.dump_json(unit, &choice).is_empty(),
        !session.expand_directives_of_macros(unit),
        session.share_device_functions(&[unit]).changed.is_empty(),
    ];
    assert_eq!(is_empty, [true; 12]);
    let errors = [session.remove_unit(unit), session.set_options(unit, &CompileOptions::default())];
    assert!(
        errors.iter().all(|error| error.as_ref().map_err(clacc::Error::kind) == Err(ErrorKind::UnknownUnit))
    );
}

#[test]
fn units_that_are_gone_or_foreign_answer_with_an_error() {
    let mut session = Session::new(CountedFiles::new(2, 1));
    let mut other = Session::new(CountedFiles::new(1, 0));
    let (removed, stays, foreign) = (add(&mut session, 0), add(&mut session, 1), add(&mut other, 0));
    session.remove_unit(removed).expect("it was added");
    for unit in [removed, foreign] {
        check_unknown(&mut session, unit);
        let snapshot = session.snapshot();
        assert_eq!(snapshot.ask(|analysis| analysis.check(unit).len()), Ok(1));
    }
    assert!(session.check(stays).is_empty(), "units of the session answer as before");
}
