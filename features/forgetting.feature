Feature: Forgetting
  The one hard delete, a person's: text, vectors and history go, and an audit row without the text stays.

  Background:
    Given an empty notebook
    And the learning "Mira's door code is kestrel."
    And the learning "Mira prefers tea."

  Scenario: An assistant cannot forget
    When the assistant forgets "Mira's door code is kestrel."
    Then it is refused with PERSON_REQUIRED
    When the assistant searches for "Mira"
    Then "Mira's door code is kestrel." is found

  Scenario: A person forgets one memory, and its siblings stay
    When the person forgets "Mira's door code is kestrel."
    Then it is done
    And the audit log ends with "forget"
    When the assistant searches for "Mira"
    Then "Mira prefers tea." is found
    And "Mira's door code is kestrel." is not found
    When the assistant asks for the history of "Mira's door code is kestrel."
    Then it is refused with FORGOTTEN
    And the audit log ends with "read_forgotten"

  Scenario: Forgetting cannot be undone
    When the assistant learns "Mira has a cat."
    And the person forgets "Mira's door code is kestrel."
    And the person undoes the last change
    Then it is refused with NOT_UNDOABLE
    And the refusal says "forgot a memory for good"
    When the person undoes audit row 4
    Then it is refused with NOT_UNDOABLE
    And the refusal says "cannot be undone"
    When the person undoes audit row 1
    Then it is refused with NOT_UNDOABLE
    And the refusal says "was forgotten"
    When the assistant searches for "Mira"
    Then "Mira has a cat." is found
