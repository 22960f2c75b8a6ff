Feature: Swapping the embedder
  Which model makes the vectors is one setting. The store knows whose vectors it holds and never compares across models:
  with another one configured, search by words goes on and says so, until new vectors are made beside the old.

  Background:
    Given an empty notebook
    And the learning "The lighthouse keeper retired in May."
    And the learning "Invoices are archived for ten years."

  Scenario: Another embedder is noticed, and nothing is mixed
    Given the notebook is opened with another embedder
    When the assistant searches for "lighthouse keeper"
    Then the first hit is "The lighthouse keeper retired in May."
    And the answer says that the legs "lexical" ran
    And the answer's notice says "palimpsest reindex"

  Scenario: What is written meanwhile is found by words at once, and by meaning later
    Given the notebook is opened with another embedder
    When the assistant learns "The foghorn was sold."
    Then it is stored
    When the assistant searches for "foghorn"
    Then the first hit is "The foghorn was sold."

  Scenario: Reindexing moves the whole store in one step
    Given the notebook is opened with another embedder
    When a person reindexes the notebook
    And the assistant searches for "lighthouse keeper"
    Then the answer says that the legs "lexical and vector" ran
    And the first hit is "The lighthouse keeper retired in May."
    And the audit log ends with "reindex"

  Scenario: Without any embedder, words are enough
    Given the notebook is opened without an embedder
    When the assistant learns "The foghorn was sold."
    Then it is stored
    When the assistant searches for "foghorn"
    Then the first hit is "The foghorn was sold."
    And the answer says that the legs "lexical" ran

  Scenario: What was written without an embedder gets its vectors later
    Given the notebook is opened without an embedder
    And the learning "The foghorn was sold."
    And the notebook is opened with the first embedder
    When the assistant searches for "foghorn sold" by meaning alone
    Then "The foghorn was sold." is not found
    When the server fills what is pending
    And the assistant searches for "foghorn sold" by meaning alone
    Then the first hit is "The foghorn was sold."
