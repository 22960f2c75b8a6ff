Feature: Superseding
  A memory that took another's place is linked to it. What still asserts the old value, and what rests on it, is named.

  Background:
    Given an empty notebook
    And it is 2026-03-01T09:00:00Z
    And the learning "The API is served from port 8080."
    And it is 2026-03-02T09:00:00Z
    And the learning "The API is served from port 9090."

  Scenario: The old one leaves the live reads and stays readable
    When the assistant retires "The API is served from port 8080." as superseded by "The API is served from port 9090."
    Then it is done
    When the assistant searches for "API port"
    Then "The API is served from port 9090." is found
    And "The API is served from port 8080." is not found
    And the answer says that 1 was hidden as superseded
    When the assistant searches for "API port" as of 2026-03-01T12:00:00Z
    Then "The API is served from port 8080." is found
    When the assistant asks for the history of "The API is served from port 8080."
    Then the history is "add, retire"

  Scenario: What still says the same is named
    Given the learning "The API is served: from port 8080."
    When the assistant retires "The API is served from port 8080." as superseded by "The API is served from port 9090."
    Then the answer says that "The API is served: from port 8080." still asserts it

  Scenario: A memory cannot take its own place
    When the assistant retires "The API is served from port 8080." as superseded by "The API is served from port 8080."
    Then it is refused with SELF_SUPERSEDE
    When the assistant searches for "port 8080"
    Then "The API is served from port 8080." is found

  Scenario: Nothing of a revision is lost, where the reference overwrote it
    When the assistant revises "The API is served from port 9090." to "The API is served from port 9191."
    Then it is done
    When the assistant asks for the history of "The API is served from port 9090."
    Then the history is "add, revise"
    And the history shows the change "The API is served from port 9090. -> The API is served from port 9191."

  Scenario Outline: The newer of two copies ends now
    Given it is 2026-03-03T09:00:00Z
    When the assistant retires "The API is served from port 9090." as <reason> by "The API is served from port 8080."
    Then it is done
    When the assistant searches for "API port"
    Then "The API is served from port 8080." is found
    And "The API is served from port 9090." is not found
    When the assistant searches for "API port" as of 2026-03-02T08:00:00Z
    Then "The API is served from port 9090." is not found
    When the assistant searches for "API port" as of 2026-03-02T12:00:00Z
    Then "The API is served from port 9090." is found

    Examples:
      | reason     |
      | duplicate  |
      | superseded |

  Scenario Outline: A duplicate of what is not held true any more is refused, for none would be left
    Given the assistant retired "The API is served from port 8080." as <reason>
    When the assistant retires "The API is served from port 9090." as duplicate by "The API is served from port 8080."
    Then it is refused with SUCCESSOR_RETIRED
    When the assistant searches for "API port"
    Then "The API is served from port 9090." is found

    Examples:
      | reason   |
      | obsolete |
      | wrong    |

  Scenario: What is live in the place of a retired successor is named
    Given the learning "The API is served from port 9191."
    When the assistant retires "The API is served from port 8080." as superseded by "The API is served from port 9191."
    Then it is done
    When the assistant retires "The API is served from port 9090." as duplicate by "The API is served from port 8080."
    Then it is refused with SUCCESSOR_RETIRED
    And the refusal names "The API is served from port 9191." by its id

  Scenario: A value may be superseded by one that was itself superseded since
    Given the learning "The API is served from port 9191."
    When the assistant retires "The API is served from port 9090." as superseded by "The API is served from port 9191."
    Then it is done
    When the assistant retires "The API is served from port 8080." as superseded by "The API is served from port 9090."
    Then it is done

  Rule: What was superseded and is said again stands in doubt

    Background:
      Given the assistant retired "The API is served from port 8080." as superseded by "The API is served from port 9090."

    Scenario: It is stored, disputed, and what took its place is named
      When the assistant says "The API is served from port 8080" again
      Then it is stored
      And the answer names "The API is served from port 9090." as what took its place
      When the assistant searches for "API port"
      Then "The API is served from port 9090." is found
      And "the restatement" is labelled disputed

    Scenario: It waits for a person where a person verified what took its place
      Given the person verified "The API is served from port 9090."
      When the assistant says "The API is served from port 8080." again
      Then it is withheld until a person reviews it
      And the answer names "The API is served from port 9090." as what took its place
      When the assistant searches for "API port"
      Then "The API is served from port 9090." is found
      And "the restatement" is not found

    Scenario: A person is not made to wait
      Given the person verified "The API is served from port 9090."
      When the person says "The API is served from port 8080." again
      Then it is stored
      And the answer names "The API is served from port 9090." as what took its place

    Scenario: By way of others that were superseded since
      Given the learning "The API is served from port 9191."
      And the assistant retired "The API is served from port 9090." as superseded by "The API is served from port 9191."
      When the assistant says "The API is served from port 8080." again
      Then the answer names "The API is served from port 9191." as what took its place

    Scenario: Nothing is in doubt where nothing live took its place
      Given the assistant retired "The API is served from port 9090." as obsolete
      When the assistant says "The API is served from port 8080." again
      Then it is stored
      And the answer names nothing that took its place
      When the assistant searches for "API port"
      Then "the restatement" is labelled None

    Scenario: What is reinstated beside what took its place is disputed
      When the assistant reinstates "The API is served from port 8080."
      Then it is done
      When the assistant searches for "API port"
      Then "The API is served from port 8080." is labelled disputed

    Scenario: Revising something else to the old text
      Given the learning "The API is served from somewhere."
      When the assistant revises "The API is served from somewhere." to "The API is served from port 8080."
      And the assistant searches for "API port"
      Then "The API is served from port 8080." is labelled disputed

    Scenario: Revising what took its place back to the old text doubts nothing
      When the assistant revises "The API is served from port 9090." to "The API is served from port 8080."
      And the assistant searches for "API port"
      Then "The API is served from port 8080." is labelled None
