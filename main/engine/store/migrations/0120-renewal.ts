/**
 * Contents of messages with emoji are processed again in the background (`maintenance/content-renewal.ts`). Earlier
 * versions stored names instead of characters, and the search index had only one of the two. The value is an id;
 * messages below it are not processed yet.
 */
export const renewal = `
  INSERT INTO meta (key, value) SELECT 'renewal_below', CAST(max(id) + 1 AS TEXT) FROM message HAVING max(id) IS NOT NULL;
`
