//! Expansion of macros that produce directives together with other code, so that the directives can be translated.
//!
//! `clacc translate` keeps such a directive. `clacc cc` shows its text to nobody, so the invocation becomes what it makes, with
//! the directives as operators (`Session::expand_directives_of_macros`), and no line moves. It does not where a word would be
//! expanded once more, and not in a unit with errors, whose findings name the macros.

use std::sync::Arc;

use clacc_sema::db::preprocessed::{prefix, rest};
use clacc_syntax::source::FileId;
use clacc_ttx::rewrite;

use crate::analysis::Unit;
use crate::diagnostics::Severity;
use crate::session::Session;

impl Session {
    /// Replaces macro invocations by their expansion where they produce a directive that has no text of its own: the macro produces it
    /// together with other code, or its text means something else in each use. Without this call, such a directive keeps its text in
    /// translations ([MAP0010](crate::diagnostics::Page), MAP0011).
    ///
    /// It is meant for a translation that is compiled and not shown to a user. The texts are set as by [`Session::set_source`], and line
    /// numbers do not change. Left unchanged are system headers, an invocation of which a token would be expanded again, and a unit with
    /// errors, which are about its original text. It costs the preprocessing of the unit, and an
    /// [`Analysis::check`](crate::Analysis::check) where there are such directives. Returns whether something has changed.
    ///
    /// ```
    /// # use clacc::{Session, files::MemoryFiles, options::CompileOptions};
    /// let program = "#define P(x) _Pragma(#x)\n#define COPY(v) P(acc update self(v)) v = 0;\nvoid f(int a) { COPY(a) }\n";
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// assert!(session.expand_directives_of_macros(unit));
    /// let text = session.source("f.c").expect("there is such a file");
    /// assert!(text.ends_with(b"\nvoid f(int a) { _Pragma(\"acc update self ( a )\") a = 0 ; }\n"));
    /// # Ok::<(), clacc::Error>(())
    /// ```
    pub fn expand_directives_of_macros(&mut self, unit: Unit) -> bool {
        let edits = {
            let (db, unit) = (&self.db, self.unit(unit));
            let parts = [&*prefix(db, unit).state.preprocessed, &rest(db, unit).preprocessed];
            rewrite::expanded_invocations(&parts, &|file: FileId| self.text_of(file))
        };
        let has_errors = || self.check(unit).iter().any(|finding| finding.severity == Severity::Error);
        if edits.is_empty() || has_errors() {
            return false;
        }
        for of_file in edits.chunk_by(|one, next| one.range.file == next.range.file) {
            let Some(file) = of_file.first().map(|edit| edit.range.file) else { continue };
            let text: Arc<[u8]> = rewrite::apply(&self.text_of(file).unwrap_or_default(), of_file).into();
            let path = self.path_of(file);
            self.set_text(&path, Some(text));
        }
        true
    }
}
