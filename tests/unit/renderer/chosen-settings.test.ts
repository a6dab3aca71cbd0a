import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Settings } from '#contract/app.ts'
import { account, answered, windowFixture } from './window-fixture.ts'

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
})

/** A window whose main process has a size of text; its answers and pushed states leave when the test says so. */
function setUp() {
  let revision = 0
  let stored: Partial<Settings> = { textSize: 14 }
  const answers: (() => void)[] = []
  const window = windowFixture({
    answer(name, input) {
      if (name !== 'app.settings') return undefined
      revision += 1
      stored = { ...stored, ...input }
      const value = { settings: stored, revision }
      return new Promise((resolve) => answers.push(() => resolve({ ok: true, value })))
    },
  })
  /** Makes a state of now, and returns the function that delivers it. */
  const pushed = () => {
    const state = {
      accounts: [account('a')],
      settings: stored,
      settingsRevision: revision,
      settingsProblem: null,
      mediaBase: '/media/',
    }
    return () => window.update({ type: 'app', state } as never) // the parts that the window reads
  }
  const { accounts } = window.model
  const larger = () => void accounts.changeSettings({ textSize: accounts.settings.textSize + 1 })
  return { window, accounts, answers, pushed, larger }
}

describe('a step of a setting', () => {
  it('is counted although a state from before it arrives after its answer', async () => {
    const { window, accounts, answers, pushed, larger } = setUp()
    await window.model.start()
    const late = pushed()
    late()
    larger()
    answers.shift()?.()
    await answered()
    late()
    expect(accounts.settings.textSize).toBe(15)
    larger()
    answers.shift()?.()
    await answered()
    expect(accounts.settings.textSize).toBe(16)
    pushed()()
    expect(accounts.settings.textSize).toBe(16)
  })

  it('is counted although the answers arrive in the other order', async () => {
    const { window, accounts, answers, pushed, larger } = setUp()
    await window.model.start()
    pushed()()
    larger()
    larger()
    for (const answer of answers.toReversed()) answer()
    await answered()
    expect(accounts.settings.textSize).toBe(16)
    larger()
    expect(accounts.settings.textSize).toBe(17)
  })
})
