//! The places of a unit's tokens, in pieces that the results of several runs share.
//!
//! After an edit most tokens have the same positions, or all of them moved by the same distance. So the columns are cut into pieces, and a
//! piece is reused with a distance that is stored with the reference. Only pieces that contain an edit, and later pieces with tokens from
//! macros, are copied.

use std::ops::Range;
use std::sync::Arc;

use crate::token::TokenFlags;
use crate::unit_positions::{ExpansionId, MAIN_FILE_LIMIT, Pos, TokenOrigin};

/// The number of tokens in a full piece.
const PIECE: usize = 256;

/// A part of a piece with fewer tokens than this is copied instead of shared, so that many edits do not leave many short pieces.
const SHORTEST_SHARED: usize = 64;

/// The flags, the origin and the end of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TokenPlace {
    /// The flags of the token, which tell what precedes it.
    pub flags: TokenFlags,
    /// The origin of the token.
    pub origin: TokenOrigin,
    /// The position past the last character of the token's spelling.
    pub end: Pos,
}

impl TokenPlace {
    fn moved_by(self, by: u32) -> TokenPlace {
        let spelling = Pos(self.origin.spelling.0.wrapping_add(by));
        let origin = TokenOrigin { spelling, ..self.origin };
        TokenPlace { origin, end: Pos(self.end.0.wrapping_add(by)), ..self }
    }

    /// Returns the place relative to the first place of its piece, or none if it does not fit or the token comes from a macro.
    fn near(self, first: Pos) -> Option<NearPlace> {
        let TokenPlace { flags, origin, end } = self;
        let start = origin.spelling.0.checked_sub(first.0)?.try_into().ok()?;
        let length = end.0.checked_sub(origin.spelling.0)?.try_into().ok()?;
        (origin.expansion == ExpansionId::NONE).then_some(NearPlace { start, length, flags })
    }
}

/// The place of a token that comes from no macro, relative to the first place of its piece. Most places have this form.
#[derive(Clone, Copy, Debug)]
struct NearPlace {
    /// The distance of the token's start from the start of the piece's first token.
    start: u16,
    length: u8,
    flags: TokenFlags,
}

/// The places of consecutive tokens.
#[derive(Debug)]
struct PlaceColumns {
    places: Places,
    /// true if all tokens are in the main file, in source order, and come from no macro.
    are_plain: bool,
}

#[derive(Debug)]
enum Places {
    /// The first position, and places relative to it.
    Near(Pos, Box<[NearPlace]>),
    Far(Box<[TokenPlace]>),
}

impl PlaceColumns {
    fn of(places: &[TokenPlace]) -> PlaceColumns {
        let first = places.first().map_or(Pos(0), |place| place.origin.spelling);
        let near: Option<Box<[NearPlace]>> = places.iter().map(|place| place.near(first)).collect();
        let places_of_piece =
            near.map_or_else(|| Places::Far(places.into()), |near| Places::Near(first, near));
        PlaceColumns { places: places_of_piece, are_plain: are_plain(places) }
    }

    fn place(&self, at: usize) -> TokenPlace {
        match &self.places {
            Places::Near(first, places) => places[at].behind(*first),
            Places::Far(places) => places[at],
        }
    }

    fn iter(&self, tokens: Range<usize>) -> impl Iterator<Item = TokenPlace> {
        let (first, near, far) = match &self.places {
            Places::Near(first, places) => (*first, &places[tokens], &[][..]),
            Places::Far(places) => (Pos(0), &[][..], &places[tokens]),
        };
        near.iter().map(move |place| place.behind(first)).chain(far.iter().copied())
    }
}

impl NearPlace {
    fn behind(self, first: Pos) -> TokenPlace {
        let NearPlace { start, length, flags } = self;
        let spelling = Pos(first.0 + u32::from(start));
        let origin = TokenOrigin { spelling, expansion: ExpansionId::NONE };
        TokenPlace { flags, origin, end: Pos(spelling.0 + u32::from(length)) }
    }
}

