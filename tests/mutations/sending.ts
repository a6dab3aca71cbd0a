import type { Mutation } from './mutation.ts'

/** S1–S14: sending, and changes by the user. */
export const sendingMutations: readonly Mutation[] = [
  {
    law: 'S1',
    file: 'actions/sending/send-message.ts',
    what: 'A message still counts as waiting while its request is on its way.',
    find: "state: 'sending',",
    replace: "state: 'queued',",
  },
  {
    law: 'S1',
    file: 'actions/kinds/send.ts',
    what: 'The draft is emptied before the message is in the outbox.',
    find: `  core.commit(() => {
    const queued = insertAction(core, sendKind`,
    replace: `  if (draft !== undefined) core.commit(() => dropDraft(core.store, draft, core.ports.clock.now()))
  core.commit(() => {
    const queued = insertAction(core, sendKind`,
  },
  {
    law: 'S1',
    file: 'actions/kinds/send.ts',
    what: 'The call is answered before the message is on disk.',
    find: `  core.commit(() => {
    const queued = insertAction(core, sendKind`,
    replace: `  const later = (change: Parameters<typeof core.commit>[0]) =>
    core.ports.clock.schedule(0, () => {
      core.commit(change)
    })
  later(() => {
    const queued = insertAction(core, sendKind`,
  },
  {
    law: 'S2',
    file: 'actions/outgoing-message.ts',
    what: 'A message that the server has taken can be taken back.',
    find: "if (row.state !== 'sending' && row.state !== 'acknowledged') return null",
    replace: "if (row.state !== 'sending') return null",
  },
  {
    law: 'S3',
    file: 'actions/kinds/send.ts',
    what: 'Only an event with the local id confirms a message, not the one with the id that the answer gave.',
    find: '(localId === undefined ? undefined : outbox.get(localId)) ?? outbox.byMessage(message.id)',
    replace: 'localId === undefined || message.id === 0 ? undefined : outbox.get(localId)',
  },
  {
    law: 'S4',
    file: 'actions/kinds/send.ts',
    what: 'The event confirms a message only after its answer has come.',
    find: '  if (row === undefined) return []\n  const changes = becomes(',
    replace: "  if (row?.state !== 'acknowledged') return []\n  const changes = becomes(",
  },
  {
    law: 'S5',
    file: 'actions/outbox.ts',
    what: 'A message into a stream that is not subscribed waits for an event that never comes.',
    find: 'return isDelivered ? Math.max(0, eventPatienceMs - since) : 0',
    replace: 'return isDelivered ? Math.max(0, eventPatienceMs - since) : null',
  },
  {
    law: 'S6',
    file: 'api/request-failures.ts',
    what: 'Every failure of the connection proves that nothing was delivered.',
    find: '(error instanceof TransportError && error.provesNonDelivery) ||',
    replace: 'error instanceof TransportError ||',
  },
  {
    law: 'S6',
    file: 'actions/sending/attempts.ts',
    what: 'What was not found once is sent again.',
    find: 'if (row.absent_count === 0) {',
    replace: 'if (row.absent_count < 0) {',
  },
  {
    law: 'S6',
    file: 'actions/sending/send-message.ts',
    what: 'An equal text of before is taken for the message whose outcome is unknown.',
    find: 'lookup_after: Math.max(core.store.messages.maxId(), organization?.maxMessageId ?? 0)',
    replace: 'lookup_after: organization?.maxMessageId ?? 0',
  },
  {
    law: 'S6',
    file: 'store/outbox.ts',
    what: 'What was on its way when the engine ended is sent again at once.',
    find: "SET state = 'unknown' WHERE state = 'sending'",
    replace: "SET state = 'queued' WHERE state = 'sending'",
  },
  {
    law: 'S7',
    file: 'actions/kinds/send.ts',
    what: 'A call that is repeated after its message was sent makes a second one.',
    find: 'if (core.store.outbox.isKnown(message.localId)) return { ok: true, value: null }',
    replace: 'if (core.store.outbox.get(message.localId) !== undefined) return { ok: true, value: null }',
  },
  {
    law: 'S8',
    file: 'store/outbox.ts',
    what: 'What was written after a refused message overtakes it.',
    find: '(SELECT min(seq) FROM outbox WHERE queue_key = queue.key)',
    replace: "(SELECT min(seq) FROM outbox WHERE queue_key = queue.key AND state <> 'failed')",
  },
  {
    law: 'S9',
    file: 'views/messages/message-list-view.ts',
    what: 'What is being sent stands before the messages.',
    find: 'items.push(...this.itemsAfterRows(',
    replace: 'items.unshift(...this.itemsAfterRows(',
  },
  {
    law: 'S10',
    file: 'actions/kinds/send.ts',
    what: 'What looks like markup is left out of a text that is being sent.',
    find: '    text: content,\n',
    replace: "    text: content.replaceAll(/<[^>]*>/g, ''),\n",
  },
  {
    law: 'S11',
    file: 'actions/kinds/edit.ts',
    what: 'A refused edit stays before the newer one, which never leaves.',
    find: "kind === editKind.name && (state === 'queued' || state === 'failed')",
    replace: "kind === editKind.name && state === 'queued'",
  },
  {
    law: 'S12',
    file: 'actions/sending/attachment-uploads.ts',
    what: 'A file that is at the server goes up again with each try.',
    find: '      if (attachment.uri !== undefined) continue\n',
    replace: '',
  },
  {
    law: 'S13',
    file: 'api/messages.ts',
    what: 'An own message is unread.',
    find: "read_by_sender: 'true'",
    replace: "read_by_sender: 'false'",
  },
  {
    law: 'S14',
    file: 'actions/kinds/send.ts',
    what: 'A refused message stays in the topic that went elsewhere.',
    find: "(row.state !== 'queued' && row.state !== 'failed')",
    replace: "row.state !== 'queued'",
  },
]
