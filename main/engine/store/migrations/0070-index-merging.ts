/**
 * The search index is merged between commits, in small steps (`search/merger.ts`), and not in the middle of one. Where
 * nobody merges, it does so by itself long before it has as many pieces as it can have.
 */
export const indexMerging = `
  INSERT INTO message_text (message_text, rank) VALUES ('automerge', 0);
  INSERT INTO message_text (message_text, rank) VALUES ('crisismerge', 200);
  INSERT INTO message_text (message_text, rank) VALUES ('usermerge', 16);
`
