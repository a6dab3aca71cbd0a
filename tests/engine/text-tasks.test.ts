import { describe, expect, it } from 'vitest'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import type { MessageItem, WidgetItem } from '#contract/messages.ts'
import { temporaryDatabase } from '#support/files.ts'
import { isDrill } from '#support/random.ts'
import type { Account } from '#support/test-server.ts'
import { TestClient, type TestClientOptions } from '#support/test-client.ts'
import { setupWorld } from '#support/setup-world.ts'

const text = '/todo Packing\n- Shoes: both: left and right\nHat\n12:30 lunch\n<b>🧳</b>'
const tasks = ['Shoes (both: left and right)', 'Hat', '12:30 lunch', '<b>🧳</b>']

/** The number of tasks of the longest list: the drill writes more tasks than there are numbers. */
const written = isDrill ? 1010 : 80

/** An organization at a level, with a list of an own account and one of another. */
async function lists(featureLevel: FeatureLevel = 237) {
  const made = await setupWorld({ engine: 'none', settings: { featureLevel } })
  const { server, iris, noor, general } = made
  const place = { kind: 'topic', streamId: general, topic: 'list' } as const
  const begin = async (account: Account, options: TestClientOptions = {}) => {
    const client = new TestClient(server, account, options).start()
    await client.online()
    return client
  }
  const open = async (client: TestClient) => {
    const window = await client.openConversation(place)
    return () =>
      window
        .items()
        .filter((item): item is MessageItem => item.kind === 'message')
        .map(({ widget }) => widget)
        .filter((widget): widget is Extract<WidgetItem, { kind: 'todo' }> => widget?.kind === 'todo')
  }
  const settled = async (client: TestClient) => {
    const list = await client.openView({ type: 'outbox' })
    await server.clock.until('nothing waits', () => list.items().length === 0)
    await server.clock.advance(30_000)
    expect(list.items()).toEqual([])
  }
  const only = async () => {
    const asked = { anchor: 'newest', num_before: '10', num_after: '0', narrow: JSON.stringify([['topic', 'list']]) }
    const { messages } = await server.call(noor, 'GET', '/messages', asked)
    const found = messages as { id: number; submessages: { content: string }[] }[]
    expect(found).toHaveLength(1)
    return found[0]!
  }
  const listId = async () => (await only()).id
  /** The parts of the only list at the server, without the first. */
  const parts = async () =>
    (await only()).submessages.slice(1).map(({ content }) => JSON.parse(content) as { key: number; task: string })
  return { ...made, place, begin, open, settled, listId, parts, iris, noor }
}

const shown = (list: Extract<WidgetItem, { kind: 'todo' }> | undefined) =>
  (list?.tasks ?? []).map(({ text: name, description }) => (description === '' ? name : `${name} (${description})`))

