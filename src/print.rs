//! Printing and dumping whole units from their trees.

use std::sync::Arc;

use clacc_sema::db::external_decls::{self, DeclKind, ExternalDecl, HeaderPart};
use clacc_sema::db::{findings, functions, models, preprocessed};
use clacc_sema::program::View;
use clacc_syntax::ast::{DirectiveId, Node, Tree};
use clacc_syntax::parse::Parsed;
use clacc_syntax::print;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::TokenRange;
use clacc_ttx::beside::Comments;
use clacc_ttx::declared;
use clacc_ttx::print::{self as omp_print, OmpText};
use clacc_ttx::query::{self, Mapping};

use crate::analysis::{Analysis, Unit};
use crate::dump::{self, DumpContext};
use crate::omp::MappingChoice;
use crate::syntax::Node as SyntaxNode;
use crate::translate::{Mode, TranslateOptions};
use crate::tree_data::{OmpData, OmpVerdictData};

impl Analysis {
    /// Prints a unit from its trees as canonical C: includes and macros are expanded, comments are gone. Mode [`Mode::Acc`] prints the
    /// directives unchanged, and [`Mode::Omp`] the OpenMP forms of those that are translated; [`Mode::AccOmp`] and [`Mode::OmpAcc`] print
    /// both, one of them in comments, and [`Mode::Dual`] prints the same as [`Mode::Omp`]. Of the options, only the mode, the policy and
    /// the dialect are used.
    ///
    /// It shows how clacc has understood a program, and serves tools that need preprocessed C. [`Analysis::translate`] keeps the user's
    /// text instead. The bodies of all functions are parsed. Each call makes the text anew.
    ///
    /// ```
    /// # use clacc::{Session, files::MemoryFiles, options::CompileOptions, translate::TranslateOptions};
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", "#define N 4\nint a[N];  // elements\n"));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// assert_eq!(session.print(unit, &TranslateOptions::default()), b"int a[4];\n");
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn print(&self, unit: Unit, options: &TranslateOptions) -> Vec<u8> {
        let db_unit = self.unit(unit);
        let headers = external_decls::header_parts(&self.db, db_unit);
        let decls = external_decls::declarations(&self.db, db_unit);
        let mapping = self.mapping(&options.mapping);
        let mut omp = OmpText::with_comments(comments(options.mode));
        let mut parsed: Vec<Arc<Parsed>> = Vec::new();
        let directed = |decl: &ExternalDecl<'_>| options.mode != Mode::Acc && decl.has_directive(&self.db);
        for part in headers {
            match part {
                HeaderPart::Plain(part) => {
                    omp.push_plain();
                    parsed.push(Arc::from(part));
                }
                HeaderPart::Directed(decl) => {
                    self.push_forms(&mut omp, decl, directed(&decl).then_some(mapping));
                    parsed.push(external_decls::tree(&self.db, decl));
                }
            }
        }
        for decl in decls {
            self.push_forms(&mut omp, *decl, directed(decl).then_some(mapping));
            parsed.push(external_decls::tree(&self.db, *decl));
        }
        let trees: Vec<&Tree> = parsed.iter().map(|parsed| &parsed.tree).collect();
        let mut text = print::print_unit_with(&trees, &omp);
        if options.mode != Mode::AccOmp
            && let Some(lines) = self.missing_declaration(unit, &omp)
        {
            text.splice(0..0, format!("{lines}\n").into_bytes());
        }
        text
    }

    /// Returns declarations of the functions that the printed OpenMP forms call, unless the program declares them.
    fn missing_declaration(&self, unit: Unit, omp: &OmpText) -> Option<String> {
        let unit = self.unit(unit);
        let parts = [
            &preprocessed::prefix(&self.db, unit).state.preprocessed,
            &preprocessed::rest(&self.db, unit).preprocessed,
        ];
        declared::missing_declaration(&parts, omp.routines())
    }

    /// Adds the OpenMP forms of a declaration under a mapping; without a mapping, none.
    fn push_forms(&self, omp: &mut OmpText, decl: ExternalDecl<'_>, mapping: Option<Mapping>) {
        let Some(mapping) = mapping else { return omp.push_plain() };
        let mapped = query::function_mapping(&self.db, decl, mapping);
        let model = models::model(&self.db, decl);
        let program = models::program(&self.db, decl);
        let facts = &functions::acc_facts(&self.db, decl).facts;
        let is_directive = decl.kind(&self.db) == DeclKind::Directive;
        omp.push(View::of_c(&program, &model), facts, &mapped, is_directive);
    }

