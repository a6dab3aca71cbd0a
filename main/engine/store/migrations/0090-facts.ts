/**
 * Values from the server instead of derived ones: the kind of mention (bits of `values/mentions.ts`), and the time of
 * the last move separately from that of the last edit.
 */
export const facts = `
  ALTER TABLE message ADD COLUMN moved_at INTEGER;
  ALTER TABLE message RENAME COLUMN is_wildcard TO mention;
  UPDATE message SET mention = CASE mention WHEN 1 THEN 2 ELSE 1 END WHERE is_mentioned = 1;
  ALTER TABLE unread RENAME COLUMN is_mention TO mention;
  UPDATE unread SET mention = 8 WHERE mention = 1;

  -- Rows of before may say the wrong thing: the next start registers anew, and what is looked at is fetched again.
  DELETE FROM meta WHERE key = 'queue';
`
