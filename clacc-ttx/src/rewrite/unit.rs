//! Rewrites a unit: plans the change of each directive, and makes the edits of the changes that are compatible.
//!
//! Each outermost construct is a group that is translated as a whole. A group fails if one of its directives cannot be edited. It also
//! fails if it shares text with another group (a macro's replacement list, a header included twice), and the other group needs another
//! replacement of that text or keeps it.

use std::cell::{LazyCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use clacc_sema::acc::facts::ConstructId;
use clacc_syntax::Name;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::checkpoint::{self, HalfDone};
use clacc_syntax::diagnostics::{Code, Diagnostic};
use clacc_syntax::sorted::distinct;
use clacc_syntax::source::{FileId, FileRange};

use super::captured_words::{self, Macros};
use super::change::{self, Change, Obstacle};
use super::configured_lengths;
use super::edit::{Edit, in_order};
use super::edit_places::EditPlaces;
use super::interchanged_loops::ChangedPlaces;
use super::lines;
use super::openacc_words::OpenaccWords;
use super::openmp::openmp_edits;
use super::piece::Piece;
use super::separate::Placed;
use super::site;
use super::top::Needed;
use super::twins::WithoutTwins;
use super::unit_directives::{UnitDirectives, UnitToken, number_of};
use super::unwritten::Unwritten;
use super::{
    FunctionInput, Mode, RewriteOptions, Rewritten, SourceFiles, Spelling, UnitInput, Unseen, announced,
    asked, awakened, comments, cut_conditionals, dual, ignored_openmp, line_numbers, top, unit_queues,
    unseen,
};
use crate::beside::{self, Texts};
use crate::{codes, print};

/// An outermost construct: the index of the function, and the construct.
type Group = (usize, ConstructId);

const SITES_BETWEEN_CHECKPOINTS: usize = 1 << 10;

/// A directive that is translated if its group does not fail.
pub(super) struct Planned {
    pub(super) group: Group,
    pub(super) directive: DirectiveId,
    pub(super) change: Change,
}

impl Planned {
    /// The token at which the directive begins.
    pub(super) fn first_token(&self, unit: &UnitInput<'_>) -> Option<UnitToken> {
        let function = &unit.functions[self.group.0];
        let tokens = function.tokens_of(self.directive)?;
        Some((number_of(unit, function.places.unit)?, tokens.start))
    }
}

pub(super) struct Rewriter<'u, 'a> {
    pub(super) unit: &'u UnitInput<'a>,
    pub(super) options: &'u RewriteOptions,
    pub(super) sources: SourceFiles<'a>,
    /// The functions that are rewritten separately, in order.
    pub(super) apart: &'u [Placed<'u>],
    /// All directives of the unit. Empty when a function is rewritten separately, which needs no others.
    pub(super) directives: UnitDirectives,
    /// In mode [`Mode::Dual`]: the files with constructs that are shown twice, without the twins of an earlier run.
    without_twins: BTreeMap<FileId, WithoutTwins>,
    pub(super) planned: HalfDone<Vec<Planned>>,
    pub(super) failed: BTreeSet<Group>,
    /// The failed groups that need an edit of a file that is not written.
    left: BTreeSet<Group>,
    /// The failed groups that need an edit of text that other units translate differently.
    withheld: BTreeSet<Group>,
    /// The failed groups on which something depends that stays.
    pub(super) needed: BTreeSet<Group>,
    /// The places of directives that are not translated.
    seen: Vec<FileRange>,
    unwritten: Unwritten,
    pub(super) diagnostics: Vec<Diagnostic<FileRange>>,
    /// The texts of the function that is being planned, with its index.
    texts: Option<(usize, Texts)>,
    /// The identifiers that were tested for being macros.
    asked_words: RefCell<BTreeSet<String>>,
}

