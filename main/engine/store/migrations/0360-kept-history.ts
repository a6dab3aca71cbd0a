/**
 * Version 360: the user chooses for single containers how much of the past is kept, and whole histories are fetched.
 */
export const keptHistory = `
  -- 'days' is null if everything is kept. Messages below 'evicted_below' were evicted, and are not fetched in the background.
  CREATE TABLE kept_history (
    container TEXT PRIMARY KEY,
    days INTEGER,
    evicted_below INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;

  -- 'start_low' is the oldest cached message when the fetch began; null until its first answer.
  CREATE TABLE history_fetch (
    container TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    state TEXT NOT NULL,
    start_low INTEGER,
    failure TEXT
  ) WITHOUT ROWID;
  CREATE INDEX history_fetch_by_state ON history_fetch (state, position);
`
