/**
 * When the user last read in a container (`direct`, `stream:5`), UNIX milliseconds: what was read lately is asked for again
 * after a registration (design.md §3 "Freshness").
 */
export const containerReads = `
  CREATE TABLE container_read (
    container TEXT PRIMARY KEY,
    read_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`
