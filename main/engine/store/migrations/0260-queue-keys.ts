/**
 * Version 260: the outbox names the key of a row's queue by its purpose, because most keys are not conversations. The
 * budget of requests that revalidate is stored under `revalidated`.
 */
export const queueKeys = `
  ALTER TABLE outbox RENAME COLUMN conversation TO queue_key;
  DROP INDEX outbox_line;
  CREATE INDEX outbox_queue
    ON outbox (queue_key, seq, local_id, kind, state, created_at, attempt_at, absent_count);
  UPDATE meta SET key = 'revalidated' WHERE key = 'settled';
`
