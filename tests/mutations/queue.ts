import type { Mutation } from './mutation.ts'

/** Q1–Q12: the event queue. */
export const queueMutations: readonly Mutation[] = [
  {
    law: 'Q1',
    file: 'sync/queue/event-slices.ts',
    what: 'The first slice of an answer acknowledges the whole answer.',
    find: 'this.#queueLife.acknowledge(queue, acknowledged)',
    replace: 'this.#queueLife.acknowledge(queue, slice.at(-1)?.id ?? acknowledged)',
  },
  {
    law: 'Q1',
    file: 'state/apply-register.ts',
    what: 'The old queue is remembered until the registration is taken over, beside a state that is half the new one.',
    find: '    meta.forgetQueue()\n',
    replace: '',
  },
  {
    law: 'Q1',
    file: 'sync/queue/queue-registration.ts',
    what: 'The new queue is stored before what it belongs to.',
    find: '    core.commit(() => application.begin(core.ports.clock.now()))\n',
    replace: `    core.commit(() => application.begin(core.ports.clock.now()))
    const { queueId, lastEventId } = head
    const touchedAt = core.ports.clock.now()
    core.store.transaction(() => core.store.meta.setQueue({ queueId, lastEventId, touchedAt, lifetimeMs: 600_000 }))
`,
  },
  {
    law: 'Q2',
    file: 'sync/queue/event-slices.ts',
    what: 'A slice is acknowledged before its effects are stored.',
    find: `    try {
      core.commit(() => {
        const changes: Change[] = []`,
    replace: `    try {
      core.store.transaction(() => core.store.meta.setQueue({ ...queue, lastEventId: slice.at(-1)?.id ?? lastEventId }))
      core.commit(() => {
        const changes: Change[] = []`,
  },
  {
    law: 'Q3',
    file: 'sync/queue/event-slices.ts',
    what: 'Events that were acknowledged are applied when they come again.',
    find: 'let pending = received.filter((event) => event.id > queue.lastEventId)',
    replace: 'let pending = received',
  },
  {
    law: 'Q4',
    file: 'sync/queue/poller.ts',
    what: 'Trying again starts a second poller beside the first.',
    find: 'if (this.#running || this.#stopped) return',
    replace: 'if (this.#stopped || (this.#running && this.#failures > 0)) return',
  },
  {
    law: 'Q5',
    file: 'sync/queue/poll-failures.ts',
    what: 'A refused acknowledgement is taken for a refusal of the account.',
    find: 'facts.hasQueue() && facts.failures === 0',
    replace: 'facts.hasQueue() && facts.failures > 0',
  },
  {
    law: 'Q6',
    file: 'state/preferences/topic-policies.ts',
    what: 'A registration adds its policies of topics to those that were there.',
    find: '    preferences.clearTopics()\n    if (policies',
    replace: '    if (policies',
  },
  {
    law: 'Q7',
    file: 'state/apply-register.ts',
    what: 'The old streams are dropped before the new ones are there.',
    find: "return [{ kind: 'organization' }, ...this.#replace('first', now)]",
    replace:
      "return [...[...this.#takeovers.values()].flatMap((takeover) => takeover.finish(now)), { kind: 'organization' }, ...this.#replace('first', now)]",
  },
  {
    law: 'Q8',
    file: 'sync/queue/poller.ts',
    what: 'The first poll of a start waits for an event before it says that the queue is good.',
    find: 'dontBlock: recovering',
    replace: 'dontBlock: false',
  },
  {
    law: 'Q9',
    file: 'engine.ts',
    what: 'A computer that wakes up goes on waiting for the poll from before its sleep.',
    find: `      case 'resume':
      case 'key_changed':
        poller.retry()
        outbox.run()
        return
`,
    replace: `      case 'key_changed':
        poller.retry()
        outbox.run()
        return
      case 'resume':
`,
  },
  {
    law: 'Q10',
    file: 'sync/queue/event-slices.ts',
    what: 'A server that went back to an older level is not registered with anew.',
    find: 'event.svc_feature_level !== organization?.featureLevel',
    replace: 'event.svc_feature_level > (organization?.featureLevel ?? 0)',
  },
  {
    law: 'Q11',
    file: 'engine.ts',
    what: 'Closing forgets the queue, so that a quick restart has to register.',
    find: `    this.#parts.services.stop()
    this.#parts.core.close()
`,
    replace: `    this.#parts.services.stop()
    this.#parts.core.store.transaction(() => this.#parts.core.store.meta.forgetQueue())
    this.#parts.core.close()
`,
  },
  {
    law: 'Q12',
    file: 'sync/queue/event-slices.ts',
    what: 'An event that cannot be applied is logged and passed over, and nothing makes up for it.',
    find: `could not be applied: \${String(error)}\`)
        this.#queueLife.noteLost()
`,
    replace: `could not be applied: \${String(error)}\`)
`,
  },
]
