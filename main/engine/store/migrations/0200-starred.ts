/** The user's starred messages as the server lists them, including uncached ones. */
export const starred = `
  CREATE TABLE starred (message_id INTEGER PRIMARY KEY) STRICT;

  -- What was not kept until now only a registration tells.
  DELETE FROM meta WHERE key = 'queue';
`
