/**
 * Content of a draft that the server accepted and whose event has not arrived (O6): a JSON list of `{ content,
 * timestamp }`, oldest first. Earlier events contain the previous content.
 */
export const draftEchoes = `
  ALTER TABLE draft ADD COLUMN echoes TEXT NOT NULL DEFAULT '[]';
`
