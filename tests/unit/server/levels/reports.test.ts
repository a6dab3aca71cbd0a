import { afterEach, describe, expect, it } from 'vitest'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { Service, type Form } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'
import { dialects, objects, type Dialect, type Json } from './story.ts'

const started: Service[] = []
afterEach(async () => {
  for (const service of started.splice(0)) await service.server.stop()
})

async function world(dialect: Dialect, featureLevel: FeatureLevel) {
  const service = await Service.start({ dialect, featureLevel })
  started.push(service)
  const olga = service.person('Olga', 'owner')
  const ben = service.person('Ben')
  const mei = service.person('Mei')
  const hall = await service.stream('hall', [olga, ben, mei])
  const desk = await service.stream('desk', [olga], { invite_only: true })
  const report = (who: Account, id: number, form: Form = { report_type: 'spam' }) =>
    service.call(who, 'POST', `/messages/${id}/report`, form)
  const reports = async (apply = false): Promise<Json[]> => {
    const form = {
      narrow: [{ operator: 'stream', operand: desk }],
      anchor: 'newest',
      num_before: 50,
      num_after: 0,
      apply_markdown: apply,
    }
    return objects((await service.ok(olga, 'GET', '/messages', form)).messages)
  }
  const open = () => service.ok(olga, 'PATCH', '/realm', { moderation_request_channel_id: desk })
  return { service, olga, ben, mei, hall, desk, report, reports, open }
}

describe.each(dialects)('reports of messages (%s)', (dialect) => {
  it('are posted to the stream of the moderators, with the reason, the explanation and the text', async () => {
    const { service, ben, mei, hall, report, reports, open } = await world(dialect, 421)
    await open()
    const id = await service.say(ben, hall, 'lunch', 'buy **my** soup')
    expect(await report(mei, id, { report_type: 'norms', description: 'Every day!' })).toMatchObject({
      result: 'success',
    })
    const [told] = await reports()
    expect(told).toMatchObject({ sender_full_name: 'Notification Bot', subject: 'Ben moderation' })
    expect(String(told?.content)).toContain(
      `@_**Mei|${mei.id}** reported a message sent by @_**Ben|${ben.id}** at <time:`,
    )
    expect(String(told?.content)).toContain('```quote\n**Violates community norms**. Every day!\n```')
    const [drawn] = await reports(true)
    expect(drawn?.content).toContain(`<blockquote>\n<p>buy <strong>my</strong> soup</p>`)
    expect(drawn?.content).toMatch(
      new RegExp(`spoiler-header">\\s*<p>Original message at <a [^>]*href="/?#narrow/[^"]*/topic/lunch/near/${id}"`),
    )
  })

  it('name the recipients of direct messages where they are not plain', async () => {
    const { service, olga, ben, mei, report, reports, open } = await world(dialect, 421)
    await open()
    const between = await service.tell(ben, [mei], 'psst')
    const among = await service.tell(ben, [mei, olga], 'hey')
    await report(mei, between)
    await report(ben, between)
    await report(mei, among)
    const texts = (await reports()).map(({ content }) => String(content).split(' at <time')[0])
    const [o, b, m] = [olga, ben, mei].map(({ id, email }) => {
      const name = email.charAt(0).toUpperCase() + email.slice(1, email.indexOf('@'))
      return `@_**${name}|${id}**`
    })
    expect(texts).toEqual([
      `${m ?? ''} reported a message sent by ${b ?? ''}`,
      `${b ?? ''} reported a message sent by ${b ?? ''} to ${m ?? ''}`,
      `${m ?? ''} reported a message sent by ${b ?? ''} to ${o ?? ''} and ${m ?? ''}`,
    ])
  })

  it('notify nobody whom the reported text mentions, and keep it apart from their own words', async () => {
    const { service, olga, ben, mei, hall, report, reports, open } = await world(dialect, 421)
    await open()
    const text = `@**all** @**Olga** ${'`'.repeat(5)}\n${'`'.repeat(4)}\n**out**`
    const odd = await service.stream('a~`b', [ben, mei])
    const ids = [await service.say(ben, hall, 'lunch', text), await service.say(ben, odd, '~`x`', 'y'.repeat(9999))]
    for (const id of ids) {
      const description = '```\n@**Olga** @**all**\n````'
      expect(await report(mei, id, { report_type: 'other', description })).toMatchObject({ result: 'success' })
    }
    const told = await reports(true)
    expect(told).toHaveLength(2)
    for (const { content, flags } of told) {
      expect(flags).not.toContain('mentioned')
      expect(flags).not.toContain('wildcard_mentioned')
      expect(String(content).match(/class="spoiler-block"/g)).toHaveLength(1)
      expect(String(content).trimEnd()).toMatch(/<\/div>$/)
    }
    expect(told[1]?.content).toContain('[message truncated]')
    await service.ok(olga, 'DELETE', `/messages/${ids[0] ?? 0}`)
  })

  it('are refused without a place, a reason, an explanation or the right to read the message', async () => {
    const { service, olga, ben, mei, hall, desk, report, open } = await world(dialect, 421)
    const id = await service.say(ben, hall, 'lunch', 'soup')
    const secret = await service.say(olga, desk, 'lunch', 'soup')
    expect((await report(mei, id)).msg).toBe('Message reporting is not enabled in this organization.')
    expect(await service.call(ben, 'PATCH', '/realm', { moderation_request_channel_id: desk })).toMatchObject({
      result: 'error',
    })
    await open()
    expect([
      (await report(mei, secret)).msg,
      (await report(mei, 4711)).msg,
      (await report(mei, id, { report_type: 'boring' })).msg,
      (await report(mei, id, { report_type: 'other', description: ' ' })).msg,
      (await report(mei, id, { report_type: 'spam', description: 'x'.repeat(1001) })).msg,
    ]).toEqual([
      'Invalid message(s)',
      'Invalid message(s)',
      'Invalid report_type',
      'An explanation is required.',
      'description is too long (limit: 1000 characters)',
    ])
    await service.ok(olga, 'DELETE', `/streams/${desk}`)
    expect((await report(mei, id)).msg).toBe('Message reporting is not enabled in this organization.')
  })

  it('have reasons that registrations list from level 435 on, and do not exist below level 382', async () => {
    const modern = await world(dialect, 500)
    expect((await modern.service.listen(modern.ben)).server_report_message_types).toContainEqual({
      key: 'norms',
      name: 'Violates community norms',
    })
    const { service, ben } = await world(dialect, 421)
    expect(await service.listen(ben)).not.toHaveProperty('server_report_message_types')
    const old = await world(dialect, 371)
    const id = await old.service.say(old.ben, old.hall, 'lunch', 'soup')
    await expect(old.service.ok(old.mei, 'POST', `/messages/${id}/report`, { report_type: 'spam' })).rejects.toThrow()
  })
})
