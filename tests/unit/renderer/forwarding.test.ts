import { describe, expect, it } from 'vitest'
import type { Result } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { MessageItem } from '#contract/messages.ts'
import { paletteOf } from '#renderer/features/palette/palette-of.ts'
import { openForwarding } from '#renderer/parts/messages/forwarding.ts'
import { answered, windowFixture, topic, composedText } from './window-fixture.ts'

const item = { id: 7, sender: { id: 4, name: 'Ada' } } as MessageItem

async function shown(answer: (name: string) => Promise<Result<unknown>> | undefined, from: Narrow = topic('lunch')) {
  const window = windowFixture({ answer })
  await window.model.start()
  window.model.routeNavigator.show(topic('books'))
  await answered()
  openForwarding(window.model, { completionContextOf: () => ({ accountId: 'a', narrow: from }) }, item)
  const { palette } = window.model.overlays
  if (palette?.kind !== 'aimed') throw new Error('nothing asks where to')
  return { ...window, palette: paletteOf(window.model, palette), aim: palette.aim }
}

const content = (text: string) => (name: string) =>
  name === 'messages.raw' ? Promise.resolve({ ok: true as const, value: { content: text } }) : undefined

const target = topic('supper')

describe('forwarding', () => {
  it('quotes with the author and a link, in the chosen conversation', async () => {
    const { model, aim } = await shown(content('a `b`\n```\nc\n```'))
    await aim.choose(target)
    await answered()
    expect(model.routes.shown?.route).toMatchObject({ kind: 'conversation', narrow: topic('supper') })
    expect(composedText(model)).toBe(
      '@_**Ada|4** [said](https://a.example/#narrow/stream/1/topic/lunch/near/7):\n````quote\na `b`\n```\nc\n```\n````\n',
    )
  })

  it('finds a direct conversation by the message if the own user is unknown', async () => {
    const { model, aim } = await shown(content('x'), { kind: 'direct', userIds: [4] })
    await aim.choose(target)
    await answered()
    expect(composedText(model)).toContain('[said](https://a.example/#narrow/near/7)')
  })

  it('goes to several people, also without an existing conversation', async () => {
    const { model, palette } = await shown(content('x'))
    const several = palette.entries.find(({ kind }) => kind === 'command')
    if (several?.kind !== 'command') throw new Error('several people are not offered')
    model.overlays.close()
    several.command.run()
    const { people } = model.overlays
    expect(people).toMatchObject({ accountId: 'a', title: 'Forward to…' })
    people?.onchosen([5, 9])
    model.overlays.close()
    await answered()
    expect(model.routes.shown?.route).toMatchObject({ narrow: { kind: 'direct', userIds: [5, 9] } })
    expect(composedText(model)).toContain('quote\nx')
  })

  it('stays on its screen with the reason if the text is unavailable', async () => {
    const { model, aim } = await shown((name) =>
      name === 'messages.raw'
        ? Promise.resolve({ ok: false, error: { code: 'OFFLINE', values: { wanted: 'text' } } })
        : undefined,
    )
    await aim.choose(target)
    expect(model.routes.shown?.route).toMatchObject({ narrow: topic('books') })
    expect(model.notices.text).toMatch(/is only on the server/)
  })
})
