/** Snippets of the user. `folded` is the name and the content in the form in which words are compared. */
export const snippets = `
  CREATE TABLE snippet (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    folded TEXT NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
`

/** Version 210: edits that were begun and neither saved nor given up, by their position in the page. */
export const edits = `
  CREATE TABLE half_written_edit (
    place TEXT PRIMARY KEY,
    message_id INTEGER NOT NULL,
    original TEXT NOT NULL,
    is_again INTEGER NOT NULL,
    text TEXT NOT NULL,
    -- Increases with each edit that is stored.
    version INTEGER NOT NULL
  ) STRICT;
`