/// Returns whether all tokens are in the main file, in source order, and come from no macro, so that they all move together.
fn are_plain(places: &[TokenPlace]) -> bool {
    let is_own = |TokenPlace { origin, end, .. }: &TokenPlace| {
        origin.expansion == ExpansionId::NONE && origin.spelling <= *end && end.0 < MAIN_FILE_LIMIT
    };
    // A quick test: most other pieces are completely in headers.
    places.last().is_some_and(|place| place.end.0 < MAIN_FILE_LIMIT)
        && places.iter().all(is_own)
        && places.is_sorted_by_key(|place| place.origin.spelling)
}

/// A part of shared columns.
#[derive(Clone, Debug)]
struct PlacePiece {
    /// The index of its first token in the unit.
    start: u32,
    /// The index of its first token in the columns.
    from: u32,
    /// The distance by which the tokens have moved since the columns were made. Zero unless the columns are plain. It wraps around.
    by: u32,
    columns: Arc<PlaceColumns>,
}

impl PlacePiece {
    /// Returns the places of the tokens with these indices in the unit.
    fn places(&self, tokens: Range<usize>) -> impl Iterator<Item = TokenPlace> {
        let in_columns = |token: usize| token - self.start as usize + self.from as usize;
        let own = in_columns(tokens.start)..in_columns(tokens.end);
        self.columns.iter(own).map(|place| place.moved_by(self.by))
    }

    /// Returns the piece from token `from` of the columns on, moved as after an edit, or none if its tokens do not all move together.
    fn moved(&self, from: u32, moves: PlaceMoves<'_>) -> Option<PlacePiece> {
        let by = if moves.is_nothing {
            0
        } else {
            let first = self.columns.place(from as usize).origin.spelling.0.wrapping_add(self.by);
            (self.columns.are_plain && first >= moves.from).then_some(moves.by)?
        };
        Some(PlacePiece { from, by: self.by.wrapping_add(by), ..self.clone() })
    }
}

/// The movement of places after an edit.
#[derive(Clone, Copy)]
pub(crate) struct PlaceMoves<'m> {
    /// true if no place moves.
    pub(crate) is_nothing: bool,
    /// The position in the main file from which on all positions in it move, and the distance.
    pub(crate) from: u32,
    pub(crate) by: u32,
    /// Returns the new place of any token.
    pub(crate) place: &'m dyn Fn(TokenPlace) -> TokenPlace,
}

/// The places of the tokens of a unit.
#[derive(Clone, Default, Debug)]
pub struct TokenPlaces {
    pieces: Vec<PlacePiece>,
    length: u32,
}

impl PartialEq for TokenPlaces {
    fn eq(&self, other: &Self) -> bool {
        self.length == other.length && self.iter().eq(other.iter())
    }
}

impl Eq for TokenPlaces {}

impl TokenPlaces {
    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.length as usize
    }

    /// Whether there are no tokens.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Returns the place of a token. It takes logarithmic time, and nearly constant time if nothing was edited.
    pub fn get(&self, token: usize) -> Option<TokenPlace> {
        let (piece, at) = self.find(token)?;
        Some(piece.columns.place(at).moved_by(piece.by))
    }

    /// Returns the origin of a token.
    pub fn origin(&self, token: usize) -> Option<TokenOrigin> {
        Some(self.get(token)?.origin)
    }

    /// Returns the position past the last character of a token.
    pub fn end(&self, token: usize) -> Option<Pos> {
        Some(self.get(token)?.end)
    }

    /// Returns the piece that holds a token, and the index of the token in the piece's columns.
    fn find(&self, token: usize) -> Option<(&PlacePiece, usize)> {
        if token >= self.len() {
            return None;
        }
        let piece = &self.pieces[self.piece_of(token)];
        Some((piece, token - piece.start as usize + piece.from as usize))
    }

    /// The places of all tokens.
    pub fn iter(&self) -> impl Iterator<Item = TokenPlace> {
        self.range(0..self.len())
    }

    /// Returns the places of some tokens, without those past the end. Internal iteration (`for_each`, `all` and the like) is quicker than a
    /// loop.
    pub fn range(&self, tokens: Range<usize>) -> impl Iterator<Item = TokenPlace> {
        let end = tokens.end.min(self.len());
        let first = if tokens.start < end { self.piece_of(tokens.start) } else { self.pieces.len() };
        (first..self.pieces.len())
            .map_while(move |piece| {
                let own = self.tokens_of(piece);
                let own = own.start.max(tokens.start)..own.end.min(end);
                (!own.is_empty()).then(|| self.pieces[piece].places(own))
            })
            .flatten()
    }

    fn tokens_of(&self, piece: usize) -> Range<usize> {
        let end = self.pieces.get(piece + 1).map_or(self.length, |next| next.start);
        self.pieces[piece].start as usize..end as usize
    }

    /// Returns the index of the piece that holds a token. The token must exist.
    fn piece_of(&self, token: usize) -> usize {
        let guess = token / PIECE;
        if guess < self.pieces.len() && self.tokens_of(guess).contains(&token) {
            return guess;
        }
        self.pieces.partition_point(|piece| piece.start as usize <= token) - 1
    }
}

