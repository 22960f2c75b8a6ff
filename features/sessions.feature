Feature: Sessions
  A sitting begins with what earlier ones left and ends with what is left to do. Ending one never touches another, and
  never erases what it said before.

  Background:
    Given an empty notebook
    And a session has begun in project "shop"
    And the session ended with the summary "Moved checkout to the new API." and the task "delete the old endpoint"

  Scenario: The next session is told
    When a session begins in project "shop"
    Then it is told of "Moved checkout to the new API." with the task "delete the old endpoint"

  Scenario: Another project's session is not told
    When a session begins in project "blog"
    Then it is told of no earlier session
    When a session begins in project "shop"
    Then it is told of "Moved checkout to the new API." with the task "delete the old endpoint"

  Scenario: Ending again without a summary keeps it, where the reference erased it
    When the session ends without a summary
    Then its summary is still "Moved checkout to the new API."

  Scenario: Ending a session that is not there is an error, where the reference said success
    When a session called "nope" is ended
    Then it is refused with NOT_FOUND
