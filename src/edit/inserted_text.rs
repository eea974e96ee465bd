//! New text, and the structure of its statements as far as its tokens tell.
//!
//! The text is not parsed, because it may use types and macros that are only known at its destination. Its tokens alone tell enough to keep
//! the structure around it: whether its brackets, conditionals, comments and literals end, and where its statements end.

use std::borrow::Cow;
use std::sync::Arc;

use clacc_syntax::Names;
use clacc_syntax::ast::DirectiveKind;
use clacc_syntax::directive::{Association, acc, omp};
use clacc_syntax::lexer::{LexProblem, LexedFile, lex};
use clacc_syntax::token::{TokenFlags, TokenKind};

use super::edit_error::Malformed;

/// A text in which every bracket, conditional, comment and literal is closed.
pub(super) struct InsertedText {
    lexed: LexedFile,
    /// The tokens outside of preprocessing directives, and each preprocessing directive as one item.
    words: Vec<TextWord>,
}

/// A token, or a line with a preprocessing directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TextWord {
    content: WordContent,
    /// The index of the first token.
    token: usize,
    /// For an opening bracket, the index of the item that closes it.
    close: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WordContent {
    Token(TokenKind),
    /// An OpenACC or OpenMP directive that is associated with the next statement.
    Prefix,
    /// Another directive of OpenACC or OpenMP.
    Directive,
    /// Any other preprocessing directive: it is no part of a statement.
    Line,
}

/// The structure of the statements of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct TextShape {
    /// The number of statements.
    pub(super) statements: usize,
    /// true if the text ends with a label or a directive that applies to the statement after the text.
    pub(super) is_open_ended: bool,
    /// true if an `else` after the text would belong to an `if` in it.
    pub(super) takes_else: bool,
}

fn wrong<T>(at: usize, why: &'static str) -> Result<T, Malformed> {
    Err(Malformed { at, why })
}

impl InsertedText {
    /// Lexes a text and checks that its brackets, conditionals, comments and literals are closed.
    pub(super) fn read(text: &str) -> Result<InsertedText, Malformed> {
        let lexed = lex(&Names::default(), Arc::from(text.as_bytes()));
        match lexed.problem {
            Some(LexProblem::UnterminatedComment(at)) => return wrong(at as usize, "the comment has no end"),
            Some(LexProblem::TooLong) => return wrong(0, "it is too long"),
            None => {}
        }
        if text.trim_end().ends_with('\\') {
            return wrong(text.trim_end().len() - 1, "it goes on in the next line");
        }
        if let Some(unknown) = lexed.kinds.iter().position(|kind| *kind == TokenKind::Unknown) {
            return wrong(lexed.starts.get(unknown) as usize, "this is no token of C");
        }
        let mut read = InsertedText { lexed, words: Vec::new() };
        read.find_words()?;
        read.match_brackets()?;
        Ok(read)
    }

    /// Lexes one of two texts that were read together: brackets may be open in the first one, comments and literals not.
    pub(super) fn half(text: &str) -> Result<InsertedText, Malformed> {
        let lexed = lex(&Names::default(), Arc::from(text.as_bytes()));
        if let Some(LexProblem::UnterminatedComment(at)) = lexed.problem {
            return wrong(at as usize, "the comment has no end");
        }
        if let Some(unknown) = lexed.kinds.iter().position(|kind| *kind == TokenKind::Unknown) {
            return wrong(lexed.starts.get(unknown) as usize, "this is no token of C");
        }
        if text.trim_end().ends_with('\\') {
            return wrong(text.trim_end().len() - 1, "it goes on in the next line");
        }
        Ok(InsertedText { lexed, words: Vec::new() })
    }

    fn find_words(&mut self) -> Result<(), Malformed> {
        let (mut token, mut conditionals) = (0, Vec::new());
        let last = self.lexed.len() - 1;
        while token < last {
            let is_line = self.lexed.directives.binary_search(&(token as u32)).is_ok();
            let (content, next) = if is_line {
                let end = self.lexed.line_end(token);
                self.follow_conditional(token, &mut conditionals)?;
                (self.line(token, end), end)
            } else {
                (WordContent::Token(self.lexed.kinds[token]), token + 1)
            };
            self.words.push(TextWord { content, token, close: 0 });
            token = next;
        }
        conditionals.pop().map_or(Ok(()), |open| wrong(open, "the conditional has no `#endif`"))
    }

