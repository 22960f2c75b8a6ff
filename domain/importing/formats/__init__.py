"""The formats that can be imported, each translated into the ledger's records."""
