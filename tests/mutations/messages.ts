import type { Mutation } from './mutation.ts'

/** M1–M4 and M10–M23: messages that events and answers tell of. */
export const messageMutations: readonly Mutation[] = [
  {
    law: 'M1',
    file: 'store/messages.ts',
    what: 'What comes second for a message does not change its row.',
    find: '      put.run({ ...row, is_indexed: 1 })\n',
    replace: '      if (known === undefined) put.run({ ...row, is_indexed: 1 })\n',
  },
  {
    law: 'M2',
    file: 'sync/fetcher.ts',
    what: 'An answer of doubtful age replaces a row that events keep right.',
    find: 'if (known !== undefined && this.#isCurrent(known)) return',
    replace: 'if (known !== undefined && verifiedEpoch !== 0 && this.#isCurrent(known)) return',
  },
  {
    law: 'M3',
    file: 'model/message-reducers.ts',
    what: 'An edit makes its row count as verified, whatever else happened to it while nobody listened.',
    find: '      is_mentioned: mention === 0 ? 0 : 1,\n      mention,\n    })',
    replace: '      is_mentioned: mention === 0 ? 0 : 1,\n      mention,\n      verified_epoch: context.epoch,\n    })',
  },
  {
    law: 'M4',
    file: 'sync/touched.ts',
    what: 'Of the messages that moved together only the first counts as touched.',
    find: 'for (const id of [event.message_id, ...event.message_ids]) watch.changed.add(id)',
    replace: 'watch.changed.add(event.message_id)',
  },
  {
    law: 'M10',
    file: 'views/search.ts',
    what: 'The answer to a question that a newer one has overtaken is shown.',
    find: 'if (this.#isClosed || isSuperseded(result)) return',
    replace: 'if (this.#isClosed) return',
  },
  {
    law: 'M11',
    file: 'model/ranges.ts',
    what: 'An anchor that is not there is not covered by the answer that was asked for around it.',
    find: 'Math.min(first ?? Infinity, anchorLow)',
    replace: '(first ?? anchorLow)',
  },
  {
    law: 'M12',
    file: 'model/message-reducers.ts',
    what: 'A deleted message takes the range that began with it along.',
    find: '  store.messages.remove(id)\n',
    replace: `  store.messages.remove(id)
  const container = row.stream_id === null ? 'direct' : \`stream:\${row.stream_id}\`
  store.ranges.replace(container, store.ranges.of(container).filter((range) => range.low !== id))
`,
  },
  {
    law: 'M13',
    file: 'model/message-reducers.ts',
    what: 'Messages that moved in leave no hole if one of them is here.',
    find: 'const allCached = ids.every(',
    replace: 'const allCached = ids.some(',
  },
  {
    law: 'M14',
    file: 'model/message-reducers.ts',
    what: 'What is moved into a stream that is not subscribed stays unread if it comes from one that is.',
    find: 'if (world.isLive(toStream)) {',
    replace: 'if (world.isLive(fromStream)) {',
  },
  {
    law: 'M15',
    file: 'views/conversation.ts',
    what: 'A view stays behind when a message and all later ones are moved.',
    find: "change.mode === 'change_one' ||",
    replace: "change.mode !== 'change_all' ||",
  },
  {
    law: 'M16',
    file: 'model/message-reducers.ts',
    what: 'A new rendering counts as an edit.',
    find: 'edited_at: event.rendering_only ? edited.edited_at : Math.floor(event.edit_timestamp)',
    replace: 'edited_at: Math.floor(event.edit_timestamp)',
  },
  {
    law: 'M17',
    file: 'model/message-reducers.ts',
    what: 'Unread messages that are not cached do not move with their topic.',
    find: 'const unread = store.unread.get(id)\n',
    replace: 'const unread = row === undefined ? undefined : store.unread.get(id)\n',
  },
  {
    law: 'M18',
    file: 'model/message-reducers.ts',
    what: 'An edit that mentions the user leaves the unread message without its mention.',
    find: 'addUnread(store, event.message_id, unread.conversation, mentionOf(event.flags))',
    replace: 'addUnread(store, event.message_id, unread.conversation, unread.mention)',
  },
  {
    law: 'M19',
    file: 'model/feeds.ts',
    what: 'A topic that becomes visible is not missing from the combined feed.',
    find: "visibility: ['feed:combined', 'feed:followed'],",
    replace: "visibility: ['feed:followed'],",
  },
  {
    law: 'M20',
    file: 'model/reactions.ts',
    what: 'A vote that comes twice counts twice.',
    find: 'known.users.includes(vote.userId) ? known.users : [...others, vote.userId]',
    replace: '[...known.users, vote.userId]',
  },
  {
    law: 'M21',
    file: 'store/feeds.ts',
    what: 'A message with a link and a picture matches neither.',
    find: "'has <> 0 AND has & ? <> 0'",
    replace: "'has <> 0 AND has = ?'",
  },
  {
    law: 'M22',
    file: 'store/messages.ts',
    what: 'A topic keeps the spelling that was seen first.',
    find: 'DO UPDATE SET name = excluded.name, max_id = excluded.max_id\n',
    replace: 'DO UPDATE SET max_id = excluded.max_id\n',
  },
  {
    law: 'M23',
    file: 'model/message-reducers.ts',
    what: 'A message of a stream that is not known yet is not kept.',
    find: '  store.messages.put(row)\n',
    replace: '  if (row.stream_id === null || context.world.streams.has(row.stream_id)) store.messages.put(row)\n',
  },
]
