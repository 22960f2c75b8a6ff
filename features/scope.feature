Feature: A project sees its own
  A read under a project sees that project and what has no project, and nothing else, on every surface.

  Background:
    Given an empty notebook
    And the learning "The beta launch moved to May." in project "beta"
    And the learning "The alpha launch moved to June." in project "alpha"
    And the learning "Launches are announced on the blog."

  Scenario: Search
    When the assistant searches for "launch moved announced" in project "beta"
    Then "The beta launch moved to May." is found
    And "Launches are announced on the blog." is found
    And "The alpha launch moved to June." is not found

  Scenario: Recall
    When the assistant recalls the newest learnings of project "beta"
    Then "The beta launch moved to May." is found
    And "The alpha launch moved to June." is not found

  Scenario: The start of a session, where the reference told of every project
    When a session begins in project "beta"
    Then it is told of the learning "The beta launch moved to May."
    And it is told of the learning "Launches are announced on the blog."
    And it is not told of the learning "The alpha launch moved to June."

  Scenario: A search without a project sees all
    When the assistant searches for "launch moved announced"
    Then 3 memories are found

  Scenario: A project that nothing was ever stored for
    When the assistant searches for "launch moved announced" in project "gamma"
    Then "Launches are announced on the blog." is found
    And 1 memory is found