    fn follow_conditional(&self, hash: usize, open: &mut Vec<usize>) -> Result<(), Malformed> {
        let at = self.lexed.starts.get(hash) as usize;
        let is_open = !open.is_empty();
        match ConditionalLine::of(&self.lexed, hash) {
            Some(ConditionalLine::Opens) => open.push(at),
            Some(ConditionalLine::Closes) if is_open => _ = open.pop(),
            Some(ConditionalLine::Closes | ConditionalLine::Divides) if !is_open => {
                return wrong(at, "there is no `#if` before it");
            }
            _ => {}
        }
        Ok(())
    }

    /// Classifies a preprocessing directive.
    fn line(&self, hash: usize, end: usize) -> WordContent {
        let text = |token: usize| &self.lexed.names[self.lexed.texts[token]];
        if end < hash + 3 || text(hash + 1) != "pragma" {
            return WordContent::Line;
        }
        let words = (hash + 3..end).take_while(|token| self.lexed.kinds[*token] == TokenKind::Ident);
        let words = words.map(|token| self.lexed.texts[token]);
        let kind = match text(hash + 2) {
            "acc" => acc::names().longest(words).map(|(kind, _)| DirectiveKind::Acc(kind)),
            "omp" => omp::names().longest(words).map(|(kind, _)| DirectiveKind::Omp(kind)),
            _ => return WordContent::Line,
        };
        match kind.map(DirectiveKind::association) {
            Some(Association::Statement | Association::Loop | Association::Declaration) => {
                WordContent::Prefix
            }
            _ => WordContent::Directive,
        }
    }

    fn match_brackets(&mut self) -> Result<(), Malformed> {
        use TokenKind::{LBrace, LBracket, LParen, RBrace, RBracket, RParen};
        let mut open: Vec<usize> = Vec::new();
        for at in 0..self.words.len() {
            let WordContent::Token(kind) = self.words[at].content else { continue };
            match kind {
                LParen | LBracket | LBrace => open.push(at),
                RParen | RBracket | RBrace => {
                    let last = open.pop().filter(|last| pairs(self.words[*last].content, kind));
                    let Some(last) = last else {
                        return wrong(self.offset(at), "no bracket before it is open");
                    };
                    self.words[last].close = at;
                }
                _ => {}
            }
        }
        open.pop().map_or(Ok(()), |open| wrong(self.offset(open), "the bracket is not closed"))
    }

    /// Returns the offset of an item in the text. The index after the last item gives the length of the text.
    fn offset(&self, word: usize) -> usize {
        let token = self.words.get(word).map_or(self.lexed.len() - 1, |word| word.token);
        self.lexed.starts.get(token) as usize
    }

    fn token(&self, word: usize) -> Option<TokenKind> {
        match self.words.get(word)?.content {
            WordContent::Token(kind) => Some(kind),
            _ => None,
        }
    }

    fn spelling(&self, word: usize) -> Option<&str> {
        let token = self.words.get(word)?.token;
        (self.token(word) == Some(TokenKind::Ident)).then(|| &self.lexed.names[self.lexed.texts[token]])
    }

    /// Returns whether the text has nothing but white space and comments.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns whether the text has nothing but white space.
    pub(super) fn is_blank(&self) -> bool {
        self.lexed.text.trim_ascii().is_empty()
    }

    /// Returns the length of the text in bytes.
    pub(super) fn len(&self) -> usize {
        self.lexed.text.len()
    }

    /// Returns whether the first token is an identifier or keyword.
    pub(super) fn starts_with_word(&self) -> bool {
        self.token(0) == Some(TokenKind::Ident)
    }

    /// Returns whether the text is one block.
    pub(super) fn is_block(&self) -> bool {
        self.token(0) == Some(TokenKind::LBrace) && self.words[0].close + 1 == self.words.len()
    }

    /// Returns whether the text has a preprocessing directive.
    pub(super) fn has_lines(&self) -> bool {
        !self.lexed.directives.is_empty()
    }

    /// Returns whether the text has preprocessing directives and nothing else.
    pub(super) fn is_lines(&self) -> bool {
        !self.is_empty() && self.words.iter().all(|word| !matches!(word.content, WordContent::Token(_)))
    }

    /// Returns the offset of the first `//` comment, if there is one.
    pub(super) fn line_comment(&self) -> Option<usize> {
        let text = &self.lexed.text;
        let ends = [0].into_iter().chain((0..self.lexed.len()).map(|token| self.lexed.end(token) as usize));
        let mut gaps = ends.zip(self.lexed.starts.range(0..self.lexed.len()).map(|start| start as usize));
        gaps.find_map(|(end, start)| line_comment(text.get(end..start)?).map(|at| end + at))
    }

