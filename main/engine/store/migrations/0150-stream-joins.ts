/**
 * The number of subscriptions to a stream in the current epoch. Without a subscription there are no events, so that
 * rows fetched before it are stale afterwards. A new epoch starts without any.
 */
export const streamJoins = `
  CREATE TABLE stream_join (
    stream_id INTEGER PRIMARY KEY,
    joins INTEGER NOT NULL
  ) STRICT;
`
