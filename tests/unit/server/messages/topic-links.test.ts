import { describe, expect, it } from 'vitest'
import { Service } from '#support/service.ts'

async function world() {
  const service = await Service.start()
  const olga = service.person('Olga', 'owner')
  const hall = await service.stream('hall', [olga])
  const attic = await service.stream('attic', [olga])
  await service.ok(olga, 'POST', '/realm/filters', {
    pattern: 'JIRA-(?P<id>[0-9]+)',
    url_template: 'https://jira.example/{id}',
  })
  const linksOf = async (id: number) =>
    ((await service.ok(olga, 'GET', `/messages/${id}`)).message as { topic_links: unknown }).topic_links
  return { service, olga, hall, attic, linksOf }
}

const ticket = (id: number) => ({ text: `JIRA-${id}`, url: `https://jira.example/${id}` })
const quiet = { propagate_mode: 'change_all', send_notification_to_new_thread: false }

describe("the links in a topic's name on the server", () => {
  it('are sent with messages and their events', async () => {
    const { service, olga, hall, linksOf } = await world()
    await service.listen(olga)
    const id = await service.say(olga, hall, 'JIRA-1 and https://example.org/a?b=c', 'hello')
    const links = [ticket(1), { text: 'https://example.org/a?b=c', url: 'https://example.org/a?b=c' }]
    expect(await linksOf(id)).toEqual(links)
    expect(await service.events(olga)).toMatchObject([{ type: 'message', message: { topic_links: links } }])
  })

  it('differ under another name, and are the same in another stream', async () => {
    const { service, olga, hall, attic, linksOf } = await world()
    const id = await service.say(olga, hall, 'JIRA-1', 'hello')
    await service.listen(olga)
    await service.ok(olga, 'PATCH', `/messages/${id}`, { topic: 'JIRA-2', ...quiet })
    expect(await service.events(olga)).toMatchObject([{ type: 'update_message', topic_links: [ticket(2)] }])
    await service.ok(olga, 'PATCH', `/messages/${id}`, { stream_id: attic, ...quiet })
    const [moved] = await service.events(olga)
    expect(moved).toMatchObject({ type: 'update_message', new_stream_id: attic })
    expect(moved).not.toHaveProperty('topic_links')
    expect(await linksOf(id)).toEqual([ticket(2)])
    await service.ok(olga, 'PATCH', `/messages/${id}`, { topic: 'without', ...quiet })
    expect(await linksOf(id)).toEqual([])
  })
})
