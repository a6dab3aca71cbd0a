/**
 * What the server took of a draft, and no event has told yet (O6): a JSON list of `{ content, timestamp }`, the oldest
 * first. Events that come before theirs tell of what was there before.
 */
export const draftEchoes = `
  ALTER TABLE draft ADD COLUMN echoes TEXT NOT NULL DEFAULT '[]';
`
