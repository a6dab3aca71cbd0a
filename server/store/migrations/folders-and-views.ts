import type { Migration } from '../database.ts'

/** The folders of streams. Only servers from level 389 on write to the table. */
export const foldersAndViews: Migration = {
  version: 11,
  change: `
    CREATE TABLE channel_folder (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL UNIQUE,
      description TEXT NOT NULL,
      rendered_description TEXT NOT NULL,
      position INTEGER NOT NULL,
      creator_id INTEGER NOT NULL REFERENCES user (id),
      date_created INTEGER NOT NULL,
      is_archived INTEGER NOT NULL DEFAULT 0
    ) STRICT;
  `,
}
