"""The tools of the graph, of looking back, and of the profile and the goal."""

from __future__ import annotations

from domain import conflicts, entities, graph, insights, observations, profile, reflect, relations
from entrypoints.mcp.tool import Tool, reading
from ports import graph as shapes
from ports import looking_back

GRAPH_TOOLS: tuple[Tool, ...] = (
    Tool(
        "memory_entity_create",
        "Make entity",
        "Make an entity or update it.",
        shapes.EntityCreate,
        shapes.EntityKept,
        entities.create,
        writes=True,
    ),
    Tool(
        "memory_entity_observe",
        "Observe",
        "Store a fact about an entity, of now or the past.",
        shapes.EntityObserve,
        shapes.Observed,
        observations.observe,
        core=True,
        writes=True,
    ),
    Tool(
        "memory_entity_search",
        "Search entities",
        "By words and meaning.",
        shapes.EntitySearch,
        shapes.EntitySearchAnswer,
        reading(graph.search_entities),
        read_only=True,
    ),
    Tool(
        "memory_entity_open",
        "Open entity",
        "Its observations and relations.",
        shapes.EntityOpen,
        shapes.EntityView,
        reading(graph.open_entity),
        core=True,
        read_only=True,
    ),
    Tool(
        "memory_entity_relate",
        "Relate",
        "Link two entities, or close their link.",
        shapes.EntityRelate,
        shapes.Related,
        relations.relate,
        writes=True,
    ),
    Tool(
        "memory_entity_delete",
        "Retire entity",
        "Retire an entity with all that rests on it.",
        shapes.EntityDelete,
        shapes.EntityDeleted,
        entities.delete,
        writes=True,
        destructive=True,
    ),
    Tool(
        "memory_contradictions",
        "Contradictions",
        "What cannot both stand.",
        looking_back.Contradictions,
        looking_back.ContradictionsAnswer,
        reading(conflicts.contradictions),
        read_only=True,
    ),
    Tool(
        "memory_reflect",
        "Reflect",
        "What is recalled most or never, grows, is unverified.",
        looking_back.Reflect,
        looking_back.ReflectAnswer,
        reading(reflect.reflect),
        read_only=True,
    ),
    Tool(
        "memory_insights",
        "Insights",
        "Live, retired and pending.",
        looking_back.Insights,
        looking_back.InsightsAnswer,
        reading(insights.insights),
        read_only=True,
    ),
    Tool(
        "memory_profile",
        "Profile",
        "Facts about the user.",
        looking_back.Profile,
        looking_back.ProfileAnswer,
        profile.profile,
        writes=True,
    ),
    Tool(
        "memory_goal",
        "Goal",
        "What is worked towards.",
        looking_back.Goal,
        looking_back.GoalAnswer,
        profile.goal,
        writes=True,
    ),
)