/// The places of tokens while they are collected.
#[derive(Default)]
pub(crate) struct PlacesBuilder {
    done: TokenPlaces,
    /// The places that are in no piece yet, with capacity for a full piece.
    open: Vec<TokenPlace>,
}

impl PlacesBuilder {
    #[inline]
    pub(crate) fn push(&mut self, place: TokenPlace) {
        if self.room() == 0 {
            self.make_room();
        }
        self.open.push(place);
    }

    /// Appends tokens of a file whose first byte is at `base`, given their flags, starts and lengths.
    pub(crate) fn extend_plain(&mut self, base: u32, tokens: impl Iterator<Item = (TokenFlags, u32, u32)>) {
        tokens.for_each(|(flags, start, length)| {
            let spelling = Pos(base + start);
            let origin = TokenOrigin { spelling, expansion: ExpansionId::NONE };
            self.push(TokenPlace { flags, origin, end: Pos(spelling.0 + length) });
        });
    }

    /// Appends the first `end` places of `old`.
    pub(crate) fn extend_start(&mut self, old: &TokenPlaces, end: usize) {
        let nothing = PlaceMoves { is_nothing: true, from: 0, by: 0, place: &|place| place };
        self.extend_moved(old, 0..end, nothing);
    }

    /// Appends some places of `old`, moved as after an edit.
    pub(crate) fn extend_moved(&mut self, old: &TokenPlaces, tokens: Range<usize>, moves: PlaceMoves<'_>) {
        let first = if tokens.is_empty() { old.pieces.len() } else { old.piece_of(tokens.start) };
        for number in first..old.pieces.len() {
            let own = old.tokens_of(number);
            let own = own.start.max(tokens.start)..own.end.min(tokens.end);
            if own.is_empty() {
                break;
            }
            self.add_piece(&old.pieces[number], own, moves);
        }
    }

    /// Appends some tokens of a piece.
    fn add_piece(&mut self, piece: &PlacePiece, tokens: Range<usize>, moves: PlaceMoves<'_>) {
        let from = tokens.start as u32 - piece.start + piece.from;
        let shared = if tokens.len() < SHORTEST_SHARED { None } else { piece.moved(from, moves) };
        let Some(shared) = shared else {
            return piece.places(tokens).for_each(|place| self.push((moves.place)(place)));
        };
        self.close();
        self.done.pieces.push(PlacePiece { start: self.done.length, ..shared });
        self.done.length += tokens.len() as u32;
    }

    fn room(&self) -> usize {
        self.open.capacity().min(PIECE) - self.open.len()
    }

    #[cold]
    fn make_room(&mut self) {
        self.close();
        self.open.reserve_exact(PIECE);
    }

    /// Makes a piece of the open places.
    fn close(&mut self) {
        if self.open.is_empty() {
            return;
        }
        let (start, length) = (self.done.length, self.open.len() as u32);
        let columns = PlaceColumns::of(&self.open).into();
        self.open.clear();
        self.done.pieces.push(PlacePiece { start, from: 0, by: 0, columns });
        self.done.length += length;
    }

