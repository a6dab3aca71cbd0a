import { describe, expect, it } from 'vitest'
import { emojiCode, emojiNames, isEmojiCode, typedEmoji } from '#server/markdown/inline/emoji.ts'
import familyTable from '#shared/emoji-names.json' with { type: 'json' }
import { Service } from '#support/service.ts'

describe('names of emoji', () => {
  it('are those of the family’s whole table', () => {
    const pairs = Object.entries(familyTable).flatMap(([code, names]) => names.map((name) => [name, code] as const))
    expect(pairs).toHaveLength(2960)
    expect(pairs.filter(([name, code]) => emojiCode(name) !== code)).toEqual([])
    expect(emojiNames()).toMatchObject(familyTable)
  })

  it('of emojibase apply to newer emoji only, and replace none of the family’s', () => {
    expect(emojiCode('slight_smile')).toBeUndefined()
    expect(emojiCode('smile')).toBe('1f642')
    expect(emojiCode('fingerprint')).toBe('1fac6')
    const names = Object.values(emojiNames()).flat()
    expect(new Set(names).size).toBe(names.length)
  })

  it.each([
    ['👍 🎉', ['+1', 'tada']],
    ['👩‍👩‍👧🇳🇴1️⃣❤️', ['family_woman_woman_girl', 'flag_norway', 'one', 'heart']],
    ['✔ ™ © ↔ ▶ ☺ 1 # *', []],
    ['👋🏽', []],
    [`🏴${'\u{E0067}'.repeat(5000)}`, ['black_flag']],
  ])('of characters in a text are found: %s', (text, names) => {
    expect([...typedEmoji(text)].map((emoji) => emoji.name)).toEqual(names)
  })
})

describe.each(['svc', 'zulip'] as const)('an emoji of the service (%s)', (dialect) => {
  async function world() {
    const service = await Service.start({ dialect })
    const noor = service.person('Noor')
    const mei = service.person('Mei')
    const { id } = await service.ok(noor, 'POST', '/messages', {
      type: 'direct',
      to: [mei.id],
      content: `x :${dialect}: :thumbs_up:`,
    })
    const react = (form: Record<string, string>) => service.call(mei, 'POST', `/messages/${String(id)}/reactions`, form)
    const message = async () => {
      const answer = await service.ok(noor, 'GET', `/messages/${String(id)}`)
      return answer.message as { content: string; reactions: { emoji_name: string; user_id: number }[] }
    }
    return { service, noor, mei, id: String(id), react, message }
  }

  it('is in the table at the address that registrations name, and the extra one is a picture', async () => {
    const { service, noor, message } = await world()
    const form = { fetch_event_types: '["realm"]' }
    const { body } = await service.server.raw(noor, { method: 'POST', path: '/api/v1/register', form })
    const { pathname } = new URL(String((JSON.parse(body) as Record<string, unknown>).server_emoji_data_url))
    expect(pathname).toBe('/static/generated/emoji/emoji_api.json')
    const table = await service.server.built.app.inject({ url: pathname })
    expect(table.json()).toEqual({ code_to_names: emojiNames() })
    const source = /<img [^>]*src="([^"]+)"/.exec((await message()).content)?.[1] ?? ''
    expect(source).toBe(`/static/generated/emoji/images/emoji/unicode/${dialect}.png`)
    const picture = await service.server.built.app.inject({ url: source })
    expect(picture.headers['content-type']).toBe('image/png')
    expect(picture.rawPayload.subarray(1, 4).toString()).toBe('PNG')
  })

  it('is accepted by name, alias and code, and a vote keeps the name of the existing reaction', async () => {
    const { service, noor, mei, id, react, message } = await world()
    expect(await react({ emoji_name: 'thumbs_up' })).toMatchObject({ result: 'success' })
    await service.ok(noor, 'POST', `/messages/${id}/reactions`, { emoji_name: '+1' })
    expect((await message()).reactions).toMatchObject([
      { emoji_name: 'thumbs_up', emoji_code: '1f44d', user_id: mei.id },
      { emoji_name: 'thumbs_up', emoji_code: '1f44d', user_id: noor.id },
    ])
    expect(await react({ emoji_name: 'like' })).toMatchObject({ code: 'REACTION_ALREADY_EXISTS' })
    await service.ok(mei, 'DELETE', `/messages/${id}/reactions`, { emoji_name: '+1' })
    expect((await message()).reactions).toHaveLength(1)
  })

  it.each<[Record<string, string>, string]>([
    [{ emoji_name: 'heart', emoji_code: '1f419', reaction_type: 'unicode_emoji' }, 'Invalid emoji name.'],
    [{ emoji_name: 'heart', emoji_code: '1f41', reaction_type: 'unicode_emoji' }, 'Invalid emoji code.'],
    [{ emoji_name: 'slight_smile' }, "Emoji 'slight_smile' does not exist"],
  ])('is refused if name and code do not match: %o', async (form, msg) => {
    const { react, message } = await world()
    expect(await react(form)).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg })
    expect((await message()).reactions).toEqual([])
    expect(isEmojiCode(form.emoji_code ?? '1f419')).toBe(form.emoji_code !== '1f41')
  })

  it('is found by its names in searches', async () => {
    const { service, noor, id } = await world()
    const found = await service.ok(noor, 'GET', '/messages', {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [{ operator: 'search', operand: 'thumbs_up' }],
    })
    expect((found.messages as { id: number }[]).map((message) => String(message.id))).toEqual([id])
  })
})
