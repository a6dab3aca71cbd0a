/**
 * Stretches of ids of a container that were fetched in the present epoch: what is stored there, and that nothing else is,
 * is right (design.md §3 "Freshness"). They lie inside the container's claims of completeness (`range`); a stretch that the
 * queue goes on with has the largest safe integer as its end. A new epoch begins without any.
 */
export const freshRanges = `
  CREATE TABLE fresh_range (
    container TEXT NOT NULL,
    low INTEGER NOT NULL,
    high INTEGER NOT NULL,
    PRIMARY KEY (container, low)
  ) STRICT, WITHOUT ROWID;
`
