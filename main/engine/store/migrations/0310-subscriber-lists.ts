/**
 * Version 310: the lists of subscribers that were opened last, so that they are shown without the server. A list is
 * kept up to date by the events of the epoch in which it was fetched. The facts of streams contain the group that
 * administers a stream.
 */
export const subscriberLists = `
  CREATE TABLE subscriber_list (
    stream_id INTEGER PRIMARY KEY,
    -- The ids of the users, as a JSON list in ascending order.
    user_ids TEXT NOT NULL,
    count INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    -- Increases with each list that is fetched.
    version INTEGER NOT NULL
  ) STRICT;

  -- What was not kept until now only a registration tells.
  DELETE FROM meta WHERE key = 'queue';
`