    /// Returns the places of all tokens.
    pub(crate) fn finish(mut self) -> TokenPlaces {
        self.close();
        self.done.pieces.shrink_to_fit();
        self.done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(at: u32, expansion: u32) -> TokenPlace {
        let origin = TokenOrigin { spelling: Pos(at), expansion: ExpansionId(expansion) };
        TokenPlace { flags: TokenFlags::default(), origin, end: Pos(at + 2) }
    }

    /// Makes tokens of the main file, three positions apart, some of which come from macros.
    fn tokens(count: u32, is_made: impl Fn(u32) -> bool) -> Vec<TokenPlace> {
        let made =
            |number| if is_made(number) { place(MAIN_FILE_LIMIT + number, 7) } else { place(3 * number, 0) };
        (0..count).map(made).collect()
    }

    fn built(places: &[TokenPlace]) -> TokenPlaces {
        let mut builder = PlacesBuilder::default();
        places.iter().for_each(|place| builder.push(*place));
        builder.finish()
    }

    /// Replaces tokens by others, and moves the tokens after them.
    fn edited(old: &TokenPlaces, cut: Range<usize>, new: &[TokenPlace], from: u32, by: u32) -> TokenPlaces {
        let place = |place: TokenPlace| {
            let is_behind = place.origin.expansion == ExpansionId::NONE && place.origin.spelling.0 >= from;
            if is_behind { place.moved_by(by) } else { place }
        };
        let mut builder = PlacesBuilder::default();
        builder.extend_start(old, cut.start);
        new.iter().for_each(|place| builder.push(*place));
        let moves = PlaceMoves { is_nothing: by == 0, from, by, place: &place };
        builder.extend_moved(old, cut.end..old.len(), moves);
        builder.finish()
    }

    #[test]
    fn edits_give_what_is_built_anew_and_few_pieces() {
        for is_made in [|_| false, |number| number % 700 < 3] {
            let count = 3000;
            let mut places = built(&tokens(count, is_made));
            let mut wanted = tokens(count, is_made);
            let mut number: usize = 1;
            for edit in 0..600 {
                number = (number * 7919 + 13) % 2900;
                let cut = number..number + edit % 5;
                let from = wanted[cut.end..].iter().find(|place| place.origin.expansion == ExpansionId::NONE);
                let from = from.map_or(0, |place| place.origin.spelling.0);
                let by = [0, 1, 5, 3_u32.wrapping_neg()][edit % 4];
                let by = if from < 3000 { by & 7 } else { by };
                let new: Vec<TokenPlace> = wanted[cut.clone()].to_vec();
                places = edited(&places, cut.clone(), &new, from, by);
                for place in &mut wanted[cut.end..] {
                    if place.origin.expansion == ExpansionId::NONE && place.origin.spelling.0 >= from {
                        *place = place.moved_by(by);
                    }
                }
                assert!(places.iter().eq(wanted.iter().copied()), "edit {edit}");
                let is_there = |at: usize| places.get(at) == wanted.get(at).copied();
                assert!((0..=wanted.len()).step_by(17).all(is_there), "edit {edit}");
                assert!(places.range(cut.clone()).eq(wanted[cut].iter().copied()));
            }
            assert!(places.pieces.len() <= 2 * places.len() / SHORTEST_SHARED + 1, "{}", places.pieces.len());
        }
    }

    #[test]
    fn columns_of_a_file_are_what_is_pushed_one_by_one() {
        let starts: Vec<u32> = (0..1000).map(|number| 4 * number).collect();
        let ends: Vec<u32> = starts.iter().map(|start| start + 3).collect();
        let flags = vec![TokenFlags::LINE_START; 1000];
        for base in [0, MAIN_FILE_LIMIT] {
            let mut builder = PlacesBuilder::default();
            for range in [0..10, 10..700, 700..1000] {
                builder.extend_plain(base, range.map(|at| (flags[at], starts[at], ends[at] - starts[at])));
            }
            let places = builder.finish();
            let one = |at: usize| TokenPlace {
                flags: flags[at],
                origin: TokenOrigin { spelling: Pos(base + starts[at]), expansion: ExpansionId::NONE },
                end: Pos(base + ends[at]),
            };
            assert!(places.iter().eq((0..1000).map(one)));
            assert_eq!((places.origin(999), places.end(1000)), (Some(one(999).origin), None));
        }
    }
}
