import { describe, expect, it } from 'vitest'
import { Service, type Form, type Method } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'

const secret = 'xyzzy-edited'

/** A public stream from which Mei has received messages, a starred message, and a mention. */
async function world() {
  const service = await Service.start()
  const ada = service.person('Ada', 'administrator')
  const noor = service.person('Noor')
  const mei = service.person('Mei')
  const stream = await service.stream('plans', [ada, noor])
  const { uri } = await service.upload(noor, '/user_uploads', 'plan.txt', Buffer.from(secret))
  return { service, ada, noor, mei, stream, uri: String(uri) }
}

type World = Awaited<ReturnType<typeof world>>

/** Mei's received messages, by the causes of a personal row. */
const ways: Readonly<Record<string, (w: World) => Promise<number[]>>> = {
  'was subscribed': async ({ service, noor, mei, stream, uri }) => {
    await service.ok(mei, 'POST', '/users/me/subscriptions', { subscriptions: [{ name: 'plans' }] })
    const id = await service.say(noor, stream, 'plans', `@**Mei** [plan](${uri})`)
    await service.ok(mei, 'POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    await service.ok(mei, 'DELETE', '/users/me/subscriptions', { subscriptions: ['plans'] })
    return [id]
  },
  'starred without subscribing': async ({ service, noor, mei, stream, uri }) => {
    const id = await service.say(noor, stream, 'plans', `[plan](${uri})`)
    await service.ok(mei, 'POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    return [id]
  },
  'wrote without subscribing': async ({ service, noor, mei, stream, uri }) => {
    const id = await service.say(mei, stream, 'plans', 'mine')
    const other = await service.say(noor, stream, 'plans', `[plan](${uri})`)
    await service.ok(mei, 'POST', '/messages/flags', { messages: [id, other], op: 'add', flag: 'starred' })
    return [id, other]
  },
}

/** The changes by which Mei loses access to the stream. */
const closings: Readonly<Record<string, (w: World) => Promise<unknown>>> = {
  'the stream is made private': ({ service, ada, stream }) =>
    service.ok(ada, 'PATCH', `/streams/${stream}`, { is_private: true, history_public_to_subscribers: true }),
  'the stream is made private without its history': ({ service, ada, stream }) =>
    service.ok(ada, 'PATCH', `/streams/${stream}`, { is_private: true, history_public_to_subscribers: false }),
  'Mei becomes a guest': ({ service, ada, mei }) => service.ok(ada, 'PATCH', `/users/${mei.id}`, { role: 600 }),
}

const range = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false }

function probes(w: World, ids: readonly number[]): [Method, string, Form?][] {
  const narrows = [
    [],
    [['is', 'starred']],
    [['is', 'mentioned']],
    [['is', 'unread']],
    [['has', 'link']],
    [['in', 'all']],
    [['topic', 'plans']],
    [['search', 'xyzzy']],
    [['sender', String(w.noor.id)]],
    [['stream', 'plans']],
    [{ operator: 'stream', operand: w.stream, negated: true }],
    [{ operator: 'search', operand: 'nothing', negated: true }],
    [
      ['streams', 'public'],
      ['search', 'xyzzy'],
    ],
    ...ids.map((id) => [{ operator: 'id', operand: id }]),
  ]
  return [
    ...narrows.map((narrow): [Method, string, Form] => ['GET', '/messages', { ...range, narrow }]),
    ...narrows.map((narrow): [Method, string, Form] => ['GET', '/messages/matches_narrow', { msg_ids: ids, narrow }]),
    ...ids.flatMap((id): [Method, string, Form?][] => [
      ['GET', `/messages/${id}`],
      ['GET', `/messages/${id}`, { apply_markdown: false }],
      ['GET', `/messages/${id}/history`],
      ['GET', `/messages/${id}/read_receipts`],
      ['PATCH', `/messages/${id}`, { content: 'mine again' }],
      ['DELETE', `/messages/${id}`],
    ]),
    ['GET', `/users/me/${w.stream}/topics`],
    ['GET', w.uri],
    ['GET', '/attachments'],
    ['POST', '/register', {}],
  ]
}

async function edit(w: World, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    w.service.context.sql('UPDATE message SET content = ?, rendered = ? WHERE id = ?', [secret, secret, id])
    w.service.context.sql('DELETE FROM message_search WHERE rowid = ?', [id])
    w.service.context.sql('INSERT INTO message_search (rowid, topic, body) VALUES (?, ?, ?)', [id, 'plans', secret])
  }
  await Promise.resolve()
}

