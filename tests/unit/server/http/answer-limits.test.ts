import { describe, expect, it } from 'vitest'
import { limits } from '#server/base/limits.ts'
import { temporaryDatabase } from '#support/files.ts'
import { Service } from '#support/service.ts'

const refused = { status: 400, code: 'BAD_REQUEST' }

async function world(options = {}) {
  const service = await Service.start(options, temporaryDatabase())
  const noor = service.person('Noor')
  const mei = service.person('Mei')
  const general = await service.stream('general', [noor, mei])
  return { service, noor, mei, general }
}

type Edit = Record<string, unknown>

describe('the limit of edits', () => {
  async function edited(times: number, text: (time: number) => string) {
    const w = await world()
    const id = await w.service.say(w.noor, w.general, 'x', 'first')
    // Writes a history of any length as edits do, without a request for each edit.
    w.service.context.write(() => {
      for (let time = 0; time < times; time += 1) {
        w.service.context.tables.messages.addEdit(id, {
          user_id: w.noor.id,
          timestamp: time,
          prev_content: text(time),
          prev_rendered: `<p>${text(time)}</p>`,
          prev_stream: null,
          stream: null,
          prev_topic: null,
          topic: null,
        })
      }
    })
    await w.service.ok(w.noor, 'PATCH', `/messages/${id}`, { topic: 'y' })
    return { ...w, id }
  }

  const listed = async (service: Service, account: Parameters<Service['ok']>[0], id: number) => {
    const answer = await service.ok(account, 'GET', '/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [['id', String(id)]],
    })
    const [message] = answer.messages as [{ edit_history: Edit[] }] // as described
    return { bytes: JSON.stringify(answer).length, edits: message.edit_history }
  }

  it('shows few of 400 edits of 10 000 characters in a list, and all in the history', async () => {
    const { service, noor, id } = await edited(400, () => 'x'.repeat(5000))
    const { bytes, edits } = await listed(service, noor, id)
    expect(bytes).toBeLessThan(2 * limits.editTextListed.most)
    expect(edits[0]).toMatchObject({ prev_topic: 'x', topic: 'y' })
    expect(edits[1]).toMatchObject({ timestamp: 399, prev_content: 'x'.repeat(5000) })
    const { message_history: history } = await service.ok(noor, 'GET', `/messages/${id}/history`)
    expect(history).toHaveLength(402)
  })

  it('keeps the newest change of content among any number of moves, since it shows that a message was edited', async () => {
    const { service, noor, id } = await edited(1, () => 'x'.repeat(9000))
    for (let time = 0; time < limits.editsListed.most + 5; time += 1) {
      await service.ok(noor, 'PATCH', `/messages/${id}`, { topic: `topic ${time}` })
    }
    const { edits } = await listed(service, noor, id)
    expect(edits.filter((edit) => 'prev_content' in edit)).toHaveLength(1)
    expect(edits.length).toBeLessThanOrEqual(limits.editsListed.most + 1)
  })

  it.each([
    ['too many', limits.edits.most, 'x'],
    ['too long', 210, 'x'.repeat(10_000)],
  ])('refuses an edit if the earlier ones are %s, but no move', async (_, times, text) => {
    const { service, noor, id } = await edited(times, () => text)
    expect(await service.call(noor, 'PATCH', `/messages/${id}`, { content: 'more' })).toMatchObject(refused)
    expect(await service.call(noor, 'PATCH', `/messages/${id}`, { topic: 'z' })).toMatchObject({ status: 200 })
  })
})

