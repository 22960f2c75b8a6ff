"""A third party's package, found through PYTHONPATH."""