    /// Returns the offset of the first line end that no backslash precedes.
    pub(super) fn line_end(&self) -> Option<usize> {
        let text = &self.lexed.text;
        let mut ends = (0..text.len()).filter(|at| text[*at] == b'\n');
        ends.find(|end| !text[..*end].trim_ascii_end().ends_with(b"\\"))
    }

    /// Returns the offset of the first token of this kind outside of all brackets.
    pub(super) fn outside_brackets(&self, kind: TokenKind) -> Option<usize> {
        let mut at = 0;
        while at < self.words.len() {
            if self.token(at) == Some(kind) {
                return Some(self.offset(at));
            }
            at = self.words[at].close.max(at) + 1;
        }
        None
    }

    /// Returns the offset of the first token that is no part of a list of clauses, which may be separated by commas. Unknown clause names
    /// are accepted, since they may be those of an extension.
    pub(super) fn behind_clauses(&self) -> Option<usize> {
        let mut at = 0;
        while self.token(at) == Some(TokenKind::Ident) {
            at += 1;
            if self.token(at) == Some(TokenKind::LParen) {
                at = self.words[at].close + 1;
            }
            if at == self.words.len() {
                return None;
            }
            at += usize::from(self.token(at) == Some(TokenKind::Comma));
        }
        Some(self.offset(at))
    }

    /// Returns whether the text is a primary expression with postfix operators (C17 6.5.1, 6.5.2), so that no adjacent operator can bind to
    /// a part of it.
    pub(super) fn is_postfix_expression(&self) -> bool {
        use TokenKind::{Arrow, CharConst, Dot, Ident, LBracket, LParen, Number, StrLit};
        let first = match self.token(0) {
            Some(Ident | Number | CharConst | StrLit) => 1,
            Some(LParen) => self.words[0].close + 1,
            _ => return false,
        };
        // Parentheses with something after them may be a cast and its operand.
        let is_cast = first > 1 && first < self.words.len();
        let mut at = first;
        while at < self.words.len() {
            at = match self.token(at) {
                Some(LParen | LBracket) => self.words[at].close + 1,
                Some(Dot | Arrow) => at + 2,
                _ => return false,
            };
        }
        !is_cast
    }

    /// Returns the lines of the text, indented for their destination, without their ends. A line that begins within a token or is empty is
    /// not indented. Leading and trailing blank lines are left out.
    pub(super) fn lines<'t>(&'t self, indentation: &'t [u8]) -> impl Iterator<Item = Cow<'t, [u8]>> {
        let text = &self.lexed.text;
        let blank = |line: &&[u8]| line.trim_ascii().is_empty();
        let all: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
        let first = all.iter().take_while(|line| blank(line)).count();
        let last = all.len() - all[first..].iter().rev().take_while(|line| blank(line)).count();
        let offsets = all.iter().scan(0, |at, line| Some(std::mem::replace(at, *at + line.len() + 1)));
        let lines: Vec<_> = all.iter().copied().zip(offsets).collect::<Vec<_>>()[first..last].to_vec();
        lines.into_iter().map(move |(line, at)| {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.is_empty() || self.is_within_token(at) {
                return Cow::Borrowed(line);
            }
            Cow::Owned([indentation, line].concat())
        })
    }

    fn is_within_token(&self, at: usize) -> bool {
        let next = self.lexed.starts.before(at as u32);
        next.checked_sub(1).is_some_and(|last| self.lexed.end(last) as usize > at)
    }
}

/// Returns whether a bracket closes the open one.
fn pairs(open: WordContent, close: TokenKind) -> bool {
    use TokenKind::{LBrace, LBracket, LParen, RBrace, RBracket, RParen};
    let WordContent::Token(open) = open else { return false };
    matches!((open, close), (LParen, RParen) | (LBracket, RBracket) | (LBrace, RBrace))
}

/// Returns the offset of the first `//` comment in white space and comments.
fn line_comment(gap: &[u8]) -> Option<usize> {
    let mut at = 0;
    while at < gap.len() {
        match &gap[at..] {
            [b'/', b'/', ..] => return Some(at),
            [b'/', b'*', rest @ ..] => at += 4 + rest.windows(2).position(|pair| pair == b"*/")?,
            _ => at += 1,
        }
    }
    None
}

