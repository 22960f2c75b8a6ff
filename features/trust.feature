Feature: Trust and authority
  What an assistant writes is unverified until a person says so. A disputed memory is returned and labelled. Authority
  comes from the path a call took, never from what it says.

  Background:
    Given an empty notebook
    And the learning "Backups run at two in the morning."
    And the learning "Backups are kept for ninety days."

  Scenario: A person verifies, an assistant cannot
    When the assistant verifies "Backups run at two in the morning."
    Then it is refused with PERSON_REQUIRED
    And the audit log ends with "verify refused"
    When the person verifies "Backups run at two in the morning."
    Then it is done
    When the assistant searches for "backups"
    Then "Backups run at two in the morning." is labelled verified

  Scenario: Anyone may put a memory in doubt, and it is still returned
    When the assistant disputes "Backups are kept for ninety days."
    Then it is done
    When the assistant searches for "backups"
    Then "Backups are kept for ninety days." is labelled disputed

  Scenario Outline: An assistant does not change what a person verified
    Given the person verified "Backups run at two in the morning."
    When the assistant <deed>
    Then it is refused with VERIFIED_BY_PERSON
    When the assistant searches for "backups morning"
    Then "Backups run at two in the morning." is labelled verified

    Examples:
      | deed                                                                             |
      | retires "Backups run at two in the morning." as wrong                            |
      | revises "Backups run at two in the morning." to "Backups run at three at night." |

  Scenario Outline: Putting it in doubt does not open it, where a second call then changed it
    Given the person verified "Backups run at two in the morning."
    And the assistant disputed "Backups run at two in the morning."
    When the assistant <deed>
    Then it is refused with VERIFIED_BY_PERSON
    When the assistant searches for "backups morning"
    Then "Backups run at two in the morning." is labelled disputed

    Examples:
      | deed                                                                             |
      | retires "Backups run at two in the morning." as wrong                            |
      | retires "Backups run at two in the morning." as obsolete                         |
      | revises "Backups run at two in the morning." to "Backups run at three at night." |

  Scenario: Nor does marking it while something else is retired
    Given the person verified "Backups run at two in the morning."
    When the assistant retires "Backups are kept for ninety days." as wrong and marks "Backups run at two in the morning."
    Then it is done
    When the assistant retires "Backups run at two in the morning." as wrong
    Then it is refused with VERIFIED_BY_PERSON

  Scenario: What contradicts it still waits for a person after an assistant disputed it
    Given the person verified "Backups run at two in the morning."
    And the assistant disputed "Backups run at two in the morning."
    When the assistant learns "Backups do not run at two in the morning."
    Then it is withheld until a person reviews it

  Scenario: A person who puts it in doubt opens it
    Given the person verified "Backups run at two in the morning."
    And the person disputed "Backups run at two in the morning."
    When the assistant revises "Backups run at two in the morning." to "Backups run at three at night."
    Then it is done

  Scenario: What a person verified and retired is not brought back by an assistant
    Given the person verified "Backups run at two in the morning."
    And the person retired "Backups run at two in the morning." as obsolete
    When the assistant reinstates "Backups run at two in the morning."
    Then it is refused with VERIFIED_BY_PERSON

  Scenario: What contradicts a verified memory waits for a person
    Given the person verified "Backups run at two in the morning."
    When the assistant learns "Backups do not run at two in the morning."
    Then it is withheld until a person reviews it

  Scenario: A person's rejection withholds the memory
    When the person rejects "Backups are kept for ninety days." because "it is thirty"
    Then it is done
    When the assistant searches for "backups"
    Then "Backups run at two in the morning." is found
    And "Backups are kept for ninety days." is not found
    When the assistant learns "Backups are kept for ninety days."
    Then it is refused with VALUE_REJECTED
