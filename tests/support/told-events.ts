import type { ServerOptions } from '#server/base/options.ts'
import { pngOf } from './pictures-of-size.ts'
import { allCapabilities, Service } from './service.ts'

export const vote = '{"type":"vote","key":"canned,0","vote":1}'

/** An organization with data of every kind. */
export async function toldWorld(options: ServerOptions = {}) {
  const service = await Service.start(options)
  const olga = service.person('Olga', 'owner')
  const noor = service.person('Noor')
  const mei = service.person('Mei')
  const general = await service.stream('general', [olga, noor, mei])
  return { service, olga, noor, mei, general }
}

export type ToldWorld = Awaited<ReturnType<typeof toldWorld>>

/** The events of one person during many changes, as far as a server of the level supports them. */
export async function toldEvents(
  { service, olga, noor, mei, general }: ToldWorld,
  level = 237,
): Promise<Record<string, unknown>[]> {
  await service.listen(noor, {
    slim_presence: true,
    client_capabilities: {
      ...allCapabilities,
      ...{ empty_topic_name: true, archived_channels: true, include_deactivated_groups: true },
      ...{ simplified_presence_events: true, individual_emoji_changes: true },
    },
  })
  const id = await service.say(mei, general, 'lunch', '**now** @**Noor**')
  await service.ok(mei, 'POST', `/messages/${id}/reactions`, { emoji_name: '+1' })
  await service.ok(mei, 'DELETE', `/messages/${id}/reactions`, { emoji_name: '+1' })
  await service.ok(mei, 'PATCH', `/messages/${id}`, { content: 'later' })
  await service.ok(mei, 'PATCH', `/messages/${id}`, { topic: 'dinner', propagate_mode: 'change_all' })
  await service.ok(noor, 'POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  await service.ok(noor, 'POST', '/messages/flags', { messages: [id], op: 'remove', flag: 'read' })
  const poll = await service.say(noor, general, 'dinner', '/poll Where?\nhere')
  await service.ok(mei, 'POST', '/submessage', { message_id: poll, msg_type: 'widget', content: vote })
  await service.ok(olga, 'DELETE', `/messages/${poll}`)
  await service.ok(mei, 'POST', '/typing', { op: 'start', to: [noor.id] })
  await service.ok(mei, 'POST', '/typing', { op: 'stop', to: [noor.id] })
  await service.ok(mei, 'POST', '/users/me/presence', { status: 'active', ping_only: true })
  await service.ok(mei, 'POST', '/users/me/status', { status_text: 'away', emoji_name: 'car' })
  const topic = { stream_id: general, topic: 'dinner' }
  if (level < 170) await service.ok(noor, 'PATCH', '/users/me/subscriptions/muted_topics', { ...topic, op: 'add' })
  else await service.ok(noor, 'POST', '/user_topics', { ...topic, visibility_policy: level < 219 ? 1 : 3 })
  await service.ok(noor, 'POST', `/users/me/muted_users/${mei.id}`)
  await service.ok(noor, 'PATCH', '/settings', { twenty_four_hour_time: true })
  await service.ok(noor, 'POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: general, property: 'is_muted', value: true }],
  })
  const draft = { type: 'stream', to: [general], topic: 'x', content: 'y', timestamp: 1_700_000_000 }
  const { ids } = await service.ok(noor, 'POST', '/drafts', { drafts: [draft] })
  const [draftId] = ids as number[]
  await service.ok(noor, 'PATCH', `/drafts/${draftId}`, { draft: { ...draft, content: 'z' } })
  await service.ok(noor, 'DELETE', `/drafts/${draftId}`)
  if (level >= 179) {
    const at = { scheduled_delivery_timestamp: service.context.nowSeconds() + 3600 }
    const later = { type: 'stream', to: general, topic: 'x', content: 'y', ...at }
    const made = await service.ok(noor, 'POST', '/scheduled_messages', later)
    await service.ok(noor, 'PATCH', `/scheduled_messages/${String(made.scheduled_message_id)}`, { content: 'z' })
    await service.ok(noor, 'DELETE', `/scheduled_messages/${String(made.scheduled_message_id)}`)
  }
  const attic = await service.stream('attic', [noor, mei])
  await service.ok(olga, 'PATCH', `/streams/${attic}`, { description: 'for **all**' })
  await service.ok(noor, 'DELETE', '/users/me/subscriptions', { subscriptions: ['attic'] })
  await service.ok(olga, 'POST', '/default_streams', { stream_id: attic })
  await service.ok(olga, 'DELETE', `/streams/${attic}`)
  await service.ok(noor, 'POST', '/user_groups/create', { name: 'crew', description: 'x', members: [noor.id] })
  const groups = (await service.ok(noor, 'GET', '/user_groups')).user_groups as { id: number; name: string }[]
  const crew = groups.find((group) => group.name === 'crew')?.id ?? 0
  await service.ok(noor, 'PATCH', `/user_groups/${crew}`, { name: 'team' })
  await service.ok(noor, 'POST', `/user_groups/${crew}/members`, { add: [mei.id] })
  await service.ok(noor, 'POST', `/user_groups/${crew}/members`, { delete: [mei.id] })
  if (level < 294) await service.ok(olga, 'DELETE', `/user_groups/${crew}`)
  await service.ok(olga, 'PATCH', '/realm', { name: 'Other' })
  await service.ok(olga, 'PATCH', `/users/${mei.id}`, { full_name: 'May' })
  await service.ok(noor, 'POST', '/users/me/alert_words', { alert_words: ['fire'] })
  service.person('Sam')
  const png = pngOf({ width: 8, height: 8 })
  await service.upload(noor, '/user_uploads', 'plan.png', png)
  await service.upload(noor, '/realm/emoji/our_boat', 'wave.png', png)
  return service.events(noor)
}
