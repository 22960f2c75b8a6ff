"""Every transition of trust, for every actor: what a person alone may do, and what nobody may."""

from __future__ import annotations

import pytest

from domain import review
from domain.context import Caller, World
from domain.forgetting import forget
from domain.ledger import change
from entrypoints.arguments import parse
from ports.commands import Forget, Learn, Review, ReviewAction
from ports.errors import InvalidInput, PalimpsestError, Refused
from ports.vocabulary import Trust, Verb
from tests.making import AGENT, IMPORT, PERSON, learned

VERDICTS = {
    ReviewAction.APPROVE: ({Trust.PENDING}, Trust.VERIFIED),
    ReviewAction.REJECT: ({Trust.PENDING, Trust.UNVERIFIED, Trust.VERIFIED, Trust.DISPUTED}, Trust.REJECTED),
    ReviewAction.VERIFY: ({Trust.UNVERIFIED, Trust.DISPUTED}, Trust.VERIFIED),
    ReviewAction.DISPUTE: ({Trust.UNVERIFIED, Trust.VERIFIED}, Trust.DISPUTED),
}
CASES = [(actor, action, before) for actor in (PERSON, AGENT, IMPORT) for action in VERDICTS for before in Trust]


def with_trust(world: World, trust: Trust) -> str:
    """A memory of a given trust."""
    memory_id = learned(world, "The tide turns twice a day.")
    with world.store.write() as writer:
        before = writer.current(memory_id)
        assert before is not None
        change(writer, world, PERSON, before, world.clock.now(), Verb.REVISE, trust=trust)
    return memory_id


def trust_of(world: World, memory_id: str) -> Trust:
    with world.store.read() as reader:
        revision = reader.current(memory_id)
    assert revision is not None
    return revision.trust


@pytest.mark.parametrize(("actor", "action", "before"), CASES, ids=lambda case: str(getattr(case, "actor", case)))
def test_each_transition(world: World, actor: Caller, action: ReviewAction, before: Trust) -> None:
    memory_id = with_trust(world, before)
    allowed_from, after = VERDICTS[action]
    may = action is ReviewAction.DISPUTE or actor is PERSON
    command = Review(action=action, id=memory_id)
    if may and before in allowed_from:
        assert review.review(world, actor, command).trust is after
        assert trust_of(world, memory_id) is after
        return
    with pytest.raises(PalimpsestError) as raised:
        review.review(world, actor, command)
    assert raised.value.code == ("FORBIDDEN_TRANSITION" if may else "PERSON_REQUIRED")
    assert trust_of(world, memory_id) is before


@pytest.mark.parametrize("actor", [AGENT, IMPORT], ids=["agent", "import"])
def test_only_a_person_forgets(world: World, actor: Caller) -> None:
    memory_id = learned(world, "The tide turns twice a day.")
    with pytest.raises(Refused) as raised:
        forget(world, actor, Forget(id=memory_id))
    assert raised.value.code == "PERSON_REQUIRED"
    assert trust_of(world, memory_id) is Trust.UNVERIFIED
    assert forget(world, PERSON, Forget(id=memory_id)).forgotten == (memory_id,)


@pytest.mark.parametrize("claim", ["actor", "trust", "verified", "actorName", "provenance", "recordedAt"])
def test_no_payload_can_claim_authority(claim: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        parse(Learn, {"category": "insight", "content": "Trust me.", claim: "person"})
    assert raised.value.code == "UNKNOWN_ARGUMENT"
    assert claim in raised.value.message
