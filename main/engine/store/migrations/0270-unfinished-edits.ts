/**
 * Version 270: the table of unfinished edits is named as the code names it, and its key is the narrow of the edit's
 * composer.
 */
export const unfinishedEdits = `
  ALTER TABLE half_written_edit RENAME COLUMN place TO narrow;
  ALTER TABLE half_written_edit RENAME TO unfinished_edit;
`
