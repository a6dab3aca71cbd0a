import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { textFailure } from '#support/text-failure.ts'
import { sentenceOf } from '#i18n/catalogue.ts'
import type { UpdateChoice, UpdateStep, UpdateWay } from '#contract/app.ts'
import { ReleaseError, type Release } from '#shell/updates/release.ts'
import { firstCheckMs, usualCheckMs, Updates } from '#shell/updates/updates.ts'

const release = (version: string): Release => ({
  version,
  files: [{ url: 'x', sha512: 'x', size: 1 }],
})
const now = 1_790_000_000_000

function open(
  over: { way?: UpdateWay; choice?: UpdateChoice; newest?: string; stage?: () => Promise<void> | null } = {},
) {
  const state: {
    choice: UpdateChoice
    newest: () => Promise<Release>
    fetch: (release: Release, onPart: (part: number) => void) => Promise<boolean>
  } = {
    choice: over.choice ?? 'install',
    newest: () => Promise.resolve(release(over.newest ?? '1.1.0')),
    fetch: (_, onPart) => {
      onPart(0.5)
      return Promise.resolve(true)
    },
  }
  const done: string[] = []
  const steps: UpdateStep[] = []
  let asked = 0
  let isForEnd = false
  const updates: Updates = new Updates({
    way: over.way ?? { kind: 'install' },
    version: '1.0.0',
    page: 'https://skein.example',
    choice: () => state.choice,
    newestRelease() {
      asked += 1
      return state.newest()
    },
    installer: () =>
      Promise.resolve({
        fetch(found, onPart) {
          done.push(`fetch ${found.version}`)
          return state.fetch(found, onPart)
        },
        installAtEnd(isWanted) {
          isForEnd = isWanted
        },
        installNow: () => void done.push('install now'),
        ...(over.stage === undefined ? {} : { stage: over.stage }),
      }),
    endBy(last) {
      done.push('end')
      last()
    },
    onChanged: () => void steps.push(updates.news.step),
    log: () => undefined,
    now: () => now,
    chance: () => 0.5,
  })
  return {
    updates,
    state,
    done,
    steps,
    asked: () => asked,
    isForEnd: () => isForEnd,
    step: () => updates.news.step,
  }
}

