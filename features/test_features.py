"""Binds every feature file to the steps."""

from pytest_bdd import scenarios

scenarios(".")