/// Computes the edits of a unit. The functions of `apart`, which are not among those of the input, are rewritten separately.
pub(super) fn rewrite(
    unit: &UnitInput<'_>,
    options: &RewriteOptions,
    apart: &[Placed<'_>],
    sources: SourceFiles<'_>,
) -> Rewritten {
    let directives = UnitDirectives::of(unit, apart);
    let unwritten = Unwritten::of(unit, options, &directives);
    let mut rewriter = Rewriter { apart, directives, unwritten, ..Rewriter::apart(unit, options, sources) };
    rewriter.plan();
    rewriter.keep_from_macros();
    rewriter.withhold();
    rewriter.keep_crowded_lines();
    rewriter.settle();
    rewriter.finish()
}

impl<'u, 'a> Rewriter<'u, 'a> {
    /// Creates a rewriter for functions that edit only the main file.
    pub(super) fn apart(
        unit: &'u UnitInput<'a>,
        options: &'u RewriteOptions,
        sources: SourceFiles<'a>,
    ) -> Rewriter<'u, 'a> {
        Rewriter {
            unit,
            options,
            sources,
            apart: &[],
            directives: UnitDirectives::default(),
            without_twins: BTreeMap::new(),
            planned: HalfDone::default(),
            failed: BTreeSet::new(),
            left: BTreeSet::new(),
            withheld: BTreeSet::new(),
            needed: BTreeSet::new(),
            seen: Vec::new(),
            unwritten: Unwritten::nothing_of(unit, options),
            diagnostics: Vec::new(),
            texts: None,
            asked_words: RefCell::default(),
        }
    }
}

impl Rewriter<'_, '_> {
    /// Plans the functions that are not rewritten separately.
    fn plan(&mut self) {
        for index in 0..self.unit.functions.len() {
            self.plan_function(index);
        }
    }

    /// Plans the change of every directive of a function that has a form, in source order.
    pub(super) fn plan_function(&mut self, index: usize) {
        let function = &self.unit.functions[index];
        let directives = function.facts.of_directive.iter();
        let mut directives: Vec<_> =
            directives.map(|(directive, halves)| (directive, halves.outer)).collect();
        let spans = &function.model.parsed.tree.spans.directives;
        directives.sort_by_key(|(directive, _)| spans.get(*directive));
        for (directive, outer) in directives {
            if function.mapping.plan.is_translated(outer) {
                let group = (index, function.root_of(outer));
                self.plan_directive(group, function, directive);
            }
        }
    }

    /// Returns the identifiers of the new text outside the user's expressions, and those that were tested for being macros.
    pub(super) fn own_words(&mut self) -> Option<Box<[Name]>> {
        let names = self.unit.parts.first().map(|part| &part.tokens.names)?;
        let mut words: BTreeSet<String> = self.asked_words.take();
        let planned = std::mem::take(&mut self.planned);
        for each in planned.iter() {
            let (before, behind) = self.own_text(each)?;
            words.extend(captured_words::of_pieces(before.iter().chain(&behind)).map(str::to_owned));
        }
        self.planned = planned;
        Some(words.iter().map(|word| names.intern(word)).collect())
    }

    fn plan_directive(&mut self, group: Group, function: &FunctionInput<'_>, directive: DirectiveId) {
        let (unit, asked) = (self.unit, &self.asked_words);
        let is_macro = |word: &str| {
            asked.borrow_mut().insert(word.to_owned());
            captured_words::is_macro(unit, word)
        };
        let change = change::of_directive(function, directive, *self.options, &is_macro, &mut self.sources);
        let change = change.and_then(|change| self.with_place_beside(change));
        match change {
            Ok(mut change) => {
                self.keep_shared_loops(&mut change);
                self.report_configured_lengths(function, directive);
                self.announce(function, directive, &mut change);
                change.canonical = self.canonical(group.0, function, directive, &change);
                if self.unwritten.takes(&change) {
                    self.failed.insert(group);
                    self.left.insert(group);
                }
                self.planned.push(Planned { group, directive, change });
            }
            Err(obstacle) => {
                self.failed.insert(group);
                self.report_obstacle(obstacle, function, directive);
            }
        }
    }

    /// Adds the calls that announce a directive, if the options ask for them, or reports why there are none.
    fn announce(&mut self, function: &FunctionInput<'_>, directive: DirectiveId, change: &mut Change) {
        if self.options.announces && self.options.mode == Mode::Omp {
            let done = announced::add(function, directive, change, self.options, &mut self.sources);
            if let Err(obstacle) = done {
                let message = format!("the directive is not announced to profiling libraries: {obstacle}");
                self.report(&codes::MAP0108, function, directive, &message);
            }
        }
    }

    /// Returns the change, or an obstacle if the mode shows both languages and there is no place for the other one.
    fn with_place_beside(&mut self, change: Change) -> Result<Change, Obstacle> {
        if self.options.mode == Mode::Omp {
            return Ok(change);
        }
        if !comments::is_possible(&change, &mut self.sources) {
            return Err(Obstacle::Comment);
        }
        let is_shown_twice = self.options.mode == Mode::Dual && !change.has_only_lines();
        if is_shown_twice && self.cuts_conditionals(&change) {
            return Err(Obstacle::Conditional);
        }
        Ok(change)
    }

    fn report_obstacle(&mut self, obstacle: Obstacle, function: &FunctionInput<'_>, directive: DirectiveId) {
        let message = match obstacle {
            Obstacle::Directive => "the directive is made by a macro together with other code",
            Obstacle::Comment => {
                "a directive inside a macro or a line has no place for its other form beside it"
            }
            Obstacle::Conditional => {
                "a conditional of the preprocessor begins or ends inside the construct, which is to be shown twice"
            }
            Obstacle::Statement => "the statement ends inside a macro that also makes what follows",
            Obstacle::Declaration => {
                "the declaration that the directive is about ends inside a macro, or nowhere"
            }
        };
        self.report(&codes::MAP0010, function, directive, message);
    }

    /// Reports the lengths of arrays that the new text has as numbers of this configuration. Text for a compiler is of one configuration.
    fn report_configured_lengths(&mut self, function: &FunctionInput<'_>, directive: DirectiveId) {
        if self.options.spelling != Spelling::AsWritten || self.options.reader().is_compiler() {
            return;
        }
        for variable in configured_lengths::of_directive(function, directive, &mut self.sources) {
            let name = function.view.text(function.view.name(variable));
            let message = format!(
                "the new text has the declared length of `{name}` as a number: that of this configuration"
            );
            self.report(&codes::MAP0106, function, directive, &message);
        }
    }

    /// Keeps the order of loops that would be interchanged in a header, which other units include too, or in text that other units
    /// translate differently.
    fn keep_shared_loops(&self, change: &mut Change) {
        let is_own = |loops: &ChangedPlaces| {
            loops.note.primary.at.file == self.unit.main
                && !loops.edits.iter().any(|edit| self.unit.withholds(edit.range))
        };
        change.interchanged.retain(is_own);
    }

    /// Returns whether a preprocessor conditional begins or ends inside the text of a construct.
    fn cuts_conditionals(&mut self, change: &Change) -> bool {
        let Some(names) = self.unit.parts.first().map(|part| &part.tokens.names) else { return false };
        let file = change.site.range.file;
        if self.options.mode == Mode::Dual && !self.without_twins.contains_key(&file) {
            let without = WithoutTwins::of(self.sources.bytes(file), &self.options.guard);
            self.without_twins.insert(file, without);
        }
        cut_conditionals::are_cut(change, self.without_twins.get(&file), names, &mut self.sources)
    }

    /// Returns the OpenMP text of a construct that needs code around its statement, if texts are printed from the tree. None for a
    /// `declare` in a function: its statements are the rest of the block, which keeps the user's text.
    fn canonical(
        &mut self,
        index: usize,
        function: &FunctionInput<'_>,
        directive: DirectiveId,
        change: &Change,
    ) -> Option<Vec<String>> {
        let is_whole = self.options.spelling == Spelling::Expanded && change.needs_block();
        if !is_whole || !comments::is_possible(change, &mut self.sources) || self.cuts_conditionals(change) {
            return None;
        }
        if self.texts.as_ref().is_none_or(|(of, _)| *of != index) {
            let texts = print::openmp_texts(function.view, function.facts, function.mapping);
            self.texts = Some((index, texts));
        }
        let (_, texts) = self.texts.as_ref()?;
        beside::openmp_lines(&function.model.parsed.tree, directive, texts)
    }

    /// Keeps the directives whose OpenMP text a macro of the program would change.
    fn keep_from_macros(&mut self) {
        let planned = std::mem::take(&mut self.planned);
        let macros = Macros::among(self.unit, planned.iter().flat_map(|each| each.change.all_pieces()));
        for each in planned.iter().filter(|_| !macros.is_empty()) {
            if let Some(word) = self.replaced_word(each, &macros) {
                self.failed.insert(each.group);
                let message = format!("the macro `{word}` would replace a word of the OpenMP text");
                self.report(&codes::MAP0035, &self.unit.functions[each.group.0], each.directive, &message);
            }
        }
        self.planned = planned;
    }

    /// Keeps the constructs that need an edit of text that other units of the program translate differently.
    fn withhold(&mut self) {
        let is_withheld = |range| self.unit.withholds(range);
        let touching = self.planned.iter().filter(|each| each.change.ranges().any(is_withheld));
        self.withheld.extend(touching.map(|each| each.group));
        self.failed.extend(&self.withheld);
    }

    /// In modes that show both languages: keeps the constructs with a directive that stays after them on their last line. It would be moved
    /// to a separate line, where a second run would find room for it.
    fn keep_crowded_lines(&mut self) {
        if self.options.mode == Mode::Omp {
            return;
        }
        let staying = distinct(self.staying());
        let sources = &mut self.sources;
        let mut is_crowded = |change: &Change| {
            let site = change.site.range;
            let end = change.end.map_or(site.end, |end| end.start);
            let line_end = lines::line_end(sources.bytes(site.file), end as usize) as u32;
            let empty = |at| FileRange { start: at, end: at, ..site };
            let next = staying.get(staying.partition_point(|each| *each < empty(end)));
            next.is_some_and(|next| *next < empty(line_end))
        };
        let crowded = self.planned.iter().filter(|each| is_crowded(&each.change));
        let crowded: Vec<(Group, DirectiveId)> = crowded.map(|each| (each.group, each.directive)).collect();
        for (group, directive) in crowded {
            self.failed.insert(group);
            self.report_obstacle(Obstacle::Comment, &self.unit.functions[group.0], directive);
        }
    }

    /// Returns an identifier of a directive's OpenMP text that a macro would replace, ignoring expressions in the user's own text.
    fn replaced_word(&mut self, planned: &Planned, macros: &Macros<'_>) -> Option<String> {
        let function = &self.unit.functions[planned.group.0];
        let tokens = function.tokens_of(planned.directive)?;
        let (before, behind) = self.own_text(planned)?;
        let end = change::last_token(function, planned.directive).unwrap_or(tokens.end);
        let part = function.places.unit;
        let word = macros.replaced(&before, macros.point(part, tokens.start));
        word.or_else(|| macros.replaced(&behind, macros.point(part, end))).map(str::to_owned)
    }

    /// Returns the OpenMP text of a directive without expressions in the user's own text: the pieces at the directive, and those after it.
    fn own_text(&mut self, planned: &Planned) -> Option<(Vec<Piece>, Vec<Piece>)> {
        let (unit, spelling) = (self.unit, self.options.spelling);
        let is_macro = |word: &str| captured_words::is_macro(unit, word);
        let function = &unit.functions[planned.group.0];
        change::own_text(function, planned.directive, spelling, &is_macro, &mut self.sources)
    }

    fn report(
        &mut self,
        code: &'static Code,
        function: &FunctionInput<'_>,
        directive: DirectiveId,
        message: &str,
    ) {
        self.diagnostics.push(Diagnostic::new(code, self.place_of(function, directive), message));
    }

    /// The place of a directive.
    pub(super) fn place_of(&self, function: &FunctionInput<'_>, directive: DirectiveId) -> FileRange {
        let spans = &function.model.parsed.tree.spans.directives;
        let at = spans.get(directive).and_then(|range| function.places.shown(range));
        at.unwrap_or(FileRange { file: self.unit.main, start: 0, end: 0 })
    }

    /// Keeps constructs that depend on directives that stay, until nothing changes.
    fn settle(&mut self) {
        let ranges = self.planned.iter().map(|planned| planned.change.site.range);
        let mut users: Vec<(FileRange, usize)> = ranges.zip(0..).collect();
        users.sort_by_key(|(range, _)| *range);
        let staying = self.staying();
        self.seen.extend(&staying);
        let staying = distinct(staying);
        loop {
            let before = self.failed.len();
            for users in users.chunk_by(|(one, _), (other, _)| one == other) {
                self.settle_shared_text(users, staying.binary_search(&users[0].0).is_ok());
            }
            self.keep_needed_routines();
            if self.failed.len() == before {
                return;
            }
        }
    }

    /// Gives groups that share text the same result: if a shared text needs two different replacements, or
    /// one of its users keeps it, all of its users fail.
    fn settle_shared_text(&mut self, users: &[(FileRange, usize)], stays: bool) {
        let Some(first) = users.first().map(|(_, first)| &self.planned[*first].change) else { return };
        let differ = users.iter().any(|(_, user)| {
            let change = &self.planned[*user].change;
            change.pieces != first.pieces || change.inside != first.inside
        });
        let failed = |rewriter: &Self, user: &usize| rewriter.failed.contains(&rewriter.planned[*user].group);
        let one_fails = users.iter().any(|(_, user)| failed(self, user));
        if !(stays || differ || one_fails) {
            return;
        }
        for (_, user) in users {
            if !failed(self, user) {
                let Planned { group, directive, .. } = self.planned[*user];
                self.failed.insert(group);
                let message = if differ {
                    "this use needs another OpenMP text than other uses of the same text"
                } else {
                    "another use of the same text keeps its OpenACC directive"
                };
                let function = self.unit.functions[group.0];
                self.report(&codes::MAP0011, &function, directive, message);
            }
        }
    }

    /// Returns the texts of directives that are not translated.
    fn staying(&mut self) -> Vec<FileRange> {
        let (unit, sources) = (self.unit, &mut self.sources);
        let planned = self.planned.iter().filter_map(|planned| planned.first_token(unit));
        let others = self.directives.staying(planned);
        let sites = others.filter_map(|(part, tokens)| {
            let places = EditPlaces { unit: unit.parts[part], first_token: 0 };
            site::find(&places, tokens, sources)
        });
        sites.map(|(site, _)| site.range).collect()
    }

    fn finish(mut self) -> Rewritten {
        let planned = std::mem::take(&mut self.planned);
        let kept: Vec<&Change> = planned
            .iter()
            .filter(|planned| !self.failed.contains(&planned.group))
            .map(|planned| &planned.change)
            .collect();
        self.note_headers(&kept);
        let interchanged = kept.iter().flat_map(|change| &change.interchanged);
        self.diagnostics.extend(interchanged.map(|loops| loops.note.clone()));
        self.note_parts(&kept);
        self.diagnostics.extend(self.unwritten.findings());
        let apart = self.apart;
        self.diagnostics.extend(apart.iter().flat_map(Placed::findings));
        let changes_something = !kept.is_empty()
            || !self.unit.queues.waits.is_empty()
            || apart.iter().any(|placed| placed.sites().next().is_some());
        let without_openmp = self.options.without_openmp && self.options.mode == Mode::Omp;
        let removal = without_openmp.then(|| top::openmp_removal(self.unit, &mut self.sources)).flatten();
        if changes_something && self.options.mode != Mode::AccOmp {
            self.diagnostics.extend(awakened::findings(self.unit, removal.is_some()));
        }
        let mut edits = openmp_edits(&kept, &|_| false, &mut self.sources);
        edits.reserve(apart.iter().map(Placed::edit_count).sum());
        let edits_apart = apart.iter().flat_map(Placed::edits);
        edits.extend(checkpoint::every(SITES_BETWEEN_CHECKPOINTS, edits_apart));
        edits.extend(self.unit.queues.waits.iter().map(unit_queues::edit));
        let used = planned.iter().map(|planned| planned.change.site.range).chain(self.seen.iter().copied());
        let used = used.chain(apart.iter().flat_map(Placed::sites));
        let used = LazyCell::new(|| distinct(checkpoint::every(SITES_BETWEEN_CHECKPOINTS, used)));
        let (unseen, notes) = unseen::find((self.unit, &self.directives), &used, &edits, &mut self.sources);
        self.diagnostics.extend(notes);
        if self.options.mode == Mode::Omp && kept.iter().any(|change| change.canonical.is_some()) {
            let (whole, others) = comments::canonical_edits(&kept, &mut self.sources);
            edits = openmp_edits(&others, &|_| false, &mut self.sources);
            edits.extend(whole);
        }
        if self.options.mode == Mode::Dual {
            edits = dual::edits(&kept, self.unit.main, &self.options.guard, &mut self.sources);
            self.diagnostics.extend(asked::beside_twins(self.unit, &self.options.guard, &mut self.sources));
        } else if self.options.mode != Mode::Omp {
            edits = comments::edits(&kept, &in_order(edits).0, self.options.mode, &mut self.sources);
        }
        let needed = Needed::of(self.unit, &kept, apart);
        self.diagnostics.extend(unit_queues::library_finding(self.unit, self.options, &needed.routines));
        let words = self.openacc_words(&planned, &edits);
        let mut added = self.with_additions(&kept, (&needed, &words), edits, removal, changes_something);
        let (edits, findings, refused) = words.results();
        added.extend(edits);
        self.diagnostics.extend(findings);
        Rewritten { refused, ..self.conclude(added, unseen) }
    }

    /// Returns what becomes of the words of OpenACC outside directives. `edits` translate directives.
    fn openacc_words(&mut self, planned: &[Planned], edits: &[Edit]) -> OpenaccWords {
        let failed = planned.iter().filter(|planned| self.failed.contains(&planned.group));
        let staying = failed.map(|planned| planned.change.site.range).chain(self.seen.iter().copied()).min();
        OpenaccWords::of(self.unit, self.options, (&self.unwritten, staying, edits))
    }

    /// Returns the edits with those at the top of files, and those that remove the program's own OpenMP.
    fn with_additions(
        &mut self,
        kept: &[&Change],
        (needed, words): (&Needed, &OpenaccWords),
        edits: Vec<Edit>,
        removal: Option<Vec<(Edit, Diagnostic<FileRange>)>>,
        changes_something: bool,
    ) -> Vec<Edit> {
        let translated = edits.len();
        let (mut added, findings) =
            top::additions(self.unit, self.options, (kept, needed), words, &mut self.sources);
        let before = added.len();
        added.extend(edits);
        self.diagnostics.extend(findings);
        for (edit, finding) in removal.into_iter().flatten() {
            added.push(edit);
            self.diagnostics.push(finding);
        }
        let (removals, findings) = ignored_openmp::leave_out(
            self.unit,
            self.options.mode,
            &self.unwritten,
            &added,
            &mut self.sources,
        );
        if self.marks_openmp() && changes_something {
            let edits = &added[before..before + translated];
            let marks = ignored_openmp::marks(edits, &findings, &mut self.sources);
            added.splice(0..0, marks);
        }
        added.extend(removals);
        self.diagnostics.extend(findings);
        added
    }

    /// Returns whether files with OpenMP from the translation are marked: the program's own OpenMP has no effect, and the OpenACC text is
    /// gone. Text for a compiler is not translated again.
    fn marks_openmp(&self) -> bool {
        self.options.without_openmp
            && matches!(self.options.mode, Mode::Omp | Mode::OmpAcc)
            && !self.options.reader().is_compiler()
    }

    /// Reports which constructs are divided, and which are printed undivided although they have a divided form.
    fn note_parts(&mut self, kept: &[&Change]) {
        let from_tree: Vec<FileRange> =
            kept.iter().filter(|change| change.canonical.is_some()).filter_map(|each| each.whole()).collect();
        let is_from_tree = |change: &Change| {
            let site = change.site.range;
            change.canonical.is_some() || from_tree.iter().any(|whole| whole.holds(site))
        };
        let notes = kept.iter().filter_map(|change| Some((change, change.division.as_ref()?)));
        self.diagnostics.extend(notes.map(|(change, notes)| notes.note(is_from_tree(change)).clone()));
    }

    fn conclude(mut self, edits: Vec<Edit>, unseen: Vec<Unseen>) -> Rewritten {
        let (edits, overlaps) = in_order(edits);
        for at in overlaps {
            let message = "two edits overlap; the second one was left out";
            self.diagnostics.push(Diagnostic::new(&codes::MAP0014, at, message));
        }
        let edits = self.with_line_numbers(edits);
        self.diagnostics.sort_by_key(|finding| (finding.primary.at, finding.code.id));
        Rewritten {
            edits,
            diagnostics: self.diagnostics,
            stayed: self.failed.into_iter().collect(),
            unwritten: self.left.into_iter().collect(),
            withheld: self.withheld.into_iter().collect(),
            needed: self.needed.into_iter().collect(),
            unseen,
            refused: Vec::new(),
        }
    }

    fn with_line_numbers(&mut self, edits: Vec<Edit>) -> Vec<Edit> {
        if !self.options.line_numbers || self.options.mode != Mode::Omp {
            return edits;
        }
        in_order(line_numbers::with_markers(&edits, &mut self.sources)).0
    }

    /// Reports each header that contains translated directives.
    fn note_headers(&mut self, kept: &[&Change]) {
        let ranges = kept.iter().map(|change| change.site.range);
        let mut first = distinct(ranges.filter(|range| range.file != self.unit.main));
        first.dedup_by_key(|range| range.file);
        let message = "this header holds directives that are part of the translation";
        let note = |at| Diagnostic::new(&codes::MAP0012, at, message);
        self.diagnostics.extend(first.into_iter().map(note));
    }
}
