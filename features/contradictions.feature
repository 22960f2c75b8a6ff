Feature: Contradictions
  Statements that cannot both stand are found among the observations of one entity and among the learnings of one
  project. Which of two is older is told by time. Finding proposes, and changes nothing.

  Background:
    Given an empty notebook
    And it is 2026-03-02T09:00:00Z
    And the entity "api" of type service

  Scenario Outline: A negation is found, where the reference missed English contractions and a plain "no"
    Given the observation of "api" that "<before>"
    And it is 2026-03-03T09:00:00Z
    And the observation of "api" that "<after>"
    When the assistant looks for contradictions of "api"
    Then the contradictions are "<before> | <after>"
    And the first contradiction is a negation_diff

    Examples:
      | before                            | after                                    |
      | The api supports batch requests.  | The api doesn't support batch requests.  |
      | The api caches its answers.       | The api no longer caches its answers.    |
      | Die api nutzt den alten Speicher. | Die api nutzt den alten Speicher nicht.  |
      | La api usa la memoria antigua.    | La api no usa la memoria antigua.        |
      | L'api usa la vecchia memoria.     | L'api non usa la vecchia memoria.        |

  Scenario Outline: A changed value is found, where the reference saw none
    Given the observation of "api" that "<before>"
    And it is 2026-03-03T09:00:00Z
    And the observation of "api" that "<after>"
    When the assistant looks for contradictions of "api"
    Then the contradictions are "<before> | <after>"
    And the first contradiction is a value_change

    Examples:
      | before                              | after                               |
      | The api listens on port 5432.       | The api listens on port 6543.       |
      | The launch is set for 2026-01-04.   | The launch is set for 2026-01-11.   |
      | The api runs on Python 3.11.        | The api runs on Python 3.13.        |

  Scenario Outline: What only looks like one is left alone, where the reference reported it
    Given the observation of "api" that "<one>"
    And the observation of "api" that "<other>"
    And the observation of "api" that "The api answers in English."
    And the observation of "api" that "The api never answers in English."
    When the assistant looks for contradictions of "api"
    Then the contradictions are "The api answers in English. | The api never answers in English."

    Examples:
      | one                                  | other                             |
      | The demo shows the film Sin City.    | The demo shows the film.          |
      | The api goes public in mai 2026.     | The api goes public in 2026.      |
      | The demo is danced as a pas de deux. | The demo is danced.               |

  Scenario: Older and newer are told by time, where the reference took the order of random ids
    Given the observation of "api" that "The api listens on port 6543." valid from 2026-02-01
    And the observation of "api" that "The api listens on port 5432." valid from 2025-02-01
    When the assistant looks for contradictions of "api"
    Then the contradictions are "The api listens on port 5432. | The api listens on port 6543."

  Scenario: The suggestion is a call that works, where the reference named one of the future
    Given the observation of "api" that "The api listens on port 5432."
    And the observation of "api" that "The api listens on port 6543."
    When the assistant looks for contradictions of "api"
    And the assistant follows the first suggestion
    Then it is done
    When the assistant looks for contradictions of "api"
    Then there are no contradictions
    When the assistant opens the entity "api"
    Then it shows the observations "The api listens on port 6543."

  Scenario: Repetitions do not crowd a contradiction out, where the reference cut before it judged
    Given 30 observations of "api" that all but repeat "The api handles the morning import of all the orders of shop"
    And the observation of "api" that "Retries are on."
    And the observation of "api" that "Retries are not on."
    When the assistant looks for contradictions of "api" with a limit of 1
    Then the contradictions are "Retries are on. | Retries are not on."

  Scenario: Learnings of one project, where the reference compared none
    Given the learning "Deploys need an approval." in project "shop"
    And the learning "Deploys do not need an approval." in project "shop"
    And the learning "Deploys don't need an approval." in project "blog"
    When the assistant looks for contradictions in project "shop"
    Then the contradictions are "Deploys need an approval. | Deploys do not need an approval."
    When the assistant follows the first suggestion
    Then it is done
    When the assistant searches for "deploys approval" in project "shop"
    Then "Deploys do not need an approval." is found
    And "Deploys need an approval." is not found

  Scenario: Two projects may hold opposite things
    Given the learning "Deploys need an approval." in project "shop"
    And the learning "Deploys do not need an approval." in project "blog"
    And the learning "Backups are encrypted."
    And the learning "Backups are not encrypted." in project "blog"
    When the assistant looks for contradictions
    Then the contradictions are "Backups are encrypted. | Backups are not encrypted."

  Scenario: Of one kind only
    Given the learning "Backups are encrypted."
    And the learning "Backups are not encrypted."
    And the observation of "api" that "The api listens on port 5432."
    And the observation of "api" that "The api listens on port 6543."
    When the assistant looks for contradictions among observations
    Then the contradictions are "The api listens on port 5432. | The api listens on port 6543."
    When the assistant looks for contradictions among learnings
    Then the contradictions are "Backups are encrypted. | Backups are not encrypted."
    When the assistant looks for contradictions
    Then 2 contradictions are told

  Scenario: A drift of confidence
    Given the observation of "api" that "The api is stable under load." with confidence 0.9
    And the observation of "api" that "The api is stable under heavy load." with confidence 0.3
    When the assistant looks for contradictions of "api"
    Then the first contradiction is a confidence_drift

  Scenario: What was retired contradicts nothing
    Given the learning "Backups are encrypted."
    And the learning "Backups are not encrypted."
    And the assistant retired "Backups are encrypted." as obsolete
    When the assistant looks for contradictions
    Then there are no contradictions

  Scenario Outline: A write names the live memory that it contradicts
    Given the learning "<before>"
    When the assistant learns "<after>"
    Then the answer names "<before>" as contradicted

    Examples:
      | before                                   | after                                                    |
      | The team retro is on Thursday.           | The team retro is on Tuesday.                            |
      | Standup is at 9:15 am.                   | Standup is at 10 am.                                     |
      | Priya owns the checkout service.         | Marek owns the checkout service.                         |
      | SSH on host basalt uses port 22.         | On host basalt, sshd was moved: SSH is on port 49222.    |
      | The importer validates the checksum.     | The importer never validates the checksum.               |

  Scenario Outline: A write that speaks of something else contradicts nothing
    Given the learning "<before>"
    When the assistant learns "<after>"
    Then it is stored
    And the answer names nothing as contradicted

    Examples:
      | before                                           | after                                            |
      | The web server listens on port 8080 in dev.      | The web server listens on port 443 in prod.      |
      | Step 1: stop the service.                        | Step 2: start the service.                       |
      | The user likes tea.                              | The user does not like coffee.                   |
      | On weekdays the gym opens at 6:00.               | On weekends the gym opens at 9:00.               |

  Scenario: A revision names what it contradicts, and never itself
    Given the learning "The gateway listens on port 8443."
    And the learning "The lobby screen is green."
    When the assistant revises "The lobby screen is green." to "The gateway listens on port 9443."
    Then the answer names "The gateway listens on port 8443." as contradicted

  Scenario: A search labels hits that contradict each other
    Given the learning "The gateway listens on port 8443."
    And the learning "The gateway listens on port 9443."
    And the learning "The gateway is written in Go."
    When the assistant searches for "gateway"
    Then "The gateway listens on port 8443." stands against "The gateway listens on port 9443."
    And "The gateway listens on port 9443." stands against "The gateway listens on port 8443."
    And "The gateway is written in Go." stands against none of them
