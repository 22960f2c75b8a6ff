Feature: The audit log
  Each change leaves a row that says who did what to which memory, and so does each refusal. The rows hold no text.

  Background:
    Given an empty notebook
    And the learning "The kiln is fired at noon."

  Scenario: Each change leaves its row
    Given the assistant revised "The kiln is fired at noon." to "The kiln is fired at one."
    And the person verified "The kiln is fired at noon."
    And the person retired "The kiln is fired at noon." as obsolete
    Then the audit log ends with "add, revise, verify, retire"
    And every row of the audit log names who acted
    And no row of the audit log holds "kiln"

  Scenario: A repetition leaves its row
    When the assistant learns "The kiln is fired at noon."
    Then it is known already
    And the audit log ends with "add, corroborate"

  Scenario: A refusal leaves its row
    When the assistant verifies "The kiln is fired at noon."
    Then it is refused with PERSON_REQUIRED
    And the audit log ends with "verify refused"

  Scenario: Asking for what was forgotten leaves a row
    Given the person forgot "The kiln is fired at noon."
    When the assistant asks for the history of "The kiln is fired at noon."
    Then it is refused with FORGOTTEN
    And the audit log ends with "forget, read_forgotten"

  Scenario: Reading leaves none
    When the assistant searches for "kiln"
    Then "The kiln is fired at noon." is found
    And the audit log ends with "add"
