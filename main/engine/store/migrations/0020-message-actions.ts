/** The Markdown source of a message, if it is known. */
export const messageActions = `
  ALTER TABLE message ADD COLUMN raw TEXT;
`
