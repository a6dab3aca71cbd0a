/** The user's starred messages, as the server lists them: also those that are not stored. */
export const starred = `
  CREATE TABLE starred (message_id INTEGER PRIMARY KEY) STRICT;

  -- What was not kept until now only a registration tells.
  DELETE FROM meta WHERE key = 'queue';
`
