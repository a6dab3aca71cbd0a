/** What editing needs: the Markdown of a message where it is known, and who may change it is decided from the row. */
export const messageActions = `
  ALTER TABLE message ADD COLUMN raw TEXT;
`
