Feature: What rests on a retired memory
  Retiring a memory names what still stands on it: observations of an entity, its relations, what cites it, and live
  near-copies. What the caller agrees to is labelled as in doubt.

  Background:
    Given an empty notebook

  Scenario: A learning that is cited
    Given the learning "The broker is RabbitMQ."
    And a decision that cites "The broker is RabbitMQ."
    When the assistant retires "The broker is RabbitMQ." as obsolete
    Then the answer says that "Citing decision" rests on it

  Scenario: A learning drawn from another as its source
    Given the learning "The broker is RabbitMQ."
    And the learning "Queues are durable." drawn from "The broker is RabbitMQ."
    When the assistant retires "The broker is RabbitMQ." as wrong and marks "Queues are durable."
    Then the answer says that "Queues are durable." rests on it
    When the assistant searches for "queues durable"
    Then "Queues are durable." is labelled disputed

  Scenario: Nothing rests on it
    Given the learning "The broker is RabbitMQ."
    And the learning "Lunch is at noon."
    When the assistant retires "The broker is RabbitMQ." as obsolete
    Then the answer says that nothing rests on it
    When the assistant searches for "lunch noon"
    Then "Lunch is at noon." is found
