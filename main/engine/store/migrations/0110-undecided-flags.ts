/** Messages whose flag events came out of order: the server is asked for them. */
export const undecidedFlags = `
  CREATE TABLE undecided_flags (
    message_id INTEGER PRIMARY KEY,
    -- The id of the event after which an answer of the server decides.
    through INTEGER NOT NULL
  ) STRICT;
`
