/** Feeds across conversations. Each kind finds its rows by id through a separate index. */
export const feeds = `
  CREATE INDEX message_direct ON message (id) WHERE stream_id IS NULL;
  CREATE INDEX message_reacted ON message (id) WHERE reactions <> '[]';
  CREATE INDEX message_has ON message (id, has) WHERE has <> 0;
  CREATE INDEX topic_by_newest ON topic (max_id);
  CREATE INDEX direct_by_newest ON direct (max_id);
  CREATE INDEX message_by_time ON message (timestamp);
`
