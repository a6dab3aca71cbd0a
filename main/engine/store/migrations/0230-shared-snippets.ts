/**
 * Snippets of the account on the server: the title and content that both sides last agreed on, those of a request
 * without an answer, and those that the server accepted and has not reported (`echoes`, a JSON list, oldest first).
 */
export const sharedSnippets = `
  ALTER TABLE snippet ADD COLUMN server_id INTEGER;
  ALTER TABLE snippet ADD COLUMN synced_title TEXT;
  ALTER TABLE snippet ADD COLUMN synced_content TEXT;
  ALTER TABLE snippet ADD COLUMN is_deleted INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE snippet ADD COLUMN sent_title TEXT;
  ALTER TABLE snippet ADD COLUMN sent_content TEXT;
  ALTER TABLE snippet ADD COLUMN due_at INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE snippet ADD COLUMN attempt_at INTEGER;
  ALTER TABLE snippet ADD COLUMN refusal TEXT;
  ALTER TABLE snippet ADD COLUMN echoes TEXT NOT NULL DEFAULT '[]';
  CREATE UNIQUE INDEX snippet_server ON snippet (server_id) WHERE server_id IS NOT NULL;

  -- What was not kept until now only a registration tells.
  DELETE FROM meta WHERE key = 'queue';
`
