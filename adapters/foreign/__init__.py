"""Files that hold a memory: our envelope, the reference's envelope and database, and the memory server's lines."""
