//! A program for tests that was written by hand and not lowered from a language: nodes, entities, a
//! directive, a loop.

use clacc_sema::program::Program;
use clacc_sema::program::access::Mention;
use clacc_sema::program::by_hand::ByHand;
use clacc_sema::program::directive::{
    ArgumentItem, ArgumentValue, Arguments, ClauseNode, DirectiveNode, Modifier,
};
use clacc_sema::program::entity::{Class, Entity, EntityKind, StorageDuration};
use clacc_sema::program::loops::Control;
use clacc_sema::program::place::{At, EntityId, Place};
use clacc_sema::program::run::Region;
use clacc_syntax::Names;
use clacc_syntax::arena::RawIdx;
use clacc_syntax::ast::{ClauseId, ClauseKind, DirectiveId, DirectiveKind};
use clacc_syntax::directive::{AccClause, AccDirective};

/// The variables by number: the loop variable, the array, the sum.
const ENTITIES: [(&str, Class); 3] = [("i", Class::Integer), ("x", Class::Array), ("sum", Class::Real)];

/// `parallel loop gang reduction(+: sum)` before a loop over `i` that adds `x(i)` to `sum`.
pub(crate) fn program() -> (Program, ByHand) {
    let (mut program, mut answers) = (Program::new(Names::default()), ByHand::new());
    let [gang, reduction] = [0, 1].map(|number| ClauseId::from_raw(RawIdx::from_u32(number)));
    let id = DirectiveId::from_raw(RawIdx::from_u32(0));
    let outline = &mut program.outline;
    let at = outline.push(None);
    let gang_at = outline.push(Some(at));
    let reduction_at = outline.push(Some(at));
    let item = outline.push(Some(reduction_at));
    let first_loop = outline.push(Some(at));
    let named = [0, 1, 2].map(|_| outline.push(Some(first_loop)));
    outline.close();
    let region = Region { run: outline.run(first_loop), end: None };

    let entity = |(name, class)| Entity {
        name: program.names.intern(name),
        kind: EntityKind::Object,
        class,
        is_const: false,
        duration: StorageDuration::Automatic,
        scope: None,
    };
    program.entities = ENTITIES.map(entity).into();
    let plus = Modifier { word: program.names.intern("+"), arguments: [].into(), iterators: [].into() };
    let sum = ArgumentItem { key: None, value: ArgumentValue::Value(item) };
    let arguments = Arguments { modifiers: [plus].into(), items: [sum].into(), post_modifiers: [].into() };
    let mut clause = |id, kind, at, arguments| {
        let spelling = program.names.intern(AccClause::text(kind));
        let directive = DirectiveId::from_raw(RawIdx::from_u32(0));
        let node = ClauseNode { kind: ClauseKind::Acc(kind), spelling, at, directive, arguments };
        program.clauses.insert(id, node);
    };
    clause(gang, AccClause::Gang, gang_at, None);
    clause(reduction, AccClause::Reduction, reduction_at, Some(arguments));
    let directive = DirectiveNode {
        kind: DirectiveKind::Acc(AccDirective::ParallelLoop),
        at,
        argument: None,
        clauses: [gang, reduction].into(),
        region: Some(region),
        has_errors: false,
    };
    program.directives.insert(id, directive);
    program.order = [id].into();

    answers.loops.insert(first_loop, Control::Variable { entity: EntityId::new(0), declared: false });
    for (number, at) in named.into_iter().enumerate() {
        mention(&mut answers, at, number as u32);
    }
    mention(&mut answers, item, 2);
    answers.mentions.sort_by_key(|mention| mention.at);
    (program, answers)
}

fn mention(answers: &mut ByHand, at: At, entity: u32) {
    let place = Place::whole(EntityId::new(entity));
    answers.places.insert(at, place.clone());
    answers.mentions.push(Mention { at, place });
}
