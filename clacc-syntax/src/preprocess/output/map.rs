//! The positions of a unit while it is being preprocessed.

use std::sync::Arc;

use super::moved::MovedPlaces;
use crate::checkpoint::{self, HalfDone};
use crate::source::FileId;
use crate::unit::{
    Expansion, ExpansionId, ExpansionKind, Pos, SourceMap, Stretch, StretchContent, TokenOrigin,
};

/// Allocates positions and expansions, and builds the map that resolves them.
pub(crate) struct MapBuilder {
    /// The complete stretches, and the map of the previous stage.
    map: HalfDone<SourceMap>,
    next_base: u32,
    made: MadeText,
}

/// Returns the whole text of the block that was open at a mark.
fn made_text<'m>(map: &'m SourceMap, mark: &MapMark) -> &'m str {
    match map.stretches.get(mark.block.0).map(|stretch| &stretch.content) {
        Some(StretchContent::Made { text, .. }) if mark.block.3 > 0 => text,
        _ => "",
    }
}

/// Text that is in no file: the results of `#`, `##` and computed macros. It is kept in blocks, so that there are few stretches.
struct MadeText {
    stretch: usize,
    base: u32,
    text: String,
    capacity: usize,
    total: usize,
    /// The number of bytes that all blocks together may have.
    limit: usize,
}

/// The state of a map that is being built, except for its expansions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MapMark {
    stretches: usize,
    next_base: u32,
    /// The open block of made text: the index of its stretch, its first position, the length of its text, its capacity.
    block: (usize, u32, usize, usize),
    made: usize,
}

impl MapBuilder {
    /// Returns the state of the map.
    pub(crate) fn mark(&self) -> MapMark {
        let made = &self.made;
        MapMark {
            stretches: self.map.stretches.len(),
            next_base: self.next_base,
            block: (made.stretch, made.base, made.text.len(), made.capacity),
            made: made.total,
        }
    }

    /// Returns the number of expansions of this stage.
    pub(crate) fn expansion_count(&self) -> u32 {
        self.map.expansions.len() as u32
    }

    /// Returns the map of an earlier run as it was at a mark, when it had `expansions` expansions. The main file now has the length
    /// `main_length`.
    pub(crate) fn resumed(
        old: &SourceMap,
        mark: &MapMark,
        expansions: u32,
        made_limit: usize,
        main_length: u32,
    ) -> MapBuilder {
        let mut map = HalfDone::new(SourceMap {
            stretches: old.stretches[..mark.stretches].to_vec(),
            expansions: Vec::with_capacity(old.expansions.len() + 64),
            parent: old.parent.clone(),
            first_base: old.first_base,
            first_expansion: old.first_expansion,
        });
        checkpoint::extend(&mut map.expansions, &old.expansions[..expansions as usize]);
        if let Some(StretchContent::File { len, .. }) =
            map.stretches.first_mut().map(|main| &mut main.content)
        {
            *len = main_length;
        }
        let (stretch, base, length, capacity) = mark.block;
        let text = made_text(old, mark)[..length].to_owned();
        let made = MadeText { stretch, base, text, capacity, total: mark.made, limit: made_limit };
        MapBuilder { map, next_base: mark.next_base, made }
    }

    /// Appends the part of an earlier run's map that follows a mark at which the earlier map had the state that this map has now.
    pub(crate) fn append(&mut self, old: &SourceMap, mark: &MapMark, expansions: u32, moved: &MovedPlaces) {
        let behind = &made_text(old, mark)[mark.block.2..];
        self.made.text.push_str(behind);
        let stretches = old.stretches[mark.stretches..].iter();
        self.map.stretches.extend(stretches.map(|stretch| moved.stretch(stretch)));
        for piece in checkpoint::pieces(&old.expansions[expansions as usize..]) {
            self.map.expansions.extend(piece.iter().map(|expansion| moved.expansion(*expansion)));
        }
    }

    /// Makes a map whose positions start at `base`, and whose expansions follow those of the previous stage.
    pub(crate) fn new(base: u32, expansions: u32, parent: Option<Arc<SourceMap>>, made_limit: usize) -> Self {
        let map = SourceMap { parent, first_base: base, first_expansion: expansions, ..SourceMap::default() };
        let text = String::new();
        let made = MadeText { stretch: 0, base: 0, text, capacity: 0, total: 0, limit: made_limit };
        MapBuilder { map: HalfDone::new(map), next_base: base, made }
    }

    pub(crate) fn finish(mut self) -> SourceMap {
        self.close_made_block();
        self.map.expansions.shrink_to_fit();
        self.map.stretches.shrink_to_fit();
        self.map.finish()
    }

