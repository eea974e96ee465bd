//! Verdicts, grouped by directive, with the findings that give more details.

use std::borrow::Cow;
use std::collections::BTreeMap;

use clacc_syntax::diagnostics::{Code, Severity};
use clacc_syntax::source::FileRange;
use clacc_ttx::added_code::AddedCode;
use clacc_ttx::report::Entry;
use clacc_ttx::verdict::{Because, Fidelity, VerdictClause, VerdictDirective, VerdictPart};

use crate::diagnostics::{Diagnostic, Place};
use crate::place_finder::PlaceFinder;

/// The id of a code. The alias hides the reference from the derived deserialiser, which takes every visible reference for one into its
/// input.
type CodeId = &'static str;

/// The verdict on a directive, a clause or a modifier.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct VerdictLine {
    /// The place of the subject. None if it is in no file.
    pub place: Option<Place>,
    /// The directive.
    pub directive: VerdictDirective,
    /// The clause, the modifier of a clause, or the nested loop, if the verdict is about one. Verdicts on the parts of a directive follow
    /// the one on the directive itself.
    pub part: Option<VerdictPart>,
    /// The fidelity: how much of the meaning is preserved.
    pub fidelity: Fidelity,
    /// The reason, as one sentence.
    pub reason: Cow<'static, str>,
    /// The cause of the verdict.
    pub because: Because,
    /// The code of the finding with more details of the reason, if there is one.
    #[cfg_attr(feature = "serde", serde(with = "crate::code_ids::optional"))]
    pub code: Option<CodeId>,
    /// The place of the directive, which links verdicts on its parts to the verdict on the directive itself.
    pub directive_place: Option<Place>,
    /// The code that the translation adds beside directives, in the verdict on the directive itself.
    pub added: Option<AddedCode>,
}

impl VerdictLine {
    pub(crate) fn of(entry: Entry, grave: &GraveFindings, places: &mut PlaceFinder<'_>) -> VerdictLine {
        let code = entry.code.or_else(|| grave.code_of(&entry)).map(|code| code.id);
        let directive_place = entry.directive_at.map(|at| places.place(at));
        VerdictLine {
            place: entry.at.map(|at| places.place(at)),
            directive: entry.directive,
            part: entry.part,
            fidelity: entry.fidelity,
            reason: entry.reason,
            because: entry.because,
            code,
            directive_place,
            added: entry.added,
        }
    }

    /// Returns the subject of the verdict as text: `parallel loop`, `data: copy`, `data: copyin: readonly`.
    #[must_use]
    pub fn what(&self) -> String {
        match &self.part {
            Some(part) => format!("{}: {part}", self.directive),
            None => self.directive.to_string(),
        }
    }

    /// Returns the clause that the verdict is about, or whose modifier it is about.
    #[must_use]
    pub fn clause(&self) -> Option<&VerdictClause> {
        match &self.part {
            Some(VerdictPart::Clause(clause)) => Some(clause),
            _ => None,
        }
    }
}

/// The verdicts on a directive and its parts.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::translate::{DirectiveVerdict, TranslateOptions, VerdictLine, by_directive};
///
/// let program = "void f(int n, int *x, int s) {\n#pragma acc parallel loop copy(x[0:n]) reduction(+:s)\nfor (int i = 0; i < n; ++i) s += x[i];\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let translation = session.translate(unit, &TranslateOptions::default());
/// let verdicts: Vec<DirectiveVerdict<'_>> = by_directive(&translation.verdicts);
/// for each in &verdicts {
///     let why: &VerdictLine = each.decisive();
///     println!("{}: {}: {}: {}", each.line.directive, each.fidelity(), why.what(), why.reason);
///     if let Some(finding) = why.finding(&translation.diagnostics) {
///         println!("{finding}");
///     }
/// }
/// # assert_eq!(verdicts.len(), 1);
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DirectiveVerdict<'v> {
    /// The verdict on the directive itself, or on a part if there is none.
    pub line: &'v VerdictLine,
    /// The verdicts on the clauses and their modifiers.
    pub parts: Vec<&'v VerdictLine>,
}

/// Groups verdicts by directive, in the order of the first verdict on each.
#[must_use]
pub fn by_directive<'v>(lines: impl IntoIterator<Item = &'v VerdictLine>) -> Vec<DirectiveVerdict<'v>> {
    let mut directives: Vec<DirectiveVerdict<'v>> = Vec::new();
    let mut known: BTreeMap<(&str, usize, usize), usize> = BTreeMap::new();
    for line in lines {
        let place = line.directive_place.as_ref().map(|place| (&*place.path, place.start, place.end));
        let of = place.and_then(|place| known.get(&place).copied());
        if let Some(index) = of {
            directives[index].add(line);
        } else {
            known.extend(place.map(|place| (place, directives.len())));
            directives.push(DirectiveVerdict { line, parts: Vec::new() });
        }
    }
    directives
}