/// A preprocessing directive of a conditional.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ConditionalLine {
    Opens,
    Divides,
    Closes,
}

impl ConditionalLine {
    /// Returns the conditional directive whose `#` is this token, if it is one.
    fn of(lexed: &LexedFile, hash: usize) -> Option<ConditionalLine> {
        let next =
            lexed.texts.get(hash + 1).filter(|_| !lexed.flags[hash + 1].contains(TokenFlags::LINE_START))?;
        match &lexed.names[*next] {
            "if" | "ifdef" | "ifndef" => Some(ConditionalLine::Opens),
            "else" | "elif" | "elifdef" | "elifndef" => Some(ConditionalLine::Divides),
            "endif" => Some(ConditionalLine::Closes),
            _ => None,
        }
    }
}

/// The effects of the preprocessing directives in a stretch of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct StretchLines {
    /// true if a conditional begins in the stretch and ends after it, or begins before the stretch and is divided or ends in it.
    pub(super) splits_conditional: bool,
    /// true if there is any other directive than a conditional, `#pragma`, `#error` and `#warning`: one that defines macros or includes
    /// files, for example.
    pub(super) changes_meaning: bool,
}

impl StretchLines {
    pub(super) fn of(stretch: &[u8]) -> StretchLines {
        let mut found = StretchLines::default();
        if !stretch.contains(&b'#') && !stretch.windows(2).any(|pair| matches!(pair, b"%:" | b"??")) {
            return found;
        }
        let lexed = lex(&Names::default(), Arc::from(stretch));
        let mut depth = 0;
        for hash in lexed.directives.iter().map(|hash| *hash as usize) {
            match ConditionalLine::of(&lexed, hash) {
                Some(ConditionalLine::Opens) => depth += 1,
                Some(ConditionalLine::Divides) => found.splits_conditional |= depth == 0,
                Some(ConditionalLine::Closes) if depth == 0 => found.splits_conditional = true,
                Some(ConditionalLine::Closes) => depth -= 1,
                None => {
                    let word = lexed.texts.get(hash + 1).map(|name| &lexed.names[*name]);
                    found.changes_meaning |= !matches!(word, Some("pragma" | "error" | "warning"));
                }
            }
        }
        found.splits_conditional |= depth > 0;
        found
    }
}

/// A statement that is not complete yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PendingStatement {
    If,
    Do,
}

/// Reads the statements of a text, one after the other. The enclosing statements are pending, on a stack.
struct StatementReader<'t> {
    text: &'t InsertedText,
    at: usize,
    pending: Vec<PendingStatement>,
    shape: TextShape,
}

impl InsertedText {
    /// Returns the structure of the statements or declarations.
    pub(super) fn shape(&self) -> Result<TextShape, Malformed> {
        let mut reader =
            StatementReader { text: self, at: 0, pending: Vec::new(), shape: TextShape::default() };
        while reader.skip_lines() {
            reader.statement()?;
        }
        Ok(reader.shape)
    }
}