    /// Prints the trees of a unit's own declarations as text, one line for each node. The OpenMP form of an OpenACC directive is marked
    /// with `omp:`, and the [constituents](crate::syntax::Directive::constituents) of a combined directive with `effective:`. The format is for people and may change. The bodies of all functions are parsed. Each call makes the text anew.
    ///
    /// ```
    /// # use clacc::{Session, dialect, files::MemoryFiles, omp::MappingChoice, options::CompileOptions, policy::Policy};
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", "void f(void) {\n#pragma acc wait\n}\n"));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let text = session.dump_text(unit, &MappingChoice::new(Policy::default(), dialect::PORTABLE));
    /// assert!(text.contains("AccDirective wait <2:1>") && text.contains("omp: #pragma omp taskwait"));
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn dump_text(&self, unit: Unit, choice: &MappingChoice) -> String {
        let mut out = String::new();
        self.each_tree(unit, choice, &mut |tree, root, context| {
            out.push_str(&dump::text(tree, root, context));
        });
        out
    }

    fn each_tree(
        &self,
        unit: Unit,
        choice: &MappingChoice,
        visit: &mut dyn FnMut(&Tree, Node, &DumpContext<'_>),
    ) {
        for decl in external_decls::declarations(&self.db, self.unit(unit)) {
            let declaration = self.handle(unit, *decl);
            let tree = declaration.tree();
            let place = |node: Node| {
                let range = tree.spans.of(node)?;
                Some(self.place(self.token_place(unit, *decl, range)))
            };
            let omp = |directive: DirectiveId| self.omp_form(*decl, directive, choice);
            for root in &tree.roots {
                let context = DumpContext { declaration: &declaration, place: &place, omp: &omp };
                visit(tree, Node::Decl(*root), &context);
            }
        }
    }

    /// Returns the OpenMP form of a directive, if it has one.
    pub(crate) fn omp_data(&self, node: SyntaxNode<'_>, choice: &MappingChoice) -> Option<OmpData> {
        let Some(Node::Directive(directive)) = node.tree_node() else { return None };
        let (_, decl) = self.current(node.declaration())?;
        self.omp_form(decl, directive, choice)
    }

    fn omp_form(
        &self,
        decl: ExternalDecl<'_>,
        directive: DirectiveId,
        choice: &MappingChoice,
    ) -> Option<OmpData> {
        let (model, program) = (models::model(&self.db, decl), models::program(&self.db, decl));
        let view = View::of_c(&program, &model);
        let analysis = functions::acc_facts(&self.db, decl);
        let halves = *analysis.facts.of_directive.get(directive)?;
        let mapping = query::function_mapping(&self.db, decl, self.mapping(choice));
        let nodes: Vec<_> = halves.iter().filter_map(|id| mapping.nodes.get(id)).collect();
        let printed = mapping.printed_forms_of(&analysis.facts, directive, true);
        let forms = printed.unwrap_or_else(|| nodes.iter().filter_map(|node| node.form.as_ref()).collect());
        let verdicts = nodes.iter().flat_map(|node| &node.verdicts).map(|verdict| OmpVerdictData {
            clause: verdict.subject.clause().map(|clause| view.spelling(clause).to_owned()),
            fidelity: verdict.fidelity,
            reason: verdict.reason.to_string(),
        });
        Some(OmpData {
            lines: omp_print::lines(view, choice.dialect(), &forms),
            verdicts: verdicts.collect(),
        })
    }

    /// Returns every declaration of a unit that holds a directive.
    pub(crate) fn directed(&self, unit: Unit) -> Vec<ExternalDecl<'_>> {
        external_decls::directed(&self.db, self.unit(unit))
    }

    /// Returns the place of a range of tokens of a declaration.
    pub(crate) fn token_place(&self, unit: Unit, decl: ExternalDecl<'_>, range: TokenRange) -> FileRange {
        let first = decl.first_token(&self.db);
        let range = TokenRange::new(range.start + first, range.end + first);
        findings::places_of(&self.db, self.unit(unit), decl).spot(range).range
    }
}

/// Returns the language that a mode shows in comments.
fn comments(mode: Mode) -> Comments {
    match mode {
        Mode::AccOmp => Comments::OfOpenMp,
        Mode::OmpAcc => Comments::OfOpenAcc,
        _ => Comments::None,
    }
}
