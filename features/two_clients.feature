Feature: Two who change one memory
  What one changed is not lost to the other unseen: a change may name the revision it is based on, and who names none
  is told what others changed since they last read it.

  Background:
    Given an empty notebook
    And the learning "Deploys go out on Fridays."

  Scenario: Based on the current revision
    Given the assistant noted the revision of "Deploys go out on Fridays."
    When a call based on that revision revises "Deploys go out on Fridays." to "Deploys go out on Mondays."
    Then it is done
    And "Deploys go out on Fridays." says "Deploys go out on Mondays."

  Scenario Outline: Based on a revision that is no longer current
    Given the assistant noted the revision of "Deploys go out on Fridays."
    And the person revised "Deploys go out on Fridays." to "Deploys go out on Tuesdays."
    When a call based on that revision <deed>
    Then it is refused with STALE
    And the refusal names the revision that was noted and the current one of "Deploys go out on Fridays."
    And the refusal says "add by agent: claude at"
    And the refusal says "revise by person: ada at"
    And "Deploys go out on Fridays." says "Deploys go out on Tuesdays."
    And the audit log ends with "revise, <verb> refused"

    Examples:
      | deed                                                                   | verb   |
      | revises "Deploys go out on Fridays." to "Deploys go out on Wednesdays." | revise |
      | retires "Deploys go out on Fridays." as obsolete                       | retire |

  Scenario: Superseding what changed meanwhile
    Given the observation "is painted red" of the boat "Gull"
    And the assistant noted the revision of "is painted red"
    And the person revised "is painted red" to "is painted blue"
    When a call based on that revision supersedes "is painted red"
    Then it is refused with STALE
    And "is painted red" says "is painted blue"

  Scenario: A revision of something else
    Given the learning "Tea is at four."
    And the assistant noted the revision of "Tea is at four."
    When a call based on that revision revises "Deploys go out on Fridays." to "Deploys go out daily."
    Then it is refused with STALE
    And the refusal says "none of this memory"

  Scenario Outline: What others changed since it was read is told once
    Given client "cursor" has <read>
    And client "codex" revised "Deploys go out on Fridays." to "Deploys go out on Tuesdays."
    When client "cursor" revises "Deploys go out on Fridays." to "Deploys go out on Mondays."
    Then the answer tells of a revise by "codex"
    When client "cursor" revises "Deploys go out on Fridays." to "Deploys go out at noon."
    Then the answer tells of nothing that others changed

    Examples:
      | read                                            |
      | found "Deploys go out on Fridays."              |
      | read "Deploys go out on Fridays." in full       |
      | asked for the history of "Deploys go out on Fridays." |

  Scenario: What one changed oneself, or has read again, is not told
    Given client "cursor" has read "Deploys go out on Fridays." in full
    And client "cursor" revised "Deploys go out on Fridays." to "Deploys go out on Mondays."
    When client "cursor" revises "Deploys go out on Fridays." to "Deploys go out at noon."
    Then the answer tells of nothing that others changed
    Given client "codex" revised "Deploys go out on Fridays." to "Deploys go out on Tuesdays."
    And client "cursor" has read "Deploys go out on Fridays." in full
    When client "cursor" revises "Deploys go out on Fridays." to "Deploys go out at two."
    Then the answer tells of nothing that others changed

  Scenario: What was believed at another time is not what one has read
    Given client "cursor" has read "Deploys go out on Fridays." in full
    And client "codex" revised "Deploys go out on Fridays." to "Deploys go out on Tuesdays."
    And client "cursor" has read what was believed of "Deploys go out on Fridays." at first
    When client "cursor" retires "Deploys go out on Fridays." as obsolete
    Then the answer tells of a revise by "codex"

  Scenario: A person's verdict is told too
    Given client "cursor" has read "Deploys go out on Fridays." in full
    And the person disputed "Deploys go out on Fridays."
    When client "cursor" revises "Deploys go out on Fridays." to "Deploys go out on Mondays."
    Then the answer tells of a dispute by "ada"