    /// Returns the first position of the next stage, and the number of expansions before it.
    pub(crate) fn end(&self) -> (u32, u32) {
        (self.next_base, self.map.first_expansion + self.map.expansions.len() as u32)
    }

    /// Allocates `len` positions after those of the main file.
    pub(crate) fn take_stretch(&mut self, len: usize, content: StretchContent) -> Option<u32> {
        let base = self.next_base;
        let len = u32::try_from(len).ok()?.checked_add(1)?;
        self.next_base = base.checked_add(len)?;
        self.map.stretches.push(Stretch { base, content });
        Some(base)
    }

    /// Makes the stretch of the main file, which must be the first one.
    pub(crate) fn open_main_stretch(&mut self, main: FileId, len: u32) {
        let content = StretchContent::File { file: main, len, included_at: None, system: false };
        self.map.stretches.insert(0, Stretch { base: 0, content });
        self.made.stretch += 1;
    }

    // ---- made text ----

    fn close_made_block(&mut self) {
        if self.made.capacity > 0 {
            let text: Arc<str> = std::mem::take(&mut self.made.text).into();
            if let Some(StretchContent::Made { text: made, .. }) =
                self.map.stretches.get_mut(self.made.stretch).map(|stretch| &mut stretch.content)
            {
                *made = text;
            }
            self.made.capacity = 0;
        }
    }

    /// Keeps the text of a token that is in no file, and returns its positions, or none if the limit is reached.
    pub(crate) fn make_text(&mut self, text: &str) -> Option<(Pos, Pos)> {
        if self.made.total + text.len() > self.made.limit {
            return None;
        }
        self.made.total += text.len();
        if self.made.capacity - self.made.text.len() <= text.len() {
            self.open_made_block(text.len())?;
        }
        let start = self.made.base + self.made.text.len() as u32;
        self.made.text.push_str(text);
        self.made.text.push(' ');
        Some((Pos(start), Pos(start + text.len() as u32)))
    }

    fn open_made_block(&mut self, len: usize) -> Option<()> {
        const BLOCK: usize = 4096;
        self.close_made_block();
        let capacity = BLOCK.max(len + 1);
        let content = StretchContent::Made { text: Arc::from(""), label: "<scratch>" };
        self.made.stretch = self.map.stretches.len();
        self.made.base = self.take_stretch(capacity, content)?;
        self.made.capacity = capacity;
        Some(())
    }

    // ---- expansions ----

    pub(crate) fn add_expansion(&mut self, expansion: Expansion) -> ExpansionId {
        self.map.expansions.push(expansion);
        ExpansionId(self.map.first_expansion + self.map.expansions.len() as u32)
    }

    /// Returns the expansion with this id, if this stage made it.
    fn expansion(&self, id: ExpansionId) -> Option<&Expansion> {
        let index = id.0.checked_sub(self.map.first_expansion + 1)?;
        self.map.expansions.get(index as usize)
    }

    /// Records that the invocation whose name is in the expansion `from` has its `)` at `end`, in the expansion `to`. The invocation in
    /// `to` that leads to `from` is extended to `end`, and the invocations inside it are marked as ending in another text than they start
    /// in.
    pub(crate) fn reach(&mut self, from: ExpansionId, to: ExpansionId, end: Pos) {
        let mut id = from;
        while let Some(index) = id.0.checked_sub(self.map.first_expansion + 1)
            && let Some(around) = self.map.expansions.get_mut(index as usize)
        {
            let level = around.invocation.expansion;
            if level == to {
                around.invocation_end = around.invocation_end.max(end);
                break;
            }
            around.ends_elsewhere = true;
            id = level;
        }
    }

    /// Returns the place in running text, or in an argument written there, from which a token came. Replacement lists are skipped.
    pub(crate) fn written_at(&self, mut origin: TokenOrigin) -> TokenOrigin {
        while let Some(expansion) = self.expansion(origin.expansion) {
            if matches!(expansion.kind, ExpansionKind::Argument(_)) && self.is_written(expansion.invocation) {
                break;
            }
            origin = expansion.invocation;
        }
        origin
    }

    /// Returns whether a place is in running text, or in an argument written there.
    fn is_written(&self, mut origin: TokenOrigin) -> bool {
        while let Some(expansion) = self.expansion(origin.expansion) {
            if !matches!(expansion.kind, ExpansionKind::Argument(_)) {
                return false;
            }
            origin = expansion.invocation;
        }
        true
    }
}
