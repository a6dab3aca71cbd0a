/**
 * Texts of messages with emoji are read anew in the background (`sync/renewal.ts`): before, they held names instead of
 * characters, and the search index knew only one of the two. The value is an id; messages below it are yet to be read.
 */
export const renewal = `
  INSERT INTO meta (key, value) SELECT 'renewal_below', CAST(max(id) + 1 AS TEXT) FROM message HAVING max(id) IS NOT NULL;
`
