import type { Migration } from '../database.ts'

/** Folders of streams, and views in the navigation of users. Only servers from level 389 on write to the tables. */
export const foldersAndViews: Migration = {
  version: 12,
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
    CREATE TABLE navigation_view (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES user (id),
      fragment TEXT NOT NULL,
      is_pinned INTEGER NOT NULL,
      name TEXT,
      UNIQUE (user_id, fragment)
    ) STRICT;
  `,
}
