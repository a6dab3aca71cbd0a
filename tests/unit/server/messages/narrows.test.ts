import { describe, expect, it } from 'vitest'
import { Service } from '#support/service.ts'

async function world() {
  const service = await Service.start()
  const noor = service.person('Noor')
  const mei = service.person('Mei')
  const olga = service.person('Olga', 'owner')
  const hall = await service.stream('hall', [noor, mei, olga])
  const design = await service.stream('design', [noor, mei])
  await service.stream('elsewhere', [olga])
  const ids = {
    lunch: await service.say(mei, hall, 'Lunch', 'soup today'),
    done: await service.say(noor, hall, '✔ old', 'finished long ago'),
    mention: await service.say(mei, design, 'colours', 'is blue right, @**Noor**?'),
    everybody: await service.say(mei, design, 'colours', '@**all** please look'),
    link: await service.say(noor, design, 'colours', 'as in https://example.org/blue'),
    direct: await service.tell(mei, [noor], 'only you'),
    group: await service.tell(mei, [noor, olga], 'you two'),
    self: await service.tell(noor, [noor], 'note to myself'),
  }
  await service.ok(noor, 'POST', '/messages/flags', { messages: [ids.lunch], op: 'add', flag: 'starred' })
  return { service, noor, mei, olga, hall, design, ids }
}

type World = Awaited<ReturnType<typeof world>>
type Term = [operator: string, operand: unknown, negated?: boolean]

const all = ['soup', 'finished', 'is blue', '@**all**', 'as in', 'only', 'you two', 'note']

/** wire-protocol.md §2.12: each operator, by ids and by names, alone and negated. */
const rows: [what: string, narrow: (w: World) => Term[], first: string[]][] = [
  ['nothing', () => [], all],
  ['stream by name, whatever the case', () => [['stream', 'HALL']], ['soup', 'finished']],
  ['stream by id', ({ hall }) => [['stream', hall]], ['soup', 'finished']],
  ['not in a stream', ({ hall }) => [['stream', hall, true]], all.slice(2)],
  ['all public streams', () => [['streams', 'public']], [...all.slice(0, 5), 'not mine']],
  ['topic, whatever the case', () => [['topic', 'LUNCH']], ['soup']],
  [
    'not a topic',
    () => [
      ['stream', 'hall'],
      ['topic', 'lunch', true],
    ],
    ['finished'],
  ],
  ['direct messages with one', ({ mei }) => [['dm', [mei.id]]], ['only']],
  ['direct messages with one, by address', ({ mei }) => [['pm-with', mei.email]], ['only']],
  ['direct messages with two', ({ mei, olga }) => [['dm', [olga.id, mei.id]]], ['you two']],
  ['notes to oneself', ({ noor }) => [['dm', [noor.id]]], ['note']],
  [
    'not direct messages with one',
    ({ mei }) => [
      ['dm', [mei.id], true],
      ['is', 'dm'],
    ],
    ['you two', 'note'],
  ],
  ['direct messages including one', ({ mei }) => [['dm-including', mei.id]], ['only', 'you two']],
  ['group messages with one (deprecated)', ({ mei }) => [['group-pm-with', mei.id]], ['you two']],
  ['sender', ({ noor }) => [['sender', noor.id]], ['finished', 'as in', 'note']],
  ['sender by address', ({ noor }) => [['sender', noor.email]], ['finished', 'as in', 'note']],
  ['not a sender', ({ mei }) => [['sender', mei.id, true]], ['finished', 'as in', 'note']],
  ['is:dm', () => [['is', 'dm']], ['only', 'you two', 'note']],
  ['is:private (deprecated)', () => [['is', 'private']], ['only', 'you two', 'note']],
  ['is:starred', () => [['is', 'starred']], ['soup']],
  [
    'not is:starred',
    () => [
      ['is', 'starred', true],
      ['stream', 'hall'],
    ],
    ['finished'],
  ],
  ['is:unread', () => [['is', 'unread']], ['soup', 'is blue', '@**all**', 'only', 'you two']],
  ['is:mentioned', () => [['is', 'mentioned']], ['is blue', '@**all**']],
  ['is:alerted', () => [['is', 'alerted']], ['soup']],
  ['is:resolved', () => [['is', 'resolved']], ['finished']],
  ['in:home', () => [['in', 'home']], all.filter((text) => text !== 'soup')],
  ['in:all', () => [['in', 'all']], all],
  ['has:link', () => [['has', 'link']], ['as in']],
  [
    'not has:link',
    () => [
      ['has', 'link', true],
      ['stream', 'design'],
    ],
    ['is blue', '@**all**'],
  ],
  ['id', ({ ids }) => [['id', ids.mention]], ['is blue']],
  [
    'near changes nothing',
    ({ ids }) => [
      ['near', String(ids.mention)],
      ['stream', 'hall'],
    ],
    ['soup', 'finished'],
  ],
  ['search', () => [['search', 'blue']], ['is blue', 'as in']],
  ['search for the beginning of a word, without case and accents', () => [['search', 'FÍN']], ['finished']],
  ['search in topics', () => [['search', 'colours please']], ['@**all**']],
  ['search for a phrase', () => [['search', '"long ago"']], ['finished']],
  ['search for what is no phrase', () => [['search', '"ago long"']], []],
  ['search leaves out stop words', () => [['search', 'the soup of']], ['soup']],
  [
    'search within a place',
    () => [
      ['search', 'blue'],
      ['sender', 'noor@test.example'],
    ],
    ['as in'],
  ],
  [
    'not a search',
    () => [
      ['search', 'blue', true],
      ['stream', 'design'],
    ],
    ['@**all**'],
  ],
  ['search with nothing in it', () => [['search', '...']], []],
]

