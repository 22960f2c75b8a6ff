Feature: Time travel
  asOf asks what is held true of an instant, by today's knowledge. knownAt asks what the store believed at an instant.
  A change made later never alters what an earlier knownAt returns.

  Background:
    Given an empty notebook
    And it is 2026-03-01T09:00:00Z
    And the learning "The office is in Ghent." valid from 2020-01-01
    And it is 2026-03-10T09:00:00Z
    And the learning "The office has a garden."

  Scenario: True before it was recorded
    When the assistant searches for "office" as of 2021-06-01
    Then "The office is in Ghent." is found
    And "The office has a garden." is not found

  Scenario: Not believed before it was recorded
    When the assistant searches for "office" as known at 2026-03-05
    Then "The office is in Ghent." is found
    And "The office has a garden." is not found
    When the assistant searches for "office" as known at 2026-02-01
    Then nothing is found

  Scenario: A later correction leaves the earlier belief as it was
    Given it is 2026-03-20T09:00:00Z
    And the person retired "The office is in Ghent." as wrong because "it was always Bruges"
    When the assistant searches for "office" as of 2021-06-01
    Then nothing is found
    When the assistant searches for "office" as known at 2026-03-15
    Then "The office is in Ghent." is found
    And "The office has a garden." is found

  Scenario: What will be true is not true yet
    Given the learning "The office moves to Liège." valid from 2027-01-01
    When the assistant searches for "office"
    Then "The office is in Ghent." is found
    And "The office moves to Liège." is not found
    When the assistant searches for "office" as of 2027-02-01
    Then "The office moves to Liège." is found

  Scenario: A date alone looks back from the end of its day
    When the assistant searches for "office" as known at 2026-03-10
    Then "The office is in Ghent." is found
    And "The office has a garden." is found
    When the assistant searches for "office" as known at 2026-03-09
    Then "The office is in Ghent." is found
    And "The office has a garden." is not found

  Scenario: What matches but is not true yet is counted
    Given the learning "The office moves to Liège." valid from 2027-01-01
    When the assistant searches for "office Liège"
    Then the answer says that 1 was hidden as later
    And "The office is in Ghent." is found

  Scenario: A clock that was ahead hides nothing once it is right
    Given it is 2031-01-01T09:00:00Z
    And the learning "The office has a lift."
    And it is 2026-03-11T09:00:00Z
    When the assistant searches for "office lift"
    Then "The office has a lift." is found
    And "The office is in Ghent." is found

  Scenario Outline: An instant may be written in several ways
    When the assistant searches for "office" as known at <moment>
    Then "The office has a garden." is found
    And "The office is in Ghent." is found

    Examples:
      | moment                    |
      | 2026-03-10T10:00:00Z      |
      | 2026-03-10t10:00:00z      |
      | 2026-03-10T10:00:00       |
      | 2026-03-10T11:00:00+01:00 |
