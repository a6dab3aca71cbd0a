/** Messages whose flag events came in an unknown order, so that the server must be asked. */
export const undecidedFlags = `
  CREATE TABLE undecided_flags (
    message_id INTEGER PRIMARY KEY,
    -- The id of the event after which an answer of the server decides.
    through INTEGER NOT NULL
  ) STRICT;
`
