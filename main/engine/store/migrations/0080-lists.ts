/** Small lists of the organization, and the user's uploaded files. */
export const lists = `
  CREATE TABLE organization_list (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    position INTEGER NOT NULL,
    -- JSON of one entry, as model/lists.ts reads it.
    value TEXT NOT NULL,
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE attachment (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    size INTEGER NOT NULL,
    path TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- JSON: ids of the messages that link to it.
    messages TEXT NOT NULL
  ) STRICT;
`
