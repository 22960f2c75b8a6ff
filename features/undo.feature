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

  Scenario: Each further undo goes back one more, and redo returns
    Given the assistant revised "Releases are tagged by hand." to "Releases are tagged by a script."
    And the assistant revised "Releases are tagged by hand." to "Releases are tagged by the pipeline."
    When the assistant undoes the last change
    Then it is done
    And "Releases are tagged by hand." says "Releases are tagged by a script."
    When the assistant undoes the last change
    Then it is done
    And "Releases are tagged by hand." says "Releases are tagged by hand."
    When the assistant redoes the last change
    Then it is done
    And "Releases are tagged by hand." says "Releases are tagged by a script."
    When the assistant redoes the last change
    Then it is done
    And "Releases are tagged by hand." says "Releases are tagged by the pipeline."
    When the assistant redoes the last change
    Then it is refused with NOTHING_TO_REDO
    When the assistant undoes the last change
    Then it is done
    And "Releases are tagged by hand." says "Releases are tagged by a script."

  Scenario: Undoing everything, and returning
    Given the assistant retired "Releases are tagged by hand." as wrong
    When the assistant undoes the last change
    And the assistant undoes the last change
    Then it is done
    When the assistant undoes the last change
    Then it is refused with NOTHING_TO_UNDO
    When the assistant redoes the last change
    Then it is done
    When the assistant searches for "releases tagged"
    Then "Releases are tagged by hand." is found
    When the assistant redoes the last change
    Then it is done
    When the assistant learns "Releases are tagged by hand."
    Then it is refused with VALUE_REJECTED
    When the assistant undoes the last change
    Then it is done
    When the assistant learns "Releases are tagged by hand."
    Then it is known already

  Scenario: What was changed anew is not brought back over it
    Given the assistant revised "Releases are tagged by hand." to "Releases are tagged by a script."
    When the assistant undoes the last change
    Then it is done
    Given the learning "Releases happen on Tuesdays."
    When the assistant redoes the last change
    Then it is refused with NOTHING_TO_REDO
    When the assistant redoes audit row 2
    Then it is done
    And "Releases are tagged by hand." says "Releases are tagged by a script."

  Scenario: One change is not undone twice
    Given the assistant revised "Releases are tagged by hand." to "Releases are tagged by a script."
    When the assistant undoes audit row 2
    Then it is done
    When the assistant undoes audit row 2
    Then it is refused with ALREADY_UNDONE

  Scenario: An assistant does not bring back what a person undid
    Given the assistant revised "Releases are tagged by hand." to "Releases are tagged by a script."
    When the person undoes audit row 2
    Then it is done
    When the assistant redoes the last change
    Then it is refused with NOTHING_TO_REDO
    When the assistant redoes audit row 2
    Then it is refused with PERSON_REQUIRED
    When the person redoes audit row 2
    Then it is done

  Scenario: What is stored anew meanwhile does not become a second copy
    Given the assistant retired "Releases are tagged by hand." as obsolete
    And the learning "Releases are tagged by hand." is stored anew
    When the assistant undoes audit row 2
    Then it is refused with DUPLICATE

  Scenario: A sitting that left no words is retired and taken back
    Given a sitting that left nothing
    When the person retires "the sitting" as wrong
    Then it is done
    When the person undoes the last change
    Then it is done
    When the person retires "the sitting" as wrong
    Then it is done
    When the person reinstates "the sitting"
    Then it is done
