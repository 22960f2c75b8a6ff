Feature: How entities are related
  A relation leads from one entity to another, has a weight, and holds for an interval. It ends; it is never deleted.

  Background:
    Given an empty notebook
    And it is 2026-03-02T09:00:00Z
    And the entity "shop" of type service
    And the entity "ledger" of type service
    And the entity "mailer" of type service
    And "shop" is related to "ledger" as calls with weight 0.4

  Scenario: Both ends show it, made by names alone, where the reference wanted ids
    When the assistant opens the entity "shop"
    Then it shows the relations "out calls ledger"
    When the assistant opens the entity "ledger"
    Then it shows the relations "in calls shop"

  Scenario: The weightiest come first, where the reference never read the weight
    Given "shop" is related to "mailer" as calls with weight 0.9
    And "mailer" is related to "shop" as reports_to with weight 0.6
    When the assistant opens the entity "shop"
    Then it shows the relations "out calls mailer; in reports_to mailer; out calls ledger"

  Scenario: Said again it is corroborated, where the reference called it an error
    When the assistant says that "shop" is related to "ledger" as Calls
    Then the relation was known already
    When the assistant opens the entity "shop"
    Then it shows the relations "out calls ledger"
    And its first relation weighs 0.4

  Scenario: Another weight is a new revision
    When the assistant says that "shop" is related to "ledger" as calls with weight 0.8
    Then the relation is updated
    When the assistant opens the entity "shop"
    Then its first relation weighs 0.8
    When the assistant asks for the history of "shop calls ledger"
    Then the history is "add, revise"

  Scenario: Closed with a reason, where the reference had no way to end it
    Given it is 2026-03-10T09:00:00Z
    When the assistant closes that "shop" is related to "ledger" as calls because "obsolete: merged into one"
    Then the relation is closed
    When the assistant opens the entity "shop"
    Then it shows no relation
    When the assistant opens the entity "shop" as of 2026-03-09
    Then it shows the relations "out calls ledger"
    When the assistant asks for the history of "shop calls ledger"
    Then the last change of the history is by the agent "claude" for obsolete: "merged into one"

  Scenario: A closed one can begin again, and says that it had ended
    Given "shop" is no longer related to "ledger" as calls because "superseded"
    When the assistant says that "shop" is related to "ledger" as calls
    Then they are related
    And the answer names "shop calls ledger" as retired before for superseded

  Scenario: Closing one that is not there
    When the assistant closes that "ledger" is related to "shop" as calls because "other"
    Then it is refused with NOT_FOUND

  Scenario: Relations are time-travelled, where the reference showed today's under every asOf
    Given "mailer" is related to "ledger" as calls valid from 2024-01-01
    When the assistant opens the entity "mailer" as of 2025-01-01
    Then it shows the relations "out calls ledger"
    When the assistant opens the entity "shop" as of 2025-01-01
    Then it is refused with NOT_FOUND
    When the assistant opens the entity "mailer" as of 2025-01-01 as known at 2026-03-01
    Then it is refused with NOT_FOUND

  Scenario: An end that is not there, where the reference showed a raw database error
    When the assistant says that "shop" is related to "warehouse" as calls
    Then it is refused with NOT_FOUND
    And the refusal says "memory_entity_create"
    When the assistant says that the ids "nope" and "neither" are related as calls
    Then it is refused with NOT_FOUND

  Scenario: An ambiguous end
    Given the entity "ledger" of type book
    When the assistant says that "shop" is related to "ledger" as keeps
    Then it is refused with AMBIGUOUS_ENTITY
    When the assistant says that "shop" is related to "ledger" of type book as keeps
    Then they are related

  Scenario: An entity may be related to itself, and shows it once
    Given "mailer" is related to "mailer" as retries
    When the assistant opens the entity "mailer"
    Then it shows the relations "out retries mailer"

  Scenario: A rejected relation is refused
    When the person retires "shop calls ledger" as wrong
    Then it is done
    When the assistant says that "shop" is related to "ledger" as calls
    Then it is refused with VALUE_REJECTED

  Scenario: Relations are found by search
    When the assistant searches for "shop calls ledger"
    Then the first hit is "shop calls ledger"

  Rule: A project sees its own relations

    Background:
      Given the entity "till" of type service in project "kiosk"
      And "shop" is related to "till" as feeds in project "kiosk"

    Scenario: Seen in its project and not in another, where the reference had no scope
      When the assistant opens the entity "shop" in project "kiosk"
      Then it shows the relations "out feeds till; out calls ledger"
      When the assistant opens the entity "shop" in project "blog"
      Then it shows the relations "out calls ledger"

    Scenario: Two projects are not tied together
      Given the entity "page" of type service in project "blog"
      When the assistant says that "till" is related to "page" as feeds
      Then it is refused with CROSS_PROJECT
      When the assistant says that "till" is related to "page" as feeds in project "kiosk"
      Then it is refused with NOT_FOUND
