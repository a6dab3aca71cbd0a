/**
 * Whether link previews of a message are hidden. Messages without words may be audio, which earlier versions did not
 * read; they are fetched again when a view needs them.
 */
export const previews = `
  ALTER TABLE message ADD COLUMN hides_previews INTEGER NOT NULL DEFAULT 0;
  UPDATE message SET verified_epoch = 0 WHERE plain = '' AND submessages = '[]';
`
