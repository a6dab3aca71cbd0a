/**
 * The number of subscriptions to a stream in the current epoch: without a subscription there are no events, so rows
 * fetched before are in doubt afterwards. A new epoch starts without any.
 */
export const streamJoins = `
  CREATE TABLE stream_join (
    stream_id INTEGER PRIMARY KEY,
    joins INTEGER NOT NULL
  ) STRICT;
`