describe('updates', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  it('are checked for after the start, fetched silently, and installed at the end', async () => {
    const { updates, done, steps, asked, isForEnd } = open()
    updates.start()
    await vi.advanceTimersByTimeAsync(firstCheckMs)
    expect(asked()).toBe(0)
    await vi.advanceTimersByTimeAsync(firstCheckMs)
    expect(done).toEqual(['fetch 1.1.0'])
    expect(steps).toEqual([
      { kind: 'checking' },
      { kind: 'fetching', version: '1.1.0', part: 0 },
      { kind: 'fetching', version: '1.1.0', part: 0.5 },
      { kind: 'ready', version: '1.1.0' },
    ])
    expect(isForEnd()).toBe(true)
  })

  it('are not fetched again while they are ready; a newer one is', async () => {
    const { updates, state, done, asked, step } = open()
    updates.start()
    await vi.advanceTimersByTimeAsync(2 * firstCheckMs)
    await vi.advanceTimersByTimeAsync(usualCheckMs)
    expect(asked()).toBe(2)
    expect(done).toEqual(['fetch 1.1.0'])
    expect(step()).toEqual({ kind: 'ready', version: '1.1.0' })
    state.newest = () => Promise.resolve(release('1.2.0'))
    await vi.advanceTimersByTimeAsync(usualCheckMs)
    expect(done).toEqual(['fetch 1.1.0', 'fetch 1.2.0'])
    expect(step()).toEqual({ kind: 'ready', version: '1.2.0' })
  })

  it.each(['1.0.0', '0.9.9', '1.0.0-beta.2'])('do not exist if %s is the newest', async (newest) => {
    const { updates, done, step } = open({ newest })
    await updates.check()
    expect(done).toEqual([])
    expect(step()).toEqual({ kind: 'idle', checkedAt: now })
  })

  it('are compared as versions, not as texts', async () => {
    const { updates, step } = open({ newest: '1.0.10', choice: 'tell' })
    await updates.check()
    expect(step()).toEqual({ kind: 'notified', version: '1.0.10' })
  })

  it('are only announced if the user chose that, and fetched on demand', async () => {
    const { updates, done, step, isForEnd } = open({ choice: 'tell' })
    updates.start()
    await vi.advanceTimersByTimeAsync(2 * firstCheckMs)
    expect(done).toEqual([])
    expect(step()).toEqual({ kind: 'notified', version: '1.1.0' })
    await updates.fetch()
    expect(done).toEqual(['fetch 1.1.0'])
    expect(isForEnd()).toBe(true)
    updates.choiceChanged()
    expect(isForEnd()).toBe(false)
  })

  it('are only announced if they cannot be installed, with any choice', async () => {
    const { updates, done, step } = open({ way: { kind: 'notify', hindrance: 'system_package' } })
    await updates.check()
    await updates.fetch()
    expect(done).toEqual([])
    expect(step()).toEqual({ kind: 'notified', version: '1.1.0' })
  })

  it('are not checked for if the user chose that, except on demand', async () => {
    const { updates, asked, step } = open({ choice: 'never' })
    updates.start()
    await vi.advanceTimersByTimeAsync(10 * usualCheckMs)
    expect(asked()).toBe(0)
    await updates.check()
    expect(step()).toEqual({ kind: 'notified', version: '1.1.0' })
    await vi.advanceTimersByTimeAsync(10 * usualCheckMs)
    expect(asked()).toBe(1)
  })

  it('are never checked for without an address', async () => {
    const { updates, asked, step } = open({ way: { kind: 'none', hindrance: 'no_address' } })
    updates.start()
    await updates.check()
    await vi.advanceTimersByTimeAsync(10 * usualCheckMs)
    expect(asked()).toBe(0)
    expect(step()).toEqual({ kind: 'idle', checkedAt: null })
  })

  it('that fail are reported with a sentence, and checked for again sooner', async () => {
    const { updates, state, asked, step } = open()
    state.newest = () =>
      Promise.reject(
        new ReleaseError({ code: 'RELEASE_UNREACHABLE', values: { cause: textFailure('There is no network.') } }),
      )
    updates.start()
    await vi.advanceTimersByTimeAsync(2 * firstCheckMs)
    expect(step()).toEqual({
      kind: 'failed',
      failure: { code: 'RELEASE_UNREACHABLE', values: { cause: textFailure('There is no network.') } },
    })
    await vi.advanceTimersByTimeAsync(15 * 60_000)
    expect(asked()).toBe(2)
    await vi.advanceTimersByTimeAsync(15 * 60_000)
    expect(asked()).toBe(2)
    await vi.advanceTimersByTimeAsync(15 * 60_000)
    expect(asked()).toBe(3)
  })

  it('stay ready although the address fails afterwards', async () => {
    const { updates, state, step } = open()
    await updates.check()
    state.newest = () =>
      Promise.reject(
        new ReleaseError({ code: 'RELEASE_UNREACHABLE', values: { cause: textFailure('There is no network.') } }),
      )
    await updates.check()
    expect(step()).toEqual({ kind: 'ready', version: '1.1.0' })
    // A failed download has deleted the previous one.
    state.newest = () => Promise.resolve(release('1.2.0'))
    state.fetch = () => Promise.reject(new Error('broken'))
    await updates.check()
    expect(step()).toMatchObject({ kind: 'failed' })
  })

  it.each([
    ['ERR_CHECKSUM_MISMATCH', 'damaged'],
    ['ERR_UPDATER_INVALID_SIGNATURE', 'isn’t signed by Skein’s makers'],
    ['ENOSPC', 'isn’t enough disk space'],
    ['EACCES', 'can’t write'],
    ['ECONNRESET', 'couldn’t be downloaded'],
  ])('explain the failure %s', async (code, words) => {
    const { updates, state, step } = open()
    state.fetch = () => Promise.reject(Object.assign(new Error('x'), { code }))
    await updates.check()
    const at = step()
    expect(at.kind === 'failed' && sentenceOf(at.failure)).toContain(words)
  })

  it('for other computers are ignored', async () => {
    const { updates, state, step } = open()
    state.fetch = () => Promise.resolve(false)
    await updates.check()
    expect(step()).toEqual({ kind: 'idle', checkedAt: now })
  })

  it('are checked for once at a time', async () => {
    const { updates, state, asked } = open()
    let answer: (found: Release) => void = () => undefined
    state.newest = () => new Promise((found) => (answer = found))
    const first = updates.check()
    await updates.check()
    expect(asked()).toBe(1)
    answer(release('1.0.0'))
    await first
  })

  it('report each percent to the page once', async () => {
    const { updates, state, steps } = open()
    state.fetch = (_, onPart) => {
      for (let at = 0; at <= 10_000; at++) onPart(at / 10_000)
      return Promise.resolve(true)
    }
    await updates.check()
    expect(steps.filter(({ kind }) => kind === 'fetching')).toHaveLength(101)
  })

  it('are installed on demand after everything is closed', async () => {
    const { updates, done } = open()
    updates.restart()
    expect(done).toEqual([])
    await updates.check()
    updates.restart()
    expect(done).toEqual(['fetch 1.1.0', 'end', 'install now'])
  })

  it('are not installed while the system shuts down', async () => {
    const { updates, state, isForEnd } = open()
    await updates.check()
    updates.holdBack()
    expect(isForEnd()).toBe(false)
    state.newest = () => Promise.resolve(release('1.2.0'))
    await updates.fetch()
    expect(isForEnd()).toBe(false)
  })

  it('stay fetched after they were turned off, and are installed only on demand', async () => {
    const { updates, state, done, isForEnd, step } = open()
    await updates.check()
    for (const choice of ['tell', 'never'] as const) {
      state.choice = choice
      updates.choiceChanged()
      expect(step()).toEqual({ kind: 'kept', version: '1.1.0' })
      expect(isForEnd()).toBe(false)
    }
    await updates.check()
    expect(step()).toEqual({ kind: 'kept', version: '1.1.0' })
    state.choice = 'install'
    updates.choiceChanged()
    expect(step()).toEqual({ kind: 'ready', version: '1.1.0' })
    expect(isForEnd()).toBe(true)
    state.choice = 'never'
    updates.choiceChanged()
    updates.restart()
    expect(done).toEqual(['fetch 1.1.0', 'end', 'install now'])
  })

  it('are installed at the end after the user requested a kept one', async () => {
    const { updates, state, isForEnd, step } = open()
    await updates.check()
    state.choice = 'tell'
    updates.choiceChanged()
    await updates.fetch()
    expect(step()).toEqual({ kind: 'ready', version: '1.1.0' })
    expect(isForEnd()).toBe(true)
  })

  describe('on a system with irrevocable staging', () => {
    it('are staged at the end if they are wanted then', async () => {
      const stage = vi.fn(() => Promise.resolve())
      const { updates, state } = open({ stage })
      expect(updates.stageAtEnd()).toBeNull()
      await updates.check()
      expect(stage).not.toHaveBeenCalled()
      state.choice = 'never'
      updates.choiceChanged()
      expect(updates.stageAtEnd()).toBeNull()
      state.choice = 'install'
      updates.choiceChanged()
      await updates.stageAtEnd()
      expect(stage).toHaveBeenCalledOnce()
    })

    it('are staged during a check, but not while a newer one is being fetched', async () => {
      const stage = vi.fn(() => Promise.resolve())
      const { updates, state } = open({ stage })
      await updates.check()
      let answer: (found: Release) => void = () => undefined
      state.newest = () => new Promise((found) => (answer = found))
      state.fetch = () => new Promise(() => undefined)
      void updates.check()
      await updates.stageAtEnd()
      expect(stage).toHaveBeenCalledOnce()
      answer(release('1.2.0'))
      await vi.advanceTimersByTimeAsync(0)
      expect(updates.stageAtEnd()).toBeNull()
    })

    it('are not staged when the system shuts down', async () => {
      const stage = vi.fn(() => Promise.resolve())
      const { updates } = open({ stage })
      await updates.check()
      updates.holdBack()
      expect(updates.stageAtEnd()).toBeNull()
      expect(stage).not.toHaveBeenCalled()
    })

    it('do not prevent the end if staging fails', async () => {
      const { updates } = open({ stage: () => Promise.reject(new Error('The volume is read only')) })
      await updates.check()
      await expect(updates.stageAtEnd()).resolves.toBeUndefined()
    })

    it('are staged once, before a restart begins', async () => {
      let take: () => void = () => undefined
      const stage = vi.fn(() => new Promise<void>((found) => (take = found)))
      const { updates, done, step, asked } = open({ stage })
      await updates.check()
      updates.restart()
      updates.restart()
      await updates.check()
      expect(step()).toEqual({ kind: 'staging', version: '1.1.0' })
      expect([asked(), stage.mock.calls.length, done.includes('end')]).toEqual([1, 1, false])
      take()
      await vi.advanceTimersByTimeAsync(0)
      expect(done).toEqual(['fetch 1.1.0', 'end', 'install now'])
    })

    it.each([
      ['STAGING', 'didn’t accept'],
      ['ERR_UPDATER_INVALID_SIGNATURE', 'isn’t signed by Skein’s makers'],
    ])('leave Skein running if staging fails at a restart (%s), report the reason, and retry', async (code, words) => {
      const { updates, done, step, asked } = open({
        stage: () => Promise.reject(Object.assign(new Error('x'), { code })),
      })
      await updates.check()
      updates.restart()
      await vi.advanceTimersByTimeAsync(0)
      const at = step()
      expect(at.kind === 'failed' && sentenceOf(at.failure)).toContain(words)
      expect(done).not.toContain('end')
      await vi.advanceTimersByTimeAsync(usualCheckMs)
      expect(asked()).toBeGreaterThan(1)
      expect(step()).toEqual({ kind: 'ready', version: '1.1.0' })
    })
  })
})