describe('a narrow', () => {
  it.each(rows)('finds the messages of the operator: %s', async (_, narrow, expected) => {
    const w = await world()
    const { service, noor, olga } = w
    await service.ok(noor, 'POST', '/user_topics', { stream_id: w.hall, topic: 'lunch', visibility_policy: 1 })
    await service.ok(noor, 'POST', '/users/me/alert_words', { alert_words: ['soup'] })
    service.context.sql('UPDATE user_message SET flags = flags | 256 WHERE user_id = ? AND message_id = ?', [
      noor.id,
      w.ids.lunch,
    ])
    const elsewhere = await service.ok(olga, 'GET', '/get_stream_id', { stream: 'elsewhere' })
    await service.say(olga, Number(elsewhere.stream_id), 'x', 'not mine')
    const found = await service.found(
      noor,
      narrow(w).map(([operator, operand, negated]) => ({
        operator,
        operand,
        ...(negated === true ? { negated } : {}),
      })),
    )
    expect(found).toHaveLength(expected.length)
    for (const [index, text] of expected.entries())
      expect(found[index]).toMatch(new RegExp(`^${text.replaceAll('*', '\\*')}`))
  })

  it.each([
    [[['stream', 'nowhere']]],
    [[['sender', 'nobody@x.example']]],
    [[['dm', 'nobody@x.example']]],
    [[['is', 'green']]],
    [[['in', 'nowhere']]],
    [[['has', 'wings']]],
    [[['id', 'x']]],
    [[['streams', 'all']]],
    [[['is', 'followed']]],
    [
      [
        ['stream', 'hall'],
        ['dm', '8'],
      ],
    ],
    [
      [
        ['stream', 'hall'],
        ['stream', 'design'],
      ],
    ],
  ])('of %j is refused with BAD_NARROW', async (narrow) => {
    const { service, noor } = await world()
    const form = { anchor: 'newest', num_before: 1, num_after: 0, narrow }
    expect(await service.call(noor, 'GET', '/messages', form)).toMatchObject({ status: 400, code: 'BAD_NARROW' })
  })
})

describe('search', () => {
  const find = async (content: string, search: string, topic = 'x') => {
    const service = await Service.start()
    const noor = service.person('Noor')
    const hall = await service.stream('hall', [noor])
    await service.say(noor, hall, topic, content)
    const answer = await service.ok(noor, 'GET', '/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [['search', search]],
    })
    const [message] = answer.messages as { match_content: string; match_subject: string }[]
    return message
  }
  const mark = (text: string) => `<span class="highlight">${text}</span>`

  it.each([
    ['a blue box', 'blue', `<p>a ${mark('blue')} box</p>`],
    ['**Bluebird** & blue', 'blue', `<p><strong>${mark('Bluebird')}</strong> &amp; ${mark('blue')}</p>`],
    ['new blue box', '"blue box"', `<p>new ${mark('blue')} ${mark('box')}</p>`],
    ['Ärger über Öl', 'arger', `<p>${mark('Ärger')} über Öl</p>`],
    ['森さんは東京にいます', '東京', `<p>森さんは${mark('東京')}にいます</p>`],
    ['[blue](https://blue.example/blue)', 'blue', `<p><a href="https://blue.example/blue">${mark('blue')}</a></p>`],
    ['amp & lt', 'amp', `<p>${mark('amp')} &amp; lt</p>`],
  ])('in %j for %j highlights its hits, but not in addresses', async (content, search, expected) => {
    expect((await find(content, search))?.match_content).toBe(expected)
  })

  it('highlights the topic, escaped', async () => {
    expect((await find('x', 'lunch', 'lunch <b> & more'))?.match_subject).toBe(`${mark('lunch')} &lt;b&gt; &amp; more`)
  })

  it('follows edits, moves and deletions', async () => {
    const service = await Service.start()
    const noor = service.person('Noor')
    const hall = await service.stream('hall', [noor])
    const id = await service.say(noor, hall, 'apples', 'pears')
    const count = async (search: string) => (await service.found(noor, [['search', search]])).length
    await service.ok(noor, 'PATCH', `/messages/${id}`, { content: 'plums' })
    expect([await count('pears'), await count('plums')]).toEqual([0, 1])
    await service.ok(noor, 'PATCH', `/messages/${id}`, { topic: 'figs', send_notification_to_new_thread: false })
    expect([await count('apples'), await count('figs')]).toEqual([0, 1])
    await service.ok(noor, 'DELETE', `/messages/${id}`)
    expect([await count('plums'), await count('figs')]).toEqual([0, 0])
  })
})