/** The parts of an answer that reveal the messages: their contents, and their ids in lists. */
function leaks(path: string, answer: Record<string, unknown>, ids: readonly number[]): string[] {
  const text = JSON.stringify(answer)
  const found = text.includes(secret) ? ['the text'] : []
  const { starred_messages: starred = [], unread_msgs: unread } = answer as {
    starred_messages?: number[]
    unread_msgs?: { streams: unknown[]; mentions: unknown[]; count: number }
  } // shape of POST /register
  if (starred.some((id) => ids.includes(id))) found.push('stars')
  if (unread !== undefined && unread.streams.length + unread.mentions.length + unread.count > 0) found.push('unread')
  const { messages } = answer
  const shown = Array.isArray(messages)
    ? messages.map((message) => (message as { id: number }).id)
    : Object.keys(messages ?? {}).map(Number)
  if (path.startsWith('/messages') && shown.some((id) => ids.includes(id))) found.push('messages')
  if (typeof answer.url === 'string') found.push('a file')
  return found
}

async function found(w: World, mei: Account, ids: readonly number[]): Promise<string[]> {
  const all: string[] = []
  for (const [method, path, form] of probes(w, ids)) {
    const answer = await w.service.call(mei, method, path, form)
    for (const leak of leaks(path, answer, ids)) all.push(`${method} ${path} ${JSON.stringify(form ?? {})}: ${leak}`)
  }
  return all
}

const combinations = Object.keys(ways).flatMap((way) => Object.keys(closings).map((closing) => [way, closing] as const))

describe('access to received messages', () => {
  it.each(combinations)('ends for a user who %s when %s', async (way, closing) => {
    const w = await world()
    const ids = (await ways[way]?.(w)) ?? []
    // A mention is decided by its flag alone.
    for (const id of ids) w.service.context.sql('UPDATE user_message SET flags = flags & ~1 WHERE message_id = ?', [id])
    expect(await w.service.found(w.mei, [['is', 'starred']])).toHaveLength(ids.length)
    await closings[closing]?.(w)
    await edit(w, ids)
    expect(await found(w, w.mei, ids)).toEqual([])
    // Subscribers can still read the messages.
    expect(await w.service.found(w.noor, [['search', 'xyzzy']])).toEqual(ids.map(() => secret))
  })

  it('of an archived stream remains for its subscribers only', async () => {
    const w = await world()
    const ids = (await ways['starred without subscribing']?.(w)) ?? []
    await edit(w, ids)
    await w.service.ok(w.ada, 'DELETE', `/streams/${w.stream}`)
    expect(await w.service.found(w.mei, [])).not.toContain(secret)
    expect(await w.service.found(w.mei, [['is', 'starred']])).toEqual([])
    expect(await w.service.found(w.noor, [])).toContain(secret)
  })

  it('returns when the stream is open again', async () => {
    const w = await world()
    const ids = (await ways['was subscribed']?.(w)) ?? []
    await closings['the stream is made private']?.(w)
    await edit(w, ids)
    await w.service.ok(w.ada, 'PATCH', `/streams/${w.stream}`, { is_private: false })
    expect(await w.service.found(w.mei, [['is', 'starred']])).toEqual([secret])
  })

  it.each([{ all_public_streams: true }, { narrow: [['stream', 'plans']] }])(
    'ends for public streams in a queue with %j when its user becomes a guest',
    async (form) => {
      const w = await world()
      await w.service.listen(w.mei, form)
      const heard = async () =>
        (await w.service.events(w.mei)).flatMap(({ type, message }) =>
          type === 'message' ? [(message as { content: string }).content] : [],
        )
      await w.service.say(w.noor, w.stream, 'plans', 'before')
      expect(await heard()).toEqual(['<p>before</p>'])
      await closings['Mei becomes a guest']?.(w)
      await w.service.say(w.noor, w.stream, 'plans', 'after')
      expect(await heard()).toEqual([])
    },
  )
})