describe('a list of messages', () => {
  it('is bounded in its text, keeps the messages nearest to the anchor, and states that others are missing', async () => {
    const { service, noor, general } = await world()
    const first = await service.say(noor, general, 'x', 'a')
    const ids = [
      first,
      ...(await Promise.all(Array.from({ length: 20 }, (_, n) => service.say(noor, general, 'x', `${n}`)))),
    ]
    // The longest HTML of a message that contains only emoji.
    service.context.sql('UPDATE message SET rendered = ?', ['x'.repeat(2 ** 20)])
    const around = async (anchor: number) => {
      const range = { anchor, num_before: 20, num_after: 20 }
      const answer = await service.ok(noor, 'GET', '/messages', range)
      const found = (answer.messages as { id: number }[]).map(({ id }) => id)
      return { found, oldest: answer.found_oldest, newest: answer.found_newest, bytes: JSON.stringify(answer).length }
    }
    const middle = await around(ids[10]!)
    expect(middle.bytes).toBeLessThan(limits.messagesAnswer.most + 2 ** 20)
    expect(middle).toMatchObject({ oldest: false, newest: false })
    expect(middle.found).toContain(ids[10])
    expect(middle.found.length).toBeGreaterThan(10)
    const start = await around(ids[0]!)
    expect(start).toMatchObject({ oldest: true, newest: false, found: ids.slice(0, start.found.length) })
    const end = await around(ids.at(-1)!)
    expect(end).toMatchObject({ oldest: false, newest: true, found: ids.slice(-end.found.length) })
  })
})

describe('a submessage', () => {
  async function poll() {
    const w = await world()
    const id = await w.service.say(w.noor, w.general, 'x', '/poll Tea?\nyes\nno')
    const add = (who: typeof w.noor, content: unknown) =>
      w.service.call(who, 'POST', '/submessage', {
        message_id: id,
        msg_type: 'widget',
        content: typeof content === 'string' ? content : JSON.stringify(content),
      })
    return { ...w, id, add }
  }
  const vote = { type: 'vote', key: 'canned,0', vote: 1 }

  it.each([
    ['something else', { type: 'x', data: 'x' }],
    ['a task', { type: 'new_task', key: 1, task: 'x', desc: '', completed: false }],
    ['two votes at once', { ...vote, vote: 2 }],
    ['an option without end', { type: 'new_option', idx: 1, option: 'x'.repeat(limits.submessage.most) }],
    ['a list', []],
  ])('of a poll is refused if it is %s', async (_, content) => {
    const { mei, add } = await poll()
    expect(await add(mei, content)).toMatchObject(refused)
    expect(await add(mei, vote)).toMatchObject({ status: 200 })
  })

  it('of a poll is JSON', async () => {
    const { mei, add } = await poll()
    expect(await add(mei, '{')).toMatchObject(refused)
    expect(await add(mei, vote)).toMatchObject({ status: 200 })
  })

  it("is refused beyond the number of a user's submessages, while others can still vote", async () => {
    const { noor, mei, add } = await poll()
    for (let time = 0; time < limits.submessagesOfUser.most; time += 1) await add(mei, vote)
    expect(await add(mei, vote)).toMatchObject(refused)
    expect(await add(noor, vote)).toMatchObject({ status: 200 })
  })

  it('is accepted for polls and lists only', async () => {
    const { service, noor, mei, general } = await world()
    const id = await service.say(noor, general, 'x', 'no poll')
    for (const who of [noor, mei]) {
      const form = { message_id: id, msg_type: 'widget', content: JSON.stringify(vote) }
      expect(await service.call(who, 'POST', '/submessage', form)).toMatchObject(refused)
    }
  })
})

