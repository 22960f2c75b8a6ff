"""The graph's tools as a client sees them: their schemas, their names, and their answers as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from entrypoints.mcp.graph_tools import GRAPH_TOOLS
from entrypoints.mcp.server import tool_list
from entrypoints.mcp.service import Client, Service
from ports.errors import InvalidInput
from tests.making import make_world

BUDGET = 4_600


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    made = Service(lambda: make_world(tmp_path / "memory.sqlite"))
    yield made
    made.close()


def call(service: Service, tool: str, /, **arguments: Any) -> dict[str, Any]:
    answer = service.call(tool, arguments, Client("test client", "1"))
    return json.loads(answer.model_dump_json(by_alias=True, exclude_none=True))


def listed() -> dict[str, dict[str, Any]]:
    wanted = {tool.name for tool in GRAPH_TOOLS}
    tools = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tool_list()]
    return {tool["name"]: tool for tool in tools if tool["name"] in wanted}


def test_the_tools_cost_little() -> None:
    tools = [{key: value for key, value in tool.items() if key != "outputSchema"} for tool in listed().values()]
    assert len(tools) == 11
    assert sum(len(json.dumps(tool, separators=(",", ":"))) for tool in tools) <= BUDGET


def test_times_are_strings_where_the_reference_said_object() -> None:
    for tool in listed().values():
        properties = tool["inputSchema"]["properties"]
        times = [name for name in ("asOf", "knownAt", "validFrom", "validTo") if name in properties]
        assert [properties[name]["type"] for name in times] == ["string"] * len(times)
    assert "asOf" in listed()["memory_entity_open"]["inputSchema"]["properties"]


def test_the_way_through_a_graph(service: Service) -> None:
    entity = call(service, "memory_entity_create", name="shop", entityType="service", tags='["core"]')
    assert entity["action"] == "created"
    seen = call(
        service, "memory_entity_observe", entity_name="shop", content="It has a queue.", valid_from="2025-01-01"
    )
    assert seen["entityId"] == entity["id"]
    call(service, "memory_entity_observe", entityName="till", entityType="service", content="It prints.")
    link = call(service, "memory_entity_relate", fromName="shop", toName="till", relationType="feeds", weight=0.5)
    view = call(service, "memory_entity_open", name="shop", asOf="2026-01-01")
    assert [fact["id"] for fact in view["observations"]] == [seen["observationId"]]
    now = call(service, "memory_entity_open", name="shop")
    assert now["relations"][0] | {"validFrom": ""} == {
        "relationId": link["id"],
        "relationType": "feeds",
        "weight": 0.5,
        "direction": "out",
        "id": call(service, "memory_entity_search", query="till")["results"][0]["id"],
        "name": "till",
        "entityType": "service",
        "validFrom": "",
    }


def test_what_is_written_links_to_the_session(service: Service) -> None:
    seen = call(service, "memory_entity_observe", entityName="till", entityType="service", content="It prints.")
    memory = call(service, "memory_get", ids=[seen["observationId"], seen["entityId"]])["memories"]
    sessions = {one["writtenBy"]["sessionId"] for one in memory}
    assert len(sessions) == 1
    assert call(service, "memory_insights")["totalSessions"] == 1


def test_an_answer_says_nothing_of_what_is_not_there(service: Service) -> None:
    call(service, "memory_entity_create", name="till", entityType="service")
    view = call(service, "memory_entity_open", name="till")
    assert sorted(view) == ["entity", "observations", "relations"]
    assert sorted(view["entity"]) == ["confidence", "entityType", "id", "name", "recordedAt", "revisionId", "validFrom"]


def test_an_unknown_argument_is_named(service: Service) -> None:
    with pytest.raises(InvalidInput) as raised:
        call(service, "memory_entity_open", name="till", asof="2026-01-01")
    assert raised.value.code == "UNKNOWN_ARGUMENT"
    assert "asOf" in raised.value.message


@pytest.mark.parametrize("tool", ["memory_reflect", "memory_insights", "memory_contradictions"])
def test_an_empty_store_is_no_error(service: Service, tool: str) -> None:
    answer = call(service, tool)
    assert answer
    assert answer.get("count", 0) == 0


def test_an_id_and_a_name_that_disagree_are_refused(service: Service) -> None:
    shop = call(service, "memory_entity_create", name="shop", entityType="service")["id"]
    call(service, "memory_entity_create", name="till", entityType="service")
    mismatched: list[tuple[str, dict[str, Any]]] = [
        ("memory_entity_open", {"id": shop, "name": "till"}),
        ("memory_entity_observe", {"entityId": shop, "entityName": "till", "content": "It prints."}),
        ("memory_entity_relate", {"fromEntityId": shop, "fromName": "till", "toName": "till", "relationType": "has"}),
        ("memory_contradictions", {"entityId": shop, "entityType": "person"}),
    ]
    for tool, arguments in mismatched:
        with pytest.raises(InvalidInput) as raised:
            call(service, tool, **arguments)
        assert raised.value.code == "ENTITY_MISMATCH"
    assert call(service, "memory_entity_open", id=shop, name="SHOP", entityType="Service")["entity"]["id"] == shop
