import type { Mentionable } from '#contract/people.ts'
import { test } from './support/policy-page.ts'
import { expect } from './support/skein.ts'
import { fixtures } from './fixtures/screens.ts'

interface FixtureWindow {
  readonly skein: { call(name: string, input: { readonly query: string }): Promise<unknown> }
  isAnswering: boolean
  /** The queries without an answer. */
  unanswered: string[]
}

const daily = fixtures.daily!.fixture
const noor: Mentionable = {
  kind: 'person',
  person: { id: 11, name: 'Noor Haddad', avatar: null, isGuest: false, isBot: false, isActive: true },
  email: null,
  hasNamesake: false,
  isHere: true,
}

test('Enter takes the person even without an answer to the typed text', async ({ openFixture }) => {
  const page = await openFixture({ ...daily, mentions: [noor] })
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  await page.evaluate(() => {
    const fixtureWindow = window as unknown as FixtureWindow
    const answer = fixtureWindow.skein.call.bind(fixtureWindow.skein)
    fixtureWindow.unanswered = []
    fixtureWindow.isAnswering = false
    fixtureWindow.skein.call = (name, input) => {
      if (name !== 'mentions.find' || fixtureWindow.isAnswering) return answer(name, input)
      fixtureWindow.unanswered.push(input.query)
      return Promise.resolve({ ok: false, error: { code: 'CLOSED' } })
    }
  })
  const lastUnanswered = () => page.evaluate(() => (window as unknown as FixtureWindow).unanswered.at(-1))
  const answer = (isAnswering: boolean) =>
    page.evaluate((is) => void ((window as unknown as FixtureWindow).isAnswering = is), isAnswering)
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
