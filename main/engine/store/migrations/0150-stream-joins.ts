/**
 * How often a stream was subscribed to in the present epoch: while one is not, nothing tells what happens there, so that what
 * was fetched before is in doubt afterwards (F6). A new epoch begins without any.
 */
export const streamJoins = `
  CREATE TABLE stream_join (
    stream_id INTEGER PRIMARY KEY,
    joins INTEGER NOT NULL
  ) STRICT;
`
