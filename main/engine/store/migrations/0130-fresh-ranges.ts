/**
 * Intervals of a container's ids that were fetched in the current epoch, so that the cached rows there are verified
 * and complete. They lie inside the container's ranges (`range`); an interval that the queue continues ends at the
 * largest safe integer. A new epoch starts without any.
 */
export const freshRanges = `
  CREATE TABLE fresh_range (
    container TEXT NOT NULL,
    low INTEGER NOT NULL,
    high INTEGER NOT NULL,
    PRIMARY KEY (container, low)
  ) STRICT, WITHOUT ROWID;
`