impl<'v> DirectiveVerdict<'v> {
    fn add(&mut self, line: &'v VerdictLine) {
        match line.part {
            None if self.line.part.is_some() => self.parts.push(std::mem::replace(&mut self.line, line)),
            _ => self.parts.push(line),
        }
    }

    fn lines(&self) -> impl Iterator<Item = &'v VerdictLine> {
        [self.line].into_iter().chain(self.parts.iter().copied())
    }

    /// Returns the lowest fidelity of the directive and its parts. A clause that is omitted without loss does not lower it.
    #[must_use]
    pub fn fidelity(&self) -> Fidelity {
        let parts =
            self.parts.iter().map(|part| part.fidelity).filter(|part| *part >= Fidelity::Approximated);
        parts.fold(self.line.fidelity, Fidelity::max)
    }

    /// Returns the verdict that gives the reason for the directive's fidelity; if possible, not one that only refers to another verdict.
    #[must_use]
    pub fn decisive(&self) -> &'v VerdictLine {
        let fidelity = self.fidelity();
        let with_it = || self.lines().filter(|line| line.fidelity == fidelity);
        let says =
            |line: &&VerdictLine| !matches!(line.because, Because::OtherPart | Because::OtherConstruct);
        with_it().find(says).or_else(|| with_it().next()).unwrap_or(self.line)
    }

    /// Returns the codes of the findings that give the reason why the directive, or a part of it, keeps its text.
    pub fn codes_of_kept(&self) -> impl Iterator<Item = &'static str> {
        self.lines().filter(|line| line.fidelity == Fidelity::Unsupported).filter_map(|line| line.code)
    }
}

impl VerdictLine {
    /// Returns the finding with more details of the verdict, among those of its unit: the first with the verdict's code in the text of the
    /// verdict, or else in that of the directive.
    #[must_use]
    pub fn finding<'d>(&self, found: &'d [Diagnostic]) -> Option<&'d Diagnostic> {
        let code = self.code?;
        let inside = |place: Option<&Place>| {
            let place = place?;
            let is_inside =
                |at: &Place| at.path == place.path && place.start <= at.start && at.end <= place.end;
            let of_code = found.iter().filter(|finding| finding.code.id == code);
            of_code
                .into_iter()
                .find(|finding| finding.primary.as_ref().is_some_and(|label| is_inside(&label.place)))
        };
        inside(self.place.as_ref()).or_else(|| inside(self.directive_place.as_ref()))
    }
}

/// The findings of a unit that give the reason why something is not translated exactly, sorted by start: errors, and warnings of the
/// mapping. Other warnings are about the program and keep no directive.
pub(crate) struct GraveFindings(Vec<GraveFinding>);

/// The range, the severity and the code of a finding.
type GraveFinding = (FileRange, Severity, &'static Code);

impl GraveFindings {
    pub(crate) fn of(found: impl Iterator<Item = GraveFinding>) -> Self {
        let mut findings: Vec<_> = found.collect();
        findings.sort_by_key(|(at, ..)| (at.file, at.start));
        GraveFindings(findings)
    }

    /// Returns the code of the gravest finding in the text of an entry, or, if the entry is kept, in that of its directive: findings of the
    /// analysis are not known to the rules of the mapping. An entry that only refers to another part gets no code.
    fn code_of(&self, entry: &Entry) -> Option<&'static Code> {
        let is_lost = entry.fidelity >= Fidelity::Approximated;
        let names_another = matches!(entry.because, Because::OtherPart | Because::OtherConstruct);
        if !is_lost || names_another {
            return None;
        }
        let of_directive = entry.directive_at.filter(|_| entry.fidelity == Fidelity::Unsupported);
        [entry.at, of_directive].into_iter().flatten().find_map(|range| self.inside(range))
    }

    fn inside(&self, range: FileRange) -> Option<&'static Code> {
        let first = self.0.partition_point(|(at, ..)| (at.file, at.start) < (range.file, range.start));
        let starting =
            self.0[first..].iter().take_while(|(at, ..)| at.file == range.file && at.start <= range.end);
        let inside = starting.filter(|(at, ..)| at.end <= range.end);
        inside.max_by_key(|(_, severity, _)| *severity).map(|(_, _, code)| *code)
    }
}
