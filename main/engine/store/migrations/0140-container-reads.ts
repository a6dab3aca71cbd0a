/**
 * When the user last read in a container (`direct`, `stream:5`), UNIX milliseconds: recently read ones are verified
 * after a registration.
 */
export const containerReads = `
  CREATE TABLE container_read (
    container TEXT PRIMARY KEY,
    read_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`
