import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { textFailure } from '../../../../support/text-failure.ts'
import { sentenceOf } from '../../../../../words/words.ts'
import type { UpdateStep, UpdateWay } from '../../../../../preload/contract/app-state.ts'
import type { UpdateChoice } from '../../../../../preload/contract/settings.ts'
import { ReleaseError, type Release } from '../../../../../main/shell/updates/release.ts'
import { firstCheckMs, usualCheckMs } from '../../../../../main/shell/updates/schedule.ts'
import { Updates } from '../../../../../main/shell/updates/updates.ts'

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

  it('are looked for after the start, fetched without a word, and installed at the end', async () => {
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

  it('are not fetched again while they lie ready; a newer one is', async () => {
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

  it.each(['1.0.0', '0.9.9', '1.0.0-beta.2'])('are none where %s is the newest', async (newest) => {
    const { updates, done, step } = open({ newest })
    await updates.check()
    expect(done).toEqual([])
    expect(step()).toEqual({ kind: 'idle', checkedAt: now })
  })

  it('are compared as versions, not as texts', async () => {
    const { updates, step } = open({ newest: '1.0.10', choice: 'tell' })
    await updates.check()
    expect(step()).toEqual({ kind: 'told', version: '1.0.10' })
  })

  it('are told of alone where that is chosen, and fetched on demand', async () => {
    const { updates, done, step, isForEnd } = open({ choice: 'tell' })
    updates.start()
    await vi.advanceTimersByTimeAsync(2 * firstCheckMs)
    expect(done).toEqual([])
    expect(step()).toEqual({ kind: 'told', version: '1.1.0' })
    await updates.fetch()
    expect(done).toEqual(['fetch 1.1.0'])
    expect(isForEnd()).toBe(true)
    updates.choiceChanged()
    expect(isForEnd()).toBe(false)
  })

  it('are told of alone where they cannot be installed, whatever is chosen', async () => {
    const { updates, done, step } = open({ way: { kind: 'tell', hindrance: 'system_package' } })
    await updates.check()
    await updates.fetch()
    expect(done).toEqual([])
    expect(step()).toEqual({ kind: 'told', version: '1.1.0' })
  })

  it('are not looked for where nobody wants them, but when the user asks', async () => {
    const { updates, asked, step } = open({ choice: 'never' })
    updates.start()
    await vi.advanceTimersByTimeAsync(10 * usualCheckMs)
    expect(asked()).toBe(0)
    await updates.check()
    expect(step()).toEqual({ kind: 'told', version: '1.1.0' })
    await vi.advanceTimersByTimeAsync(10 * usualCheckMs)
    expect(asked()).toBe(1)
  })

  it('are never looked for without an address', async () => {
    const { updates, asked, step } = open({ way: { kind: 'none', hindrance: 'no_address' } })
    updates.start()
    await updates.check()
    await vi.advanceTimersByTimeAsync(10 * usualCheckMs)
    expect(asked()).toBe(0)
    expect(step()).toEqual({ kind: 'idle', checkedAt: null })
  })

  it('that fail are said in a sentence, and looked for again sooner', async () => {
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

  it('that lie ready stay so though the address fails afterwards', async () => {
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
  ])('that fail with %s say what that means', async (code, words) => {
    const { updates, state, step } = open()
    state.fetch = () => Promise.reject(Object.assign(new Error('x'), { code }))
    await updates.check()
    const at = step()
    expect(at.kind === 'failed' && sentenceOf(at.failure)).toContain(words)
  })

  it('that are not for this computer are none', async () => {
    const { updates, state, step } = open()
    state.fetch = () => Promise.resolve(false)
    await updates.check()
    expect(step()).toEqual({ kind: 'idle', checkedAt: now })
  })

  it('are asked for once at a time', async () => {
    const { updates, state, asked } = open()
    let answer: (found: Release) => void = () => undefined
    state.newest = () => new Promise((found) => (answer = found))
    const first = updates.check()
    await updates.check()
    expect(asked()).toBe(1)
    answer(release('1.0.0'))
    await first
  })

  it('tell the page of each percent once', async () => {
    const { updates, state, steps } = open()
    state.fetch = (_, onPart) => {
      for (let at = 0; at <= 10_000; at++) onPart(at / 10_000)
      return Promise.resolve(true)
    }
    await updates.check()
    expect(steps.filter(({ kind }) => kind === 'fetching')).toHaveLength(101)
  })

  it('are installed at once where the user says so, when everything is closed', async () => {
    const { updates, done } = open()
    updates.restart()
    expect(done).toEqual([])
    await updates.check()
    updates.restart()
    expect(done).toEqual(['fetch 1.1.0', 'end', 'install now'])
  })

  it('are not installed while the system goes down', async () => {
    const { updates, state, isForEnd } = open()
    await updates.check()
    updates.holdBack()
    expect(isForEnd()).toBe(false)
    state.newest = () => Promise.resolve(release('1.2.0'))
    await updates.fetch()
    expect(isForEnd()).toBe(false)
  })

  it('that were fetched before they were turned off are kept, and installed on request alone', async () => {
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

  it('that are kept are installed at the end once the user asks for them', async () => {
    const { updates, state, isForEnd, step } = open()
    await updates.check()
    state.choice = 'tell'
    updates.choiceChanged()
    await updates.fetch()
    expect(step()).toEqual({ kind: 'ready', version: '1.1.0' })
    expect(isForEnd()).toBe(true)
  })

  describe('on a system that takes them over irrevocably', () => {
    it('are handed over at the end where they are wanted then', async () => {
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

    it('are handed over though a check is under way, and not while a newer one is being fetched', async () => {
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

    it('are not handed over when the system ends', async () => {
      const stage = vi.fn(() => Promise.resolve())
      const { updates } = open({ stage })
      await updates.check()
      updates.holdBack()
      expect(updates.stageAtEnd()).toBeNull()
      expect(stage).not.toHaveBeenCalled()
    })

    it('do not prevent the end where they are refused', async () => {
      const { updates } = open({ stage: () => Promise.reject(new Error('The volume is read only')) })
      await updates.check()
      await expect(updates.stageAtEnd()).resolves.toBeUndefined()
    })

    it('are handed over before a restart begins, once', async () => {
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
    ])('that are refused at a restart (%s) leave Skein running, say why, and are tried again', async (code, words) => {
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
