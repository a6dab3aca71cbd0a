/**
 * State of newer servers: whether a stream is archived or inactive, its own settings (`StreamFacts`), and deactivated
 * groups. The group that may mention a group can be anonymous.
 */
export const newerServers = `
  ALTER TABLE stream ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE stream ADD COLUMN is_recently_active INTEGER;
  ALTER TABLE stream ADD COLUMN facts TEXT NOT NULL DEFAULT '{}';
  ALTER TABLE stream DROP COLUMN remove_subscribers_group;

  ALTER TABLE user_group ADD COLUMN is_deactivated INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE user_group ADD COLUMN mention_setting TEXT NOT NULL DEFAULT '0';
  ALTER TABLE user_group DROP COLUMN mention_group_id;

  -- What was not kept until now only a registration tells.
  DELETE FROM meta WHERE key = 'queue';
`
