/** For editing: the Markdown of a message if it is known, and the columns by which permissions are evaluated. */
export const messageActions = `
  ALTER TABLE message ADD COLUMN raw TEXT;
`
