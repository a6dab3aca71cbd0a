import { describe, expect, it } from 'vitest'
import { standardNames } from '#engine/values/emoji/emoji-names.ts'
import type { SkinTone } from '#contract/base/choices.ts'
import type { EmojiChoice } from '#contract/emoji.ts'
import { loadCatalogue } from '#renderer/parts/emoji/emoji-catalogue.ts'
import { EmojiChoosing } from '#renderer/parts/emoji/emoji-choosing.svelte.ts'
import { catalogue } from '#i18n/catalogue.ts'

const choice = {
  custom: [{ type: 'realm_emoji', id: '7', name: 'office_cat', picture: '/cat.png' }],
  frequent: [{ type: 'unicode_emoji', code: '1f389' }],
  names: standardNames,
} as unknown as EmojiChoice

/** A picker whose emoji are loaded when the test releases them. */
function setUp(use: 'reaction' | 'text' = 'text', tone: SkinTone = 'none') {
  const picked: string[] = []
  let answer = (): void => undefined
  const held = new Promise<EmojiChoice>((resolve) => {
    answer = () => {
      resolve(choice)
    }
  })
  const choosing = new EmojiChoosing({
    calls: { emojiChoice: () => held },
    use,
    accountId: null,
    tone: () => tone,
    onpick: ({ label }) => picked.push(label),
  })
  const load = async () => {
    answer()
    // The catalogue is a part of the page that is loaded on first use, and is kept.
    await loadCatalogue(standardNames)
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  return { choosing, picked, load }
}

const { emojiPicker } = catalogue.screens

describe('the emoji picker', () => {
  it('shows the frequent ones, those of the organization, and the groups', async () => {
    const { choosing, load } = setUp()
    expect(choosing.sections).toEqual([])
    await load()
    expect(choosing.isLoaded).toBe(true)
    expect(choosing.sections.slice(0, 3).map(({ title, entries }) => [title, entries[0]?.label])).toEqual([
      [emojiPicker.frequent, 'party popper'],
      [emojiPicker.custom, 'office cat'],
      [emojiPicker.groups.smileys, 'grinning face'],
    ])
  })

  it('shows the matches, and the first of them enlarged', async () => {
    const { choosing, load } = setUp()
    await load()
    expect(choosing.preview).toBeNull()
    choosing.query = 'office cat'
    expect(choosing.sections.map(({ title }) => title)).toEqual([emojiPicker.found])
    expect(choosing.preview?.label).toBe('office cat')
    choosing.query = 'nothing is called so'
    expect(choosing.sections).toEqual([])
  })

  it('uses the user’s skin tone for people and hands, in reactions only if the server knows it', async () => {
    const thumb = async (use: 'reaction' | 'text', tone: SkinTone) => {
      const { choosing, load } = setUp(use, tone)
      await load()
      choosing.query = 'thumbs up'
      return choosing.sections[0]?.entries[0]?.text
    }
    expect(await thumb('text', 'none')).toBe('👍')
    expect(await thumb('text', 'medium')).toBe('👍🏽')
    expect(await thumb('reaction', 'medium')).toBe('👍')
    const { choosing, load } = setUp('text', 'dark')
    await load()
    choosing.query = 'handshake'
    expect(choosing.sections[0]?.entries[0]?.text).toBe('🤝🏿')
    choosing.query = 'party popper'
    expect(choosing.sections[0]?.entries[0]?.text).toBe('🎉')
  })

  it('offers only emoji of the server for a reaction', async () => {
    const count = async (use: 'reaction' | 'text') => {
      const { choosing, load } = setUp(use)
      await load()
      return choosing.sections.reduce((sum, { entries }) => sum + entries.length, 0)
    }
    const all = await loadCatalogue(standardNames)
    const known = all.filter(({ isKnown }) => isKnown)
    expect([await count('reaction'), await count('text')]).toEqual([known.length + 2, all.length + 2])
  })

  it('takes the first one if Enter was pressed before the emoji were loaded', async () => {
    const { choosing, picked, load } = setUp()
    choosing.query = 'tada'
    choosing.chooseFirst()
    expect(picked).toEqual([])
    await load()
    expect(picked).toEqual(['party popper'])
    choosing.chooseFirst()
    expect(picked).toEqual(['party popper', 'party popper'])
  })

  it('takes none if it was closed before the emoji were loaded, or if none was found', async () => {
    const closed = setUp()
    closed.choosing.chooseFirst()
    closed.choosing.close()
    await closed.load()
    const { choosing, picked, load } = setUp()
    choosing.query = 'nothing is called so'
    choosing.chooseFirst()
    await load()
    choosing.query = 'tada'
    expect([closed.picked, picked]).toEqual([[], []])
  })
})
