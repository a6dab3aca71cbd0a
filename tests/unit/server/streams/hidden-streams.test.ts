import { describe, expect, it } from 'vitest'
import { Service } from '#support/service.ts'

async function world() {
  const service = await Service.start()
  const ada = service.person('Ada', 'administrator')
  const noor = service.person('Noor')
  const mei = service.person('Mei')
  const sam = service.person('Sam', 'guest')
  const general = await service.stream('general', [noor, mei, sam])
  const attic = await service.stream('Attic', [noor], { invite_only: true })
  const hall = await service.stream('hall', [noor])
  return { service, ada, noor, mei, sam, general, attic, hall }
}

const text = '#**Attic** #**attic>plans** #**hall** #**nowhere**'

describe('the name of a stream that a user may not see', () => {
  it('is no link in previews, sent, edited and scheduled messages', async () => {
    const { service, ada, noor, mei, sam, general, attic, hall } = await world()
    const linked = (html: unknown) =>
      [...new Set([...String(html).matchAll(/data-stream-id="(\d+)"/g)].map(([, id]) => Number(id)))].sort()
    const render = async (who: typeof mei) =>
      linked((await service.ok(who, 'POST', '/messages/render', { content: text })).rendered)
    expect(await render(mei)).toEqual([hall])
    expect(await render(sam)).toEqual([])
    expect(await render(noor)).toEqual([attic, hall])
    // Administrators can see private streams.
    expect(await render(ada)).toEqual([attic, hall])

    const id = await service.say(mei, general, 'plans', text)
    const shown = async () =>
      linked(((await service.ok(noor, 'GET', `/messages/${id}`)).message as { content: string }).content)
    expect(await shown()).toEqual([hall])
    await service.ok(mei, 'PATCH', `/messages/${id}`, { content: `${text} again` })
    expect(await shown()).toEqual([hall])

    await service.ok(mei, 'POST', '/scheduled_messages', {
      type: 'direct',
      to: [mei.id],
      content: text,
      scheduled_delivery_timestamp: service.context.nowSeconds() + 60,
    })
    const { scheduled_messages: scheduled } = await service.ok(mei, 'GET', '/scheduled_messages')
    expect(linked((scheduled as { rendered_content: string }[])[0]?.rendered_content)).toEqual([hall])
    const bot = service.bot('Builder', noor)
    expect(await render(bot)).toEqual([attic, hall])
  })

  it('is refused in the requested spelling on subscribing, not in its own', async () => {
    const { service, mei } = await world()
    const subscribe = (fatal: boolean) =>
      service.call(mei, 'POST', '/users/me/subscriptions', {
        subscriptions: [{ name: 'ATTIC' }],
        authorization_errors_fatal: fatal,
      })
    for (const fatal of [true, false]) {
      const answer = JSON.stringify(await subscribe(fatal))
      expect(answer).toContain('ATTIC')
      expect(answer).not.toContain('Attic')
    }
  })

  it('is no link in the description of a stream', async () => {
    const { service, mei, noor, hall } = await world()
    await service.ok(mei, 'POST', '/users/me/subscriptions', { subscriptions: [{ name: 'new', description: text }] })
    const { stream_id: id } = await service.ok(noor, 'GET', '/get_stream_id', { stream: 'new' })
    const { stream } = await service.ok(noor, 'GET', `/streams/${String(id)}`)
    const rendered = (stream as { rendered_description: string }).rendered_description
    expect([...rendered.matchAll(/data-stream-id="(\d+)"/g)].map(([, found]) => Number(found))).toEqual([hall])
  })
})
