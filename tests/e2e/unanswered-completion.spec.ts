import type { Mentionable } from '#contract/resources/mentions.ts'
import { test } from './support/policy-page.ts'
import { expect } from './support/skein.ts'
import { stages } from './support/stages.ts'

interface StagedWindow {
  readonly skein: { call(name: string, input: { readonly query: string }): Promise<unknown> }
  isAnswering: boolean
  /** The queries without an answer. */
  unanswered: string[]
}

const daily = stages.daily!.stage
const noor: Mentionable = {
  kind: 'person',
  person: { id: 11, name: 'Noor Haddad', avatar: null, isGuest: false, isBot: false, isActive: true },
  email: null,
  hasNamesake: false,
  isHere: true,
}

test('Enter takes the person even without an answer to the typed text', async ({ openStage }) => {
  const page = await openStage({ ...daily, mentions: [noor] })
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  await page.evaluate(() => {
    const staged = window as unknown as StagedWindow
    const answer = staged.skein.call.bind(staged.skein)
    staged.unanswered = []
    staged.isAnswering = false
    staged.skein.call = (name, input) => {
      if (name !== 'mentions.find' || staged.isAnswering) return answer(name, input)
      staged.unanswered.push(input.query)
      return Promise.resolve({ ok: false, error: { code: 'CLOSED' } })
    }
  })
  const lastUnanswered = () => page.evaluate(() => (window as unknown as StagedWindow).unanswered.at(-1))
  const answer = (isAnswering: boolean) =>
    page.evaluate((is) => void ((window as unknown as StagedWindow).isAnswering = is), isAnswering)
  await composer.pressSequentially('Thanks, @noor ha')
  await expect.poll(lastUnanswered).toBe('noor ha')
  await answer(true)
  await page.keyboard.press('Enter')
  await expect(composer).toHoldText('Thanks, @**Noor Haddad** ')
  // Without any answer, Tab moves on by the second key.
  await answer(false)
  await composer.pressSequentially('and @noor had')
  await expect.poll(lastUnanswered).toBe('noor had')
  await page.keyboard.press('Tab')
  await expect(composer).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(composer).not.toBeFocused()
  await expect(composer).toHoldText('Thanks, @**Noor Haddad** and @noor had')
})
