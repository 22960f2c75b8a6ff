Feature: Undo
  One audited change is taken back by another audited change. It is refused where something later stands on it.

  Background:
    Given an empty notebook
    And the learning "Releases are tagged by hand."

  Scenario: Taking back a retirement
    Given the assistant retired "Releases are tagged by hand." as obsolete
    When the assistant searches for "releases tagged"
    Then nothing is found
    When the assistant undoes the last change
    Then it is done
    And the audit log ends with "undo"
    When the assistant searches for "releases tagged"
    Then "Releases are tagged by hand." is found

  Scenario: Taking back a rejection lifts it
    Given the assistant retired "Releases are tagged by hand." as wrong
    When the assistant learns "Releases are tagged by hand."
    Then it is refused with VALUE_REJECTED
    When the assistant undoes the last change
    Then it is done
    When the assistant learns "Releases are tagged by hand."
    Then it is known already

  Scenario: Taking back an addition
    When the assistant undoes the last change
    Then it is done
    When the assistant searches for "releases tagged"
    Then nothing is found

  Scenario: Something later stands on it
    Given the assistant revised "Releases are tagged by hand." to "Releases are tagged by a script."
    When the assistant undoes audit row 1
    Then it is refused with STANDS_ON_IT
    And the refusal says "2 (revise)"

  Scenario: An assistant does not undo what a person did
    Given the person verified "Releases are tagged by hand."
    When the assistant undoes audit row 2
    Then it is refused with PERSON_REQUIRED
    When the person undoes audit row 2
    Then it is done
