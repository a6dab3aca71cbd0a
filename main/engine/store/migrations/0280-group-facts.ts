/** Version 280: the settings of groups (`GroupFacts`), which only a registration tells. */
export const groupFacts = `
  ALTER TABLE user_group ADD COLUMN facts TEXT NOT NULL DEFAULT '{}';

  DELETE FROM meta WHERE key = 'queue';
`
