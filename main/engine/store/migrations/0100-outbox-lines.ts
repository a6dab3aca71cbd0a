/**
 * Indexes for the head of each queue, the rows of a queue or a kind, and counts. They cover all columns of a head and
 * a count, because reading a row's state would read the pages of its payload, which precedes it.
 */
export const outboxLines = `
  CREATE INDEX outbox_line
    ON outbox (conversation, seq, local_id, kind, state, created_at, attempt_at, absent_count);
  CREATE INDEX outbox_kind ON outbox (kind, seq);
  CREATE INDEX outbox_state ON outbox (state, seq, kind, conversation);
  CREATE INDEX outbox_message ON outbox (message_id) WHERE message_id IS NOT NULL;
  -- Rows that have files, as JSON.stringify writes them.
  CREATE INDEX outbox_files ON outbox (seq)
    WHERE kind IN ('send', 'schedule') AND instr(payload, '"attachments":[{') > 0;
  CREATE INDEX sent_message ON sent (message_id) WHERE message_id IS NOT NULL;
  CREATE INDEX sent_time ON sent (sent_at);
`
