"""Importing: what another store or another program remembered.

There are two ways. A **restored** store is one put back as it was: a complete envelope of ours, whose audit log
verifies, into a store that holds nothing. Its audit log is continued where it ended; that it was restored stands in
the store's book-keeping, not in the log, so that the next export is the same as the one that was put back.
Everything else is **merged**: each revision taken leaves a row of its own in this store's audit log, with the actor
`import`; the other store's log stays in its file. What is here already is never changed by a merge, except that a
memory which both know goes on where the other one has gone on.

Either way imported text passes the gates that every text passes. A merged record is an import's, whoever its file says
wrote it. A person's word travels only with a person: what an envelope calls verified stays so where a person at a
terminal restores or merges it. An assistant's restoring keeps the log, and takes a person's word out of what it tells.
"""
