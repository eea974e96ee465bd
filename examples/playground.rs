//! The back end of a page on which one tries clacc. A request has the name of a policy and of a dialect in its first line,
//! behind it a program: `(echo performance gcc; cat file.c) | cargo run --example playground`. In a browser, a page calls
//! `answer`; `.ci/wasm-size` measures this program as WebAssembly.

use std::io::{Read as _, Write as _};

use clacc::files::MemoryFiles;
use clacc::omp::MappingChoice;
use clacc::options::CompileOptions;
use clacc::policy::Policy;
use clacc::render;
use clacc::translate::TranslateOptions;
use clacc::{Dialect, Session};

const PATH: &str = "program.c";

/// What the page shows: the findings, the translation, and what became of each directive and clause.
pub(crate) struct Answer {
    pub(crate) findings: String,
    pub(crate) text: String,
    pub(crate) verdicts: String,
}

/// Options with a policy and a dialect by their names. None if there is no such policy or dialect.
fn options(names: &str) -> Option<TranslateOptions> {
    let (policy, dialect) = names.trim().split_once(' ')?;
    let choice = MappingChoice::new(Policy::by_name(policy)?, Dialect::by_name(dialect)?);
    Some(TranslateOptions::default().with_mapping(choice))
}

/// Answers a request.
pub(crate) fn answer(request: &str) -> Result<Answer, Box<dyn std::error::Error>> {
    let (names, program) = request.split_once('\n').ok_or("the first line names a policy and a dialect")?;
    let options = options(names).ok_or_else(|| format!("no policy and dialect are called `{names}`"))?;
    let mut session = Session::new(MemoryFiles::new().with(PATH, program));
    let unit = session.add_unit(PATH, &CompileOptions::default())?;
    let found = session.check(unit);
    let translation = session.translate(unit, &options);
    let verdicts = translation.verdicts.iter();
    Ok(Answer {
        findings: found.iter().map(|each| render::human(each, &|path| session.source(path), false)).collect(),
        text: String::from_utf8_lossy(&translation.text).into_owned(),
        verdicts: verdicts
            .map(|line| format!("{}: {}\n", line.what(), line.reason))
            .collect::<Vec<_>>()
            .concat(),
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut request = String::new();
    std::io::stdin().read_to_string(&mut request)?;
    let Answer { findings, text, verdicts } = answer(&request)?;
    write!(std::io::stdout(), "{findings}{text}{verdicts}")?;
    Ok(())
}