impl StatementReader<'_> {
    /// Skips other preprocessing directives. Returns false at the end of the text.
    fn skip_lines(&mut self) -> bool {
        while self.text.words.get(self.at).is_some_and(|word| word.content == WordContent::Line) {
            self.at += 1;
        }
        self.at < self.text.words.len()
    }

    /// Reads a statement with the statements nested in it.
    fn statement(&mut self) -> Result<(), Malformed> {
        let mut is_labelled = false;
        loop {
            if !self.skip_lines() {
                let is_open_ended = is_labelled && self.pending.is_empty();
                self.shape.is_open_ended = is_open_ended;
                let end = self.text.offset(self.text.words.len());
                return if is_open_ended { Ok(()) } else { wrong(end, "a statement is missing") };
            }
            if self.label() {
                is_labelled = true;
            } else if self.head()? {
                is_labelled = false;
            } else {
                self.simple()?;
                if self.unwind()? {
                    self.shape.statements += 1;
                    return Ok(());
                }
                is_labelled = false;
            }
        }
    }

    /// Skips a label, or a directive that is associated with a statement. Returns whether there was one.
    fn label(&mut self) -> bool {
        if self.text.words[self.at].content == WordContent::Prefix {
            self.at += 1;
            return true;
        }
        let is_colon = |at: usize| self.text.token(at) == Some(TokenKind::Colon);
        match self.text.spelling(self.at) {
            Some("case") => {
                let length = (self.at..self.text.words.len()).position(is_colon);
                // Each `?` of a conditional expression before the first colon takes one colon, so the label ends with a later one.
                let Some(mut colon) = length.map(|length| self.at + length) else { return false };
                let questions =
                    (self.at..colon).filter(|at| self.text.token(*at) == Some(TokenKind::Question));
                for _ in 0..questions.count() {
                    let next = (colon + 1..self.text.words.len()).find(|at| is_colon(*at));
                    colon = next.unwrap_or(colon);
                }
                self.at = colon + 1;
                true
            }
            Some(_) if is_colon(self.at + 1) => {
                self.at += 2;
                true
            }
            _ => false,
        }
    }

    /// Skips the head of a statement that has a statement as its body. Returns whether there was one.
    fn head(&mut self) -> Result<bool, Malformed> {
        let condition = |reader: &mut Self, pending: Option<PendingStatement>| {
            if reader.text.token(reader.at + 1) != Some(TokenKind::LParen) {
                return wrong(reader.text.offset(reader.at + 1), "`(` is missing");
            }
            reader.at = reader.text.words[reader.at + 1].close + 1;
            reader.pending.extend(pending);
            Ok(true)
        };
        match self.text.spelling(self.at) {
            Some("if") => condition(self, Some(PendingStatement::If)),
            Some("for" | "while" | "switch") => condition(self, None),
            Some("do") => {
                self.at += 1;
                self.pending.push(PendingStatement::Do);
                Ok(true)
            }
            Some("else") => wrong(self.text.offset(self.at), "there is no `if` before it"),
            _ => Ok(false),
        }
    }

    /// Skips a block, a declaration, a stand-alone directive, or a statement without a nested statement.
    fn simple(&mut self) -> Result<(), Malformed> {
        if self.text.words[self.at].content == WordContent::Directive {
            self.at += 1;
            return Ok(());
        }
        let (start, mut before) = (self.at, None);
        // A brace after parentheses opens the body of a function, or of a loop that a macro makes, unless it is part of a compound literal.
        let mut has_value = self.text.spelling(start) == Some("return");
        while let Some(word) = self.text.words.get(self.at) {
            let WordContent::Token(kind) = word.content else {
                self.at += 1;
                continue;
            };
            match kind {
                TokenKind::Semi => {
                    self.at += 1;
                    return Ok(());
                }
                TokenKind::LBrace => {
                    let is_body = self.at == start || !has_value && before == Some(TokenKind::RParen);
                    self.at = word.close + 1;
                    if is_body {
                        return Ok(());
                    }
                    before = Some(TokenKind::RBrace);
                }
                TokenKind::LParen | TokenKind::LBracket => {
                    self.at = word.close + 1;
                    before = self.text.token(word.close);
                }
                _ => {
                    self.at += 1;
                    has_value |= kind == TokenKind::Eq;
                    before = Some(kind);
                }
            }
        }
        wrong(self.text.offset(self.at), "the statement has no end")
    }

    /// Pops the pending statements that the last statement completes. Returns false if another statement follows as a part of them (after
    /// `else`).
    fn unwind(&mut self) -> Result<bool, Malformed> {
        self.shape.takes_else = false;
        while let Some(pending) = self.pending.pop() {
            self.skip_lines();
            match pending {
                PendingStatement::If if self.text.spelling(self.at) == Some("else") => {
                    self.at += 1;
                    return Ok(false);
                }
                PendingStatement::If => self.shape.takes_else = true,
                PendingStatement::Do => {
                    let has_condition = self.text.spelling(self.at) == Some("while")
                        && self.text.token(self.at + 1) == Some(TokenKind::LParen);
                    let semicolon = has_condition.then(|| self.text.words[self.at + 1].close + 1);
                    let semicolon = semicolon.filter(|at| self.text.token(*at) == Some(TokenKind::Semi));
                    let Some(semicolon) = semicolon else {
                        return wrong(self.text.offset(self.at), "the loop has no condition");
                    };
                    self.at = semicolon + 1;
                    self.shape.takes_else = false;
                }
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Result<(usize, bool, bool), (usize, &'static str)> {
        let shape = InsertedText::read(text).and_then(|text| text.shape());
        shape
            .map(|shape| (shape.statements, shape.is_open_ended, shape.takes_else))
            .map_err(|wrong| (wrong.at, wrong.why))
    }

    #[test]
    fn statements_are_counted() {
        for (text, statements) in [
            ("", 0),
            ("// c", 0),
            (";", 1),
            ("x = (1, 2); y();", 2),
            ("int a[] = {1, 2};", 1),
            ("struct s { int a; } b;", 1),
            ("x = (struct s){1}.a; return (struct s){2};", 2),
            ("{ a; b; }", 1),
            ("for (int i = 0; i < n; ++i) { a; }", 1),
            ("if (a) b; else if (c) { d; } else e; f;", 2),
            ("do if (a) b; else c; while (d); e;", 2),
            ("switch (a) { case 1: b; }", 1),
            ("l: case a ? b : c: x; default: y;", 2),
            ("int f(void) { return 1; } int g;", 2),
            ("#pragma acc wait\n#pragma acc loop\nfor (;;) x;\n#pragma GCC ivdep\ny;", 3),
            ("#ifdef A\na;\n#else\nb;\n#endif", 2),
            ("if (a)\n#pragma omp barrier\n", 1),
        ] {
            assert_eq!(shape(text).map(|(count, ..)| count), Ok(statements), "{text}");
        }
        assert_eq!(shape("a; l:"), Ok((1, true, false)));
        assert_eq!(shape("#pragma acc parallel\n#pragma acc loop"), Ok((0, true, false)));
        assert_eq!(shape("for (;;) if (a) b;"), Ok((1, false, true)));
        assert_eq!(shape("if (a) b; else c;"), Ok((1, false, false)));
        assert_eq!(shape("do if (a) b; while (c);"), Ok((1, false, false)));
    }

    #[test]
    fn what_is_not_complete_is_found() {
        for (text, at, why) in [
            ("x = 1", 5, "the statement has no end"),
            ("f(a;", 1, "the bracket is not closed"),
            ("f(a];", 3, "no bracket before it is open"),
            ("}", 0, "no bracket before it is open"),
            ("a; /* b", 3, "the comment has no end"),
            ("a = \"b;", 4, "this is no token of C"),
            ("a; // b \\", 8, "it goes on in the next line"),
            ("a;\n#if B", 3, "the conditional has no `#endif`"),
            ("#else\n", 0, "there is no `#if` before it"),
            ("else x;", 0, "there is no `if` before it"),
            ("if (a)", 6, "a statement is missing"),
            ("if (a) #", 7, "the statement has no end"),
            ("do x;", 5, "the loop has no condition"),
            ("if (a)\n#pragma acc loop\n", 24, "a statement is missing"),
        ] {
            let found = shape(text);
            if text == "if (a) #" {
                assert!(found.is_err(), "{text}");
            } else {
                assert_eq!(found, Err((at, why)), "{text}");
            }
        }
    }

    #[test]
    fn expressions_that_stay_one_are_told() {
        let is_one = |text| InsertedText::read(text).expect("complete").is_postfix_expression();
        for text in ["a", "1", "f(a, b)[2].c->d", "(a + b)", "\"s\""] {
            assert!(is_one(text), "{text}");
        }
        for text in ["", "a + b", "-a", "(int)a", "(a)(b)", "a, b", "sizeof a"] {
            assert!(!is_one(text), "{text}");
        }
    }

    #[test]
    fn lines_of_a_stretch_are_told() {
        let of = |text: &str| {
            let lines = StretchLines::of(text.as_bytes());
            (lines.splits_conditional, lines.changes_meaning)
        };
        assert_eq!(of("a;\n#if A\nb;\n#else\nc;\n#endif\n"), (false, false));
        assert_eq!(of("a;\n#else\nb;"), (true, false));
        assert_eq!(of("a;\n#if A\nb;"), (true, false));
        assert_eq!(of("a;\n#endif\n#ifdef B"), (true, false));
        assert_eq!(of("a;\n#define A 1\n#pragma acc wait\n"), (false, true));
    }

    #[test]
    fn lines_are_indented_outside_of_tokens() {
        let text = InsertedText::read("\n  a(\"b\\\nc\");\r\n\nd;\n\n").expect("complete");
        let lines: Vec<_> =
            text.lines(b"\t").map(|line| String::from_utf8_lossy(&line).into_owned()).collect();
        assert_eq!(lines, ["\t  a(\"b\\", "c\");", "", "\td;"]);
        let comment = |text| InsertedText::read(text).expect("complete").line_comment();
        assert_eq!((comment("a /* // */ b // c"), comment("\"//\"")), (Some(13), None));
    }
}
