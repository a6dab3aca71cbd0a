/**
 * The time at which the user last read in a container (`direct`, `stream:5`), in UNIX milliseconds. Recently read
 * containers are verified after a registration.
 */
export const containerReads = `
  CREATE TABLE container_read (
    container TEXT PRIMARY KEY,
    read_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`
