import { describe, expect, it } from 'vitest'
import type { MessageItem, WidgetAct, WidgetItem } from '#contract/messages.ts'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { TestClient } from '#support/test-client.ts'
import type { FaultFor } from '#support/test-transport.ts'
import { setupWorld } from '#support/setup-world.ts'
import { personName } from '#i18n/names.ts'

async function setUp(content: string, options: { faultFor?: FaultFor; featureLevel?: FeatureLevel } = {}) {
  const { featureLevel } = options
  const { server, people, start } = await setupWorld({
    engine: 'none',
    ...(featureLevel === undefined ? {} : { settings: { featureLevel } }),
  })
  const { iris, noor, general } = people
  const id = await server.post(iris, { stream: general, topic: 'poll' }, content)
  const client = start(options)
  const other = new TestClient(server, noor).start()
  await client.online()
  await other.online()
  const open = async (who: TestClient) => {
    const window = await who.openConversation({ kind: 'topic', streamId: general, topic: 'poll' })
    await server.clock.until('the message is here', () => window.items().length === 1)
    return () => (window.items()[0] as MessageItem).widget as WidgetItem
  }
  const act = (who: TestClient, action: WidgetAct) =>
    who.engine.call('widgets.act', { messageId: id, localId: crypto.randomUUID(), act: action })
  return { server, client, other, shown: await open(client), shownToOther: await open(other), act, id, ...people }
}

const votes = (widget: WidgetItem) =>
  widget.kind === 'poll'
    ? widget.options.map(
        (option) =>
          `${option.text}: ${option.people.map((person) => (person === null ? 'You' : personName(person))).join('+')}`,
      )
    : []
const tasks = (widget: WidgetItem) =>
  widget.kind === 'todo' ? widget.tasks.map((task) => `${task.isDone ? 'x' : '-'} ${task.text}`) : []

describe('polls', () => {
  it('have the same votes and options for all people', async () => {
    const { server, client, other, shown, shownToOther, act } = await setUp('/poll Soup?\nyes\nno')
    expect(shown()).toMatchObject({ kind: 'poll', question: 'Soup?', isOwn: true })
    await act(client, { type: 'vote', key: 'canned,0', isOn: true })
    await act(other, { type: 'new_option', text: 'later' })
    await server.clock.until('the option is there', () => votes(shown()).length === 3)
    const added = shown()
    const key = added.kind === 'poll' ? added.options[2]?.key : ''
    await act(client, { type: 'vote', key: key ?? '', isOn: true })
    await act(client, { type: 'question', question: 'Soup today?' })
    await server.clock.until('all see it', () => votes(shownToOther()).join().includes('later: Iris'))
    await server.clock.advance(1_000)
    expect(votes(shown())).toEqual(['yes: You', 'no: ', 'later: You'])
    expect(shownToOther()).toMatchObject({ question: 'Soup today?', isOwn: false })
    expect(await act(other, { type: 'question', question: 'mine' })).toMatchObject({ ok: false })
    await act(client, { type: 'vote', key: 'canned,0', isOn: false })
    await server.clock.until('it is taken back', () => votes(shownToOther())[0] === 'yes: ')
  })

  it('look up a vote of unknown outcome, and ask the user if it did not arrive', async () => {
    let fault: ReturnType<FaultFor>
    const { server, client, shown, shownToOther, act } = await setUp('/poll Soup?\nyes\nno', {
      faultFor: (request) => (request.path.endsWith('/submessage') ? fault : undefined),
    })
    fault = { before: 'broken' }
    await act(client, { type: 'vote', key: 'canned,1', isOn: true })
    await server.clock.until('it shows at once', () => votes(shown())[1] === 'no: You')
    await server.clock.until('the user is asked', () => shown().problems.length === 1)
    expect(votes(shown())[1]).toBe('no: ')
    expect(shown().problems[0]?.reason).toEqual({ code: 'CHOICE_LOST' })
    fault = undefined
    await client.engine.call('outbox.retry', { localId: shown().problems[0]?.localId ?? '' })
    await server.clock.until('it has arrived', () => votes(shownToOther())[1] === 'no: Iris')
    await server.clock.until('nothing is left to ask', () => shown().problems.length === 0)
  })
})

describe('to-do lists', () => {
  it('let only the author change the title, if the server has one', async () => {
    const { server, client, other, shown, shownToOther, act } = await setUp('/todo Packing\nShoes', {
      featureLevel: 300,
    })
    expect(shown()).toMatchObject({ kind: 'todo', title: 'Packing', isOwn: true })
    expect(shownToOther()).toMatchObject({ isOwn: false })
    expect(await act(other, { type: 'title', title: 'Mine' })).toMatchObject({ ok: false })
    expect(await act(client, { type: 'title', title: 'Packed' })).toMatchObject({ ok: true })
    const titles = () => [shown(), shownToOther()].map((widget) => (widget.kind === 'todo' ? widget.title : ''))
    await server.clock.until('both see it', () => titles().join() === 'Packed,Packed')
    await server.clock.advance(60_000)
    expect(shown()).toMatchObject({ title: 'Packed', problems: [] })
  })

  it('keep their title if the server has none, since it would refuse another', async () => {
    const { client, shown, act } = await setUp('/todo Packing\nShoes', { featureLevel: 237 })
    expect(shown()).toMatchObject({ kind: 'todo', title: 'Packing', isOwn: false })
    expect(await act(client, { type: 'title', title: 'Packed' })).toMatchObject({ ok: false })
  })

  it('count a repeated stroke once after a lost answer, also after it has arrived', async () => {
    const { server, client, shown, shownToOther, act, id } = await setUp('/todo')
    await act(client, { type: 'new_task', text: 'buy bread', description: '' })
    await server.clock.until('it is there', () => tasks(shownToOther()).length === 1)
    const list = shown()
    const stroke = { type: 'strike', key: (list.kind === 'todo' ? list.tasks[0]?.key : null) ?? '' } as const
    const localId = crypto.randomUUID()
    const strike = () => client.engine.call('widgets.act', { messageId: id, localId, act: stroke })
    expect(await strike()).toMatchObject({ ok: true })
    expect(await strike()).toMatchObject({ ok: true })
    await server.clock.until('it has arrived', () => tasks(shownToOther())[0] === 'x buy bread')
    await server.clock.advance(60_000)
    expect(await strike()).toMatchObject({ ok: true })
    await server.clock.advance(60_000)
    expect(tasks(shownToOther())).toEqual(['x buy bread'])
  })

  it('add and strike tasks once despite lost answers', async () => {
    let fault: ReturnType<FaultFor>
    const { server, client, shown, shownToOther, act } = await setUp('/todo', {
      faultFor: (request) => (request.path.endsWith('/submessage') ? fault : undefined),
    })
    await act(client, { type: 'new_task', text: 'buy bread', description: '' })
    await act(client, { type: 'new_task', text: 'cook', description: 'soup' })
    await server.clock.until('both are there', () => [shown, shownToOther].every((list) => tasks(list()).length === 2))
    fault = { after: 'broken' }
    const list = shown()
    await act(client, { type: 'strike', key: (list.kind === 'todo' ? list.tasks[0]?.key : null) ?? '' })
    await server.clock.until('the server has it', () => tasks(shownToOther())[0] === 'x buy bread')
    fault = undefined
    await server.clock.advance(60_000)
    expect(tasks(shown())).toEqual(['x buy bread', '- cook'])
    expect(shown().problems).toEqual([])
  })
})
