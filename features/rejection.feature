Feature: A rejected value stays out
  What was retired as wrong or retracted is refused when it is stored again, whoever words it how. The rejection is of
  the value, not of the row. Only a person lifts it.

  Background:
    Given an empty notebook
    And the learning "The cache lives on host ember."
    And the learning "The queue lives on host basalt."
    And the person retired "The cache lives on host ember." as wrong because "that host never existed"

  Scenario: Stored again verbatim, where the reference took it as new
    When the assistant learns "The cache lives on host ember."
    Then it is refused with VALUE_REJECTED
    And the refusal says "rejected as wrong by ada on 2026-03-01: that host never existed"
    And the audit log ends with "add refused"
    When the assistant searches for "cache host"
    Then "The queue lives on host basalt." is found
    And "The cache lives on host ember." is not found

  Scenario Outline: Written otherwise
    When the assistant learns "<text>"
    Then it is refused with VALUE_REJECTED

    Examples:
      | text                               |
      | THE CACHE LIVES ON HOST EMBER.     |
      | The  cache lives   on host ember.  |
      | The ca​che lives on host ember. |
      | The cасhe lives on host ember.     |
      | The cache lives on host ember      |
      | The cache lives on host ember!     |
      | "The cache lives on host ember"    |
      | - The cache lives on host ember.   |
      | The cache lives on host **ember**. |
      | The cache lives on host em&#98;er. |

  Scenario Outline: What only looks related is taken
    When the assistant learns "<text>"
    Then it is stored

    Examples:
      | text                                |
      | The cache lives on host ember2.     |
      | The cache does not live on ember.   |
      | The cash lives on host ember.       |

  Scenario: What is near a rejected value is stored, and that value is named
    Given the learning "Topics are removed with git branch -d."
    And the person retired "Topics are removed with git branch -d." as wrong
    When the assistant learns "Topics are removed with git branch -D."
    Then it is stored
    And the answer names "Topics are removed with git branch -d." as nearly the same, and rejected

  Scenario: In a batch, the others are stored
    When the assistant learns in one batch:
      | text                           |
      | The disks are mirrored.        |
      | The cache lives on host ember. |
    Then the items are "added, refused"

  Scenario: As a decision
    When the assistant decides "Cache" to "The cache lives on host ember." because "it was said"
    Then it is refused with VALUE_REJECTED

  Scenario: By revising another memory
    When the assistant revises "The queue lives on host basalt." to "The cache lives on host ember."
    Then it is refused with VALUE_REJECTED
    And the audit log ends with "revise refused"

  Scenario: By reinstating it
    When the assistant reinstates "The cache lives on host ember."
    Then it is refused with VALUE_REJECTED

  Scenario: After a restart
    When the notebook is opened anew
    And the assistant learns "The cache lives on host ember."
    Then it is refused with VALUE_REJECTED

  Scenario: A retirement that does not reject lets the value come back, and says so
    Given the assistant retired "The queue lives on host basalt." as obsolete
    When the assistant learns "The queue lives on host basalt."
    Then it is stored
    And the answer names "The queue lives on host basalt." as retired before for obsolete

  Scenario: An assistant cannot lift a rejection
    When the assistant lifts the rejection of "The cache lives on host ember."
    Then it is refused with PERSON_REQUIRED

  Scenario: A person lifts it
    When the person lifts the rejection of "The cache lives on host ember."
    Then it is done
    And the audit log ends with "lift"
    When the assistant learns "The cache lives on host ember."
    Then it is stored

  Rule: A rejection has its project's scope

    Background:
      Given the learning "Alpha ships on Fridays." in project "alpha"
      And the person retired "Alpha ships on Fridays." as retracted

    Scenario: Refused in the project, and without one, since that is seen in every project
      When the assistant learns "Alpha ships on Fridays." in project "alpha"
      Then it is refused with VALUE_REJECTED
      When the assistant learns "Alpha ships on Fridays."
      Then it is refused with VALUE_REJECTED

    Scenario: Taken in another project
      When the assistant learns "Alpha ships on Fridays." in project "beta"
      Then it is stored
