//! The names of file scope that code mentions.

use clacc_sema::c::model::{DeclModel, Symbol, SymbolKind};
use clacc_sema::db::Db;
use clacc_sema::db::external_decls::{ExternalDecl, file_scope};
use clacc_sema::db::models::model;
use clacc_syntax::Name;
use clacc_syntax::lexer::lex;
use clacc_syntax::parse::FileName;
use clacc_syntax::token::{TokenKind, TokenRange};
use rustc_hash::{FxHashMap, FxHashSet};

/// A name of file scope that code mentions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Mention {
    /// An ordinary identifier.
    Ordinary(Name),
    /// A function or variable that a block declares again.
    OfBlock(Name),
    /// The name of a variable whose type is needed, and nothing else of it.
    TypeOf(Name),
    /// The tag of a structure, union or enumeration.
    Tag(Name),
}

/// The names that the tokens of a declaration mention.
#[derive(Default)]
pub(super) struct Mentions {
    /// Each with its token, in order.
    by_token: Vec<(u32, Mention)>,
    /// The objects that the declaration declares. New code uses these names for members and copies.
    own_objects: FxHashSet<Name>,
}

impl Mentions {
    pub(super) fn of(db: &dyn Db, decl: ExternalDecl<'_>) -> Mentions {
        let (model, tokens) = (model(db, decl), decl.tokens(db));
        let scope = file_scope(db, decl.unit(db));
        let by_expression = by_expression(&model);
        let tree = &model.parsed.tree;
        let declared: FxHashSet<u32> =
            tree.entities.iter().filter_map(|(id, _)| Some(tree.spans.entity_names.get(id)?.start)).collect();
        let mut by_token = tags(&model);
        for (at, (kind, name)) in (0_u32..).zip(tokens.kinds.iter().zip(&tokens.texts)) {
            let before = at.checked_sub(1).map(|before| tokens.kinds[before as usize]);
            if *kind != TokenKind::Ident || declared.contains(&at) || before.is_some_and(hides_name) {
                continue;
            }
            let is_type = || scope.lookup(*name) == Some(FileName::Typedef) && !declares_type(&model, *name);
            let mention = match by_expression.get(&at) {
                Some(symbol) => of_symbol(symbol),
                // Types are named outside of expressions.
                None => is_type().then_some(Mention::Ordinary(*name)),
            };
            by_token.extend(mention.map(|mention| (at, mention)));
        }
        by_token.sort_by_key(|(at, _)| *at);
        let own = model.symbols.iter().map(|(_, symbol)| symbol);
        let own = own.filter(|symbol| symbol.entity.is_some() && symbol.kind.is_object());
        Mentions { by_token, own_objects: own.map(|symbol| symbol.name).collect() }
    }

    /// Returns the mentions in a range of tokens, each with its token.
    pub(super) fn within(&self, range: TokenRange) -> &[(u32, Mention)] {
        let start = self.by_token.partition_point(|(at, _)| *at < range.start);
        let length = self.by_token[start..].partition_point(|(at, _)| *at < range.end);
        &self.by_token[start..start + length]
    }

    /// Returns what the words of new code mention, names of generated definitions included.
    pub(super) fn in_new_code(&self, db: &dyn Db, text: &str) -> Vec<Mention> {
        let lexed = lex(db.names(), text.as_bytes().into());
        let word = |at: usize| &db.names()[lexed.texts[at]];
        let mut found = Vec::new();
        for at in (0..lexed.texts.len()).filter(|at| is_word(word(*at))) {
            let (name, before) = (lexed.texts[at], at.checked_sub(1).map_or("", word));
            match before {
                "struct" | "union" | "enum" => found.push(Mention::Tag(name)),
                "." | "->" => {}
                "(" if at >= 2 && word(at - 2) == "__typeof__" => found.push(Mention::TypeOf(name)),
                _ if self.own_objects.contains(&name) => {}
                _ => found.push(Mention::Ordinary(name)),
            }
        }
        found
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Returns whether an identifier after a token is a member or a tag.
fn hides_name(before: TokenKind) -> bool {
    use TokenKind::{Arrow, Dot, Enum, Struct, Union};
    matches!(before, Dot | Arrow | Struct | Union | Enum)
}

/// Returns the symbols that expressions name, by their tokens.
fn by_expression(model: &DeclModel) -> FxHashMap<u32, &Symbol> {
    let spans = &model.parsed.tree.spans.exprs;
    let symbols = model.uses.iter();
    symbols.filter_map(|(expr, symbol)| Some((spans.get(expr)?.start, &model.symbols[*symbol]))).collect()
}

/// Returns what a use of a symbol mentions, if the symbol is not local to a function.
fn of_symbol(symbol: &Symbol) -> Option<Mention> {
    match symbol.kind {
        _ if symbol.entity.is_none() && symbol.scope.is_none() => Some(Mention::Ordinary(symbol.name)),
        SymbolKind::Global | SymbolKind::Function => Some(Mention::OfBlock(symbol.name)),
        _ => None,
    }
}

/// Returns whether a declaration declares a type of this name.
fn declares_type(model: &DeclModel, name: Name) -> bool {
    let mut own = model.symbols.iter().map(|(_, symbol)| symbol);
    own.any(|symbol| symbol.name == name && symbol.entity.is_some() && symbol.kind == SymbolKind::Typedef)
}

/// Returns the tags of file scope that specifiers name, with their tokens.
fn tags(model: &DeclModel) -> Vec<(u32, Mention)> {
    let tree = &model.parsed.tree;
    let records = tree.records.iter().filter(|(id, _)| !model.local_tags.records.contains_key(id));
    let records = records.filter_map(|(id, record)| Some((tree.spans.records.get(id)?, record.tag?)));
    let enums = tree.enums.iter().filter(|(id, _)| !model.local_tags.enums.contains_key(id));
    let enums = enums.filter_map(|(id, specifier)| Some((tree.spans.enums.get(id)?, specifier.tag?)));
    records.chain(enums).map(|(range, tag)| (range.start, Mention::Tag(tag))).collect()
}
