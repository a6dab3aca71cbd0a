import type { Migration } from '../database.ts'

/** Who created a stream or a group, and when a group was created; null if it is not known. */
export const creators: Migration = {
  version: 9,
  change: `
    ALTER TABLE stream ADD COLUMN creator_id INTEGER;
    ALTER TABLE user_group ADD COLUMN creator_id INTEGER;
    ALTER TABLE user_group ADD COLUMN date_created INTEGER;
  `,
}