describe('widget_content', () => {
  const zform = {
    widget_type: 'zform',
    extra_data: {
      type: 'choices',
      heading: 'Deploy?',
      choices: [{ type: 'multiple_choice', short_name: 'A', long_name: 'now', reply: 'deploy now' }],
    },
  }

  /** Each call has its own organization. */
  async function send(widget_content: unknown) {
    const { service, noor, general } = await world()
    const form = { type: 'stream', to: general, topic: 'x', content: 'choose', widget_content }
    const answer = await service.call(noor, 'POST', '/messages', form)
    if (answer.status !== 200) return { answer, found: await service.found(noor, []) }
    const { message } = await service.ok(noor, 'GET', `/messages/${String(answer.id)}`)
    const [first] = (message as { submessages: { content: string }[] }).submessages // as described
    return { answer, widget: JSON.parse(first!.content) as unknown }
  }
  const choice = { short_name: 'A', long_name: 'now', reply: 'deploy now' }
  const choices = (...list: unknown[]) => ({ ...zform, extra_data: { ...zform.extra_data, choices: list } })

  it('is the first submessage of its message', async () => {
    expect((await send(zform)).widget).toEqual(zform)
  })

  it('requires only the fields of the family, and keeps others', async () => {
    const more = choices(choice, { ...choice, hint: ['b'] })
    expect((await send(more)).widget).toEqual(more)
  })

  it.each([
    ['no JSON', '{', 'API programmer sent invalid JSON content'],
    ['no object', [1], 'widget_content is not a dict'],
    ['one without a type', { color: 'red' }, 'widget_type is not in widget_content'],
    ['one without data', { widget_type: 'zform' }, 'extra_data is not in widget_content'],
    ['one with a list as data', { widget_type: 'zform', extra_data: [] }, 'extra_data is not a dict'],
    ['an unknown widget', { widget_type: 'x', extra_data: {} }, 'unknown widget type: x'],
    ['one without a form', { widget_type: 'zform', extra_data: {} }, 'zform is missing type field'],
    ['one of an unknown form', { widget_type: 'zform', extra_data: { type: 'x' } }, 'unknown zform type: x'],
    ['one too long', { ...zform, extra_data: { ...zform.extra_data, heading: 'x'.repeat(20_000) } }, undefined],
    [
      'one without choices',
      { widget_type: 'zform', extra_data: { type: 'choices', heading: 'x' } },
      'choices key is missing from extra_data',
    ],
    [
      'one with choices that are none',
      choices(choice, { ...choice, reply: undefined }),
      'reply key is missing from extra_data["choices"][1]',
    ],
    [
      'one with a number as a name',
      choices({ ...choice, long_name: 1 }),
      'extra_data["choices"][0]["long_name"] is not a string',
    ],
  ])('that is %s is refused, and no message is sent', async (_, widget_content, reason) => {
    const { answer, found } = await send(widget_content)
    expect(answer).toMatchObject(refused)
    if (reason !== undefined) expect(answer.msg).toBe(`Widgets: ${reason}`)
    expect(found).toEqual([])
  })
})

describe('the quota of a user', () => {
  it('bounds drafts, in one request and in all', async () => {
    const { service, noor } = await world()
    const drafts = (count: number) =>
      service.call(noor, 'POST', '/drafts', {
        drafts: Array.from({ length: count }, () => ({ type: '', to: [], topic: '', content: 'x' })),
      })
    expect(await drafts(limits.drafts.most + 1)).toMatchObject(refused)
    for (let kept = 0; kept < limits.draftsOfUser.most; kept += limits.drafts.most) {
      expect(await drafts(limits.drafts.most)).toMatchObject({ status: 200 })
    }
    expect(await drafts(1)).toMatchObject(refused)
  })

  it("bounds files by the organization's quota, also for simultaneous uploads", async () => {
    const { service, noor } = await world({ uploadQuotaMib: 1 })
    const send = (name: string, kib: number) => service.upload(noor, '/user_uploads', name, Buffer.alloc(kib * 1024))
    await send('a.bin', 400)
    const together = await Promise.allSettled([send('b.bin', 400), send('c.bin', 400), send('d.bin', 400)])
    const failures = together.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect(failures).toHaveLength(2)
    expect(failures.every((failure) => failure.includes('REALM_UPLOAD_QUOTA'))).toBe(true)
    await send('e.bin', 200)
    expect(await service.ok(noor, 'POST', '/register', { fetch_event_types: ['realm'] })).toMatchObject({
      realm_upload_quota_mib: 1024 * 1024,
    })
  })
})
