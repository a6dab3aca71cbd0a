/** Saved texts of the user. `folded` is the name and the content in the form in which words are compared. */
export const snippets = `
  CREATE TABLE snippet (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    folded TEXT NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
`
