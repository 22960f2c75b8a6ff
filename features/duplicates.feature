Feature: The duplicate gate
  Storing something twice keeps one memory and counts how often it was said. The gate works per kind and project, and
  sees through typography: a final stop, quotes, blanks, a capital that begins a sentence. What may mean something, it
  keeps: the case of an option, a raised digit, code. A near-copy is reported, never merged and never dropped.

  Background:
    Given an empty notebook
    And the learning "Deploys go out on Tuesdays."

  Scenario: A repetition corroborates what is known
    When the assistant learns "Deploys go out on Tuesdays."
    Then it is known already
    And it is the same memory as "Deploys go out on Tuesdays.", corroborated 1 time

  Scenario Outline: The key sees through how a text is written
    When the assistant learns "<text>"
    Then it is known already

    Examples:
      | text                             |
      | deploys go out on TUESDAYS.      |
      | Deploys go out on Tuesdays       |
      | Deploys go out on **Tuesdays**!  |
      | - "Deploys go out on Tuesdays."  |
      | Deploys  go   out on Tuesdays.   |
      | Deploys go out on Tues​days. |
      | Ｄｅｐｌｏｙｓ go out on Tuesdays. |

  Scenario Outline: What may mean something else is another memory
    Given the learning "<known>"
    When the assistant learns "<text>"
    Then it is stored

    Examples:
      | known                          | text                           |
      | Use git branch -d for topics.  | Use git branch -D for topics.  |
      | The cache holds 10 MB.         | The cache holds 10 Mb.         |
      | The grid has 10² cells.        | The grid has 102 cells.        |
      | Set $PATH before the build.    | Set $path before the build.    |

  Scenario: A repetition that is written otherwise is shown with what was kept
    When the assistant learns "Deploys go out on Tuesdays"
    Then it is known already
    And the answer says that "content: kept Deploys go out on Tuesdays., not Deploys go out on Tuesdays"

  Scenario: What a repetition says otherwise is reported, not dropped unsaid
    When the assistant learns "Deploys go out on Tuesdays." with confidence 0.9 and tag "release"
    Then it is known already
    And the answer says that "confidence: kept 0.7, not 0.9"
    And the answer says that "tags: kept (), not ('release',)"

  Scenario: Another project has its own copy, where the reference dropped it
    When the assistant learns "Deploys go out on Tuesdays." in project "shop"
    Then it is stored
    When the assistant searches for "deploys" in project "shop"
    Then 2 memories are found

  Scenario: A near-copy is stored, and named
    When the assistant learns "On Tuesdays deploys go out."
    Then it is stored
    And the answer names "Deploys go out on Tuesdays." as nearly the same

  Scenario: Repetitions within a batch are stored once
    When the assistant learns in one batch:
      | text                         |
      | The staging box is ARM.      |
      | Deploys go out on Tuesdays.  |
      | The staging box is ARM.      |
    Then the items are "added, skipped_duplicate, skipped_duplicate"
    When the assistant searches for "staging" by words alone
    Then 1 memory is found