describe('the tasks in the text of a to-do list', () => {
  it.each([237, 300] as const)(
    'are tasks for everybody, once, whether or not the server parses them (level %i)',
    async (level) => {
      const { server, begin, open, settled, listId, parts, place, iris, noor } = await lists(level)
      const [client, other] = [await begin(iris), await begin(noor)]
      const [own, theirs] = [await open(client), await open(other)]
      await client.send(place, text)
      await server.clock.until('they are there', () => shown(theirs()[0]).length === tasks.length)
      await settled(client)
      for (const list of [own, theirs]) {
        expect(shown(list()[0])).toEqual(tasks)
        expect(list()[0]).toMatchObject({ title: 'Packing', lines: [], problems: [] })
      }
      expect(await parts()).toHaveLength(level < 277 ? tasks.length : 0)
      const messageId = await listId()
      const key = theirs()[0]?.tasks[1]?.key ?? ''
      await other.engine.call('widgets.act', { messageId, localId: crypto.randomUUID(), act: { type: 'strike', key } })
      await server.clock.until('all see the stroke', () => own()[0]?.tasks[1]?.isDone === true)
    },
  )

  it('are queued while the list is displayed, so that they never disappear', async () => {
    const { server, begin, open, place, iris } = await lists()
    let isHeld = false
    const client = await begin(iris, {
      faultFor: ({ path }) => (isHeld && path.endsWith('/submessage') ? { before: 'unreachable' } : undefined),
    })
    const own = await open(client)
    isHeld = true
    await client.send(place, text)
    await server.clock.until('the list is shown', () => own().length === 1)
    expect(shown(own()[0])).toEqual(tasks)
    expect(own()[0]).toMatchObject({ title: 'Packing', lines: [] })
  })

  it.each(['before', 'after'] as const)(
    'are sent again without a question, and count once, if the connection breaks %s the server has them',
    async (when) => {
      const { server, begin, open, settled, place, iris, noor } = await lists()
      let broken = 0
      const client = await begin(iris, {
        faultFor: ({ path }) => {
          if (!path.endsWith('/submessage') || broken === 3) return undefined
          broken += 1
          return when === 'before' ? { before: 'broken' } : { after: 'broken' }
        },
      })
      const [own, theirs] = [await open(client), await open(await begin(noor))]
      await client.send(place, text)
      await server.clock.until('they are there', () => shown(theirs()[0]).length === tasks.length)
      await settled(client)
      expect(broken).toBe(3)
      expect(shown(own()[0])).toEqual(tasks)
      expect(own()[0]?.problems).toEqual([])
    },
  )

  // The program ends at the sending, or at one of the four tasks, before or after the server has it.
  const stops = [0, 1, 2, 3, 4].flatMap((at) => (['before', 'after'] as const).map((when) => [when, at] as const))
  it.each(stops)('all exist once when the program ends %s request %i', async (when, at) => {
    const { server, begin, open, settled, parts, place, iris } = await lists()
    const database = temporaryDatabase()
    let requests = 0
    let hasEnded = false
    const first: TestClient = new TestClient(server, iris, {
      database,
      through: async (request, ask) => {
        if (request.method !== 'POST' || !/\/(?:messages|submessage)$/.test(request.path)) return ask()
        requests += 1
        if (requests !== at + 1) return ask()
        const end = () => {
          first.engine.close()
          hasEnded = true
        }
        if (when === 'before') {
          end()
          throw new Error('the program has ended')
        }
        const answer = await ask()
        end()
        return answer
      },
    }).start()
    await first.online()
    await first.send(place, text)
    await server.clock.until('the program has ended', () => hasEnded)
    const second = await begin(iris, { database, engineEpoch: 2 })
    const own = await open(second)
    await settled(second)
    expect(shown(own()[0])).toEqual(tasks)
    expect((await parts()).map(({ task }) => task)).toEqual(['Shoes', 'Hat', '12:30 lunch', '<b>🧳</b>'])
  })

  it('have numbers that no other device of the author takes meanwhile', async () => {
    const { server, begin, open, settled, listId, parts, place, iris } = await lists()
    let isHeld = true
    const [first, second] = [
      await begin(iris, {
        faultFor: ({ path }) => (isHeld && path.endsWith('/submessage') ? { before: 'unreachable' } : undefined),
      }),
      await begin(iris),
    ]
    const [own, there] = [await open(first), await open(second)]
    await first.send(place, text)
    await server.clock.until('the list is there', () => there().length === 1)
    // Lines without a task appear as in the text.
    expect(there()[0]).toMatchObject({ title: 'Packing', tasks: [] })
    expect(there()[0]?.lines.map(({ name }) => name)).toEqual(['Shoes', 'Hat', '12:30 lunch', '<b>🧳</b>'])
    const messageId = await listId()
    const add = (name: string) =>
      second.engine.call('widgets.act', {
        messageId,
        localId: crypto.randomUUID(),
        act: { type: 'new_task', text: name, description: '' },
      })
    await add('Coat')
    isHeld = false
    await server.clock.until('some have come', () => (there()[0]?.tasks.length ?? 0) > 2)
    await add('Gloves')
    await settled(first)
    await settled(second)
    for (const list of [own, there]) {
      expect(shown(list()[0]).toSorted()).toEqual([...tasks, 'Coat', 'Gloves'].toSorted())
      expect(list()[0]?.lines).toEqual([])
    }
    const numbers = (await parts()).map(({ key }) => key)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('appear as in the text while they are no tasks', async () => {
    const { server, begin, open, iris, noor, general } = await lists()
    await server.post(noor, { stream: general, topic: 'list' }, '/todo Packing\n- **Shoes**: both\n- Hat')
    const own = await open(await begin(iris))
    await server.clock.until('the list is shown', () => own().length === 1)
    expect(own()[0]).toMatchObject({
      title: 'Packing',
      tasks: [],
      lines: [
        { name: 'Shoes', description: 'both' },
        { name: 'Hat', description: '' },
      ],
    })
  })

  it('are a thousand at most; the others stay lines of the text', async () => {
    const { server, begin, open, settled, place, iris } = await lists()
    const client = await begin(iris)
    const own = await open(client)
    const names = Array.from({ length: written }, (_, index) => `t${index}`)
    await client.send(place, ['/todo Many', 'twice', 'twice: again', ...names].join('\n'))
    await server.clock.until('the list is shown', () => own().length === 1)
    await settled(client)
    expect(shown(own()[0])).toEqual(['twice', ...names.slice(0, 999)])
    expect(own()[0]?.lines.map(({ name }) => name)).toEqual(names.slice(999))
    expect(own()[0]?.problems).toEqual([])
  })
})
