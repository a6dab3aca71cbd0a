/**
 * The search index is merged between commits in small steps (`maintenance/index-merger.ts`), not inside a commit.
 * Without these merges FTS5 merges it automatically, long before it reaches its maximal number of segments.
 */
export const indexMerging = `
  INSERT INTO message_text (message_text, rank) VALUES ('automerge', 0);
  INSERT INTO message_text (message_text, rank) VALUES ('crisismerge', 200);
  INSERT INTO message_text (message_text, rank) VALUES ('usermerge', 16);
`
