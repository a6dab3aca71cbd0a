/** Version 395: the organization's emoji have their authors, who may remove them. */
export const emojiAuthors = `
  -- The user who added the emoji; null if the server names nobody.
  ALTER TABLE custom_emoji ADD COLUMN author_id INTEGER;
  -- The stored emoji lack their authors: the next start registers anew.
  DELETE FROM meta WHERE key = 'queue';
`
