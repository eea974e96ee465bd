//! Prints a program as it is written, as OpenMP, and with both. With names behind the file, the last two are for these
//! directives alone: `cargo run --example three_modes -- file.c data "parallel loop"`.

use clacc::Session;
use clacc::files::MemoryFiles;
use clacc::omp::MappingChoice;
use clacc::options::CompileOptions;
use clacc::syntax::Directive;
use clacc::visit::{Through, VisitStep, Visited, Visitor, WalkContext, walk};

struct Printer<'a> {
    mode: Through,
    wanted: &'a [String],
    text: String,
}

impl<'w> Visitor<'w> for Printer<'_> {
    fn through(&mut self, directive: Directive<'w>) -> Through {
        let is_wanted = self.wanted.is_empty() || self.wanted.iter().any(|name| name == directive.name());
        if is_wanted { self.mode } else { Through::Acc }
    }

    fn enter(&mut self, visited: Visited<'w>, context: &WalkContext<'w>) -> VisitStep {
        let (line, step) = match visited {
            Visited::Node(node) if node.clause().is_some() => return VisitStep::Skip,
            Visited::Node(node) if node.directive().is_some() => (node.print(), VisitStep::Children),
            Visited::Node(node) if node.descendants().any(|it| it.directive().is_some()) => {
                (node.kind().to_string(), VisitStep::Children)
            }
            Visited::Node(node) => (node.print(), VisitStep::Skip),
            Visited::OmpDirective(directive) => (directive.text(), VisitStep::Children),
            Visited::NewCode(code) => (code.text(), VisitStep::Skip),
            _ => return VisitStep::Children,
        };
        self.text.extend(line.lines().map(|line| format!("{:1$}{line}\n", "", 2 * context.depth())));
        step
    }
}

/// What a mode shows of a file.
pub(crate) fn run(path: &str, text: &str, mode: Through, wanted: &[String]) -> std::io::Result<String> {
    let mut session = Session::new(MemoryFiles::new().with(path, text));
    let unit = session.add_unit(path, &CompileOptions::default()).map_err(std::io::Error::other)?;
    let mut printer = Printer { mode, wanted, text: String::new() };
    for declaration in session.directed_declarations(unit) {
        session.omp(&declaration, &MappingChoice::default()).iter().for_each(|omp| walk(omp, &mut printer));
    }
    Ok(printer.text)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (path, wanted) = words.split_first().ok_or("which file?")?;
    for mode in [Through::Acc, Through::Omp, Through::Both] {
        let shown = run(path, &std::fs::read_to_string(path)?, mode, wanted)?;
        std::io::Write::write_all(&mut std::io::stdout(), shown.as_bytes())?;
    }
    Ok(())
}
