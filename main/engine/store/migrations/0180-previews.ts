/**
 * Whether the user wants no previews of what a message links to. Messages without a word may be sounds, which were not read
 * until now: they are asked for again where somebody looks.
 */
export const previews = `
  ALTER TABLE message ADD COLUMN hides_previews INTEGER NOT NULL DEFAULT 0;
  UPDATE message SET verified_epoch = 0 WHERE plain = '' AND submessages = '[]';
`
