Feature: Finding a memory
  A search runs a leg by words and a leg by meaning and fuses their ranks. Filters work inside both legs, so that a rare
  match is found however many nearer memories lie outside the filter. The answer says how it came about.

  Background:
    Given an empty notebook
    And the learning "The payment service listens on port 8443."
    And the learning "Invoices are rendered by a nightly job."
    And the decision "Queue" to "Use PostgreSQL as the queue" because "One less service to run"

  Scenario: The memory that shares the words comes first
    When the assistant searches for "payment port"
    Then the first hit is "The payment service listens on port 8443."
    And the answer says that the legs "lexical and vector" ran

  Scenario: A decision is found by its reasoning
    When the assistant searches for "one less service"
    Then "Queue" is found

  Scenario: One leg alone
    When the assistant searches for "invoices nightly" by words alone
    Then the first hit is "Invoices are rendered by a nightly job."
    And the answer says that the legs "lexical" ran
    When the assistant searches for "invoices nightly" by meaning alone
    Then the first hit is "Invoices are rendered by a nightly job."
    And the answer says that the legs "vector" ran

  Scenario Outline: Any query is taken, whatever it holds
    When the assistant searches for "<query>"
    Then the answer says that the legs "lexical and vector" ran

    Examples:
      | query               |
      | C++ don't * NEAR( ( |
      | AND OR NOT          |
      | "                   |
      | 🙂                  |
      | title:x ^y {z}      |

  Scenario: Tags narrow a search
    Given the learning "The payment retry limit is five." tagged "limits"
    When the assistant searches for "payment" tagged "limits"
    Then "The payment retry limit is five." is found
    And "The payment service listens on port 8443." is not found

  Scenario: Reading in full tells who wrote it and counts the use
    Given a search for "payment port" was made
    When the assistant reads "The payment service listens on port 8443." in full
    Then the full text is "The payment service listens on port 8443."
    And it was written by the agent "claude" through "claude-code 2.1"
    And it was recalled 1 times

  Scenario: The newest learnings need no query
    When the assistant recalls the newest learnings
    Then the first hit is "Invoices are rendered by a nightly job."
    And 2 memories are found

  Scenario: A short answer is found with the question written just before it
    Given the learning "Which van goes with the ferry to Orkney on Tuesday?"
    And the learning "The red one."
    When the assistant searches for "van ferry Orkney"
    Then the first hit is "Which van goes with the ferry to Orkney on Tuesday?"
    And the next hit is "The red one."

  Scenario: What is too long for the answer is cut and counted, never hidden
    Given 12 learnings about the harbour of 9500 characters each
    When the assistant searches for "harbour" in full by words within 6000 characters
    Then the answer has at most 6000 characters
    And the first hit is cut
    And what is shown and what is left out are 12
    When the assistant reads the first hit in full
    Then it has 9500 characters

  Scenario: Near-copies do not fill the answer, and what says another value is shown
    Given the learning "Payment service listens on port 8443"
    And the learning "The payment service listens on port 8444."
    When the assistant searches for "payment service port"
    Then the first hit stands for 1 near-copy
    And "The payment service listens on port 8444." is found
