import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endBoundMs, endReporter, Shutdown, stagingBoundMs } from '#shell/window/shutdown.ts'

function begin(work: () => Promise<void>, stage: () => Promise<void> | null = () => null) {
  const done: string[] = []
  const log: string[] = []
  const shutdown: Shutdown = new Shutdown({
    work() {
      done.push('work')
      return work()
    },
    stage,
    // Like Electron: quitting emits `before-quit`.
    quit() {
      done.push(`quit: ${shutdown.beforeQuit()}`)
    },
    exit: () => done.push('exit'),
    log: (_level, line) => log.push(line),
  })
  return { shutdown, done, log }
}

const hang = () => new Promise<void>(() => undefined)

describe('the end of the program', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  it('uses the requested way of ending instead of quitting, except at a shutdown of the system', async () => {
    const ends: string[] = []
    const byUpdate = begin(() => Promise.resolve())
    byUpdate.shutdown.endBy(() => ends.push('update'))
    await vi.advanceTimersByTimeAsync(0)
    expect(byUpdate.done).toEqual(['work', 'quit: wait'])
    expect(ends).toEqual(['update'])
    // The windows that the update closes are released.
    expect(byUpdate.shutdown.beforeQuit()).toBe('go')

    let finish: () => void = () => undefined
    const bySystem = begin(() => new Promise((found) => (finish = found)))
    bySystem.shutdown.endBy(() => ends.push('update'))
    bySystem.shutdown.systemEnds()
    finish()
    await vi.advanceTimersByTimeAsync(0)
    expect(bySystem.done.at(-1)).toBe('quit: go')
    expect(ends).toEqual(['update'])
  })

  it('waits for its work, which runs once', async () => {
    let finish: () => void = () => undefined
    const { shutdown, done, log } = begin(() => new Promise((found) => (finish = found)))
    expect(shutdown.isQuitting).toBe(false)
    expect(shutdown.beforeQuit()).toBe('wait')
    expect(shutdown.isQuitting).toBe(true)
    expect(shutdown.beforeQuit()).toBe('wait')
    finish()
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toEqual(['work', 'quit: go'])
    expect(log).toEqual(['Skein quits'])
  })

  it('comes after five seconds in any case', async () => {
    const { shutdown, done } = begin(hang)
    shutdown.beforeQuit()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(done).toEqual(['work'])
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toEqual(['work', 'exit'])
  })

  it('comes even if windows hang after the work', async () => {
    const { shutdown, done } = begin(() => Promise.resolve())
    shutdown.beforeQuit()
    await vi.advanceTimersByTimeAsync(endBoundMs('quit'))
    expect(done).toEqual(['work', 'quit: go', 'exit'])
  })

  it('takes a second and a half at most at a shutdown of the system', async () => {
    const { shutdown, done } = begin(hang)
    shutdown.systemEnds()
    expect(done).toEqual(['work', 'quit: wait'])
    await vi.advanceTimersByTimeAsync(1_499)
    expect(done).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(done.at(-1)).toBe('exit')
  })

  it('gets the shorter deadline when the system shuts down, which is reported once', async () => {
    const { shutdown, done, log } = begin(hang)
    shutdown.beforeQuit()
    await vi.advanceTimersByTimeAsync(1_000)
    shutdown.systemEnds()
    shutdown.systemEnds()
    await vi.advanceTimersByTimeAsync(1_500)
    expect(done).toEqual(['work', 'quit: wait', 'exit'])
    expect(log.filter((line) => line === 'the system ends')).toHaveLength(1)
  })

  it('comes even if its work fails', async () => {
    const { shutdown, done, log } = begin(() => Promise.reject(new Error('no space')))
    shutdown.beforeQuit()
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toEqual(['work', 'quit: go'])
    expect(log[0]).toContain('no space')
  })

  it('waits longer after the work while the system stages an update', async () => {
    let take: () => void = () => undefined
    const stage = vi.fn(() => new Promise<void>((found) => (take = found)))
    const { shutdown, done } = begin(() => Promise.resolve(), stage)
    shutdown.beforeQuit()
    await vi.advanceTimersByTimeAsync(stagingBoundMs - 1)
    expect(done).toEqual(['work'])
    expect(stage).toHaveBeenCalledOnce()
    take()
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toEqual(['work', 'quit: go'])
    await vi.advanceTimersByTimeAsync(endBoundMs('quit'))
    expect(done.at(-1)).toBe('exit')
  })

  it('comes even if the system never finishes staging', async () => {
    const { shutdown, done } = begin(() => Promise.resolve(), hang)
    shutdown.beforeQuit()
    await vi.advanceTimersByTimeAsync(stagingBoundMs)
    expect(done).toEqual(['work', 'exit'])
  })

  it('comes even if staging fails or throws', async () => {
    for (const stage of [
      () => Promise.reject(new Error('read only')),
      () => {
        throw new Error('read only')
      },
    ]) {
      const { shutdown, done, log } = begin(() => Promise.resolve(), stage)
      shutdown.beforeQuit()
      await vi.advanceTimersByTimeAsync(0)
      expect(done).toEqual(['work', 'quit: go'])
      expect(log[0]).toContain('read only')
    }
  })

  it('does not stage an update at a shutdown of the system, and then stops waiting for one', async () => {
    const stage = vi.fn(hang)
    const bySystem = begin(() => Promise.resolve(), stage)
    bySystem.shutdown.systemEnds()
    await vi.advanceTimersByTimeAsync(0)
    expect(bySystem.done.at(-1)).toBe('quit: go')
    expect(stage).not.toHaveBeenCalled()
    const meanwhile = begin(() => Promise.resolve(), stage)
    meanwhile.shutdown.beforeQuit()
    await vi.advanceTimersByTimeAsync(10_000)
    meanwhile.shutdown.systemEnds()
    await vi.advanceTimersByTimeAsync(endBoundMs('system'))
    expect(meanwhile.done.at(-1)).toBe('exit')
  })

  it('is announced before the windows close for an update', () => {
    const { shutdown, done } = begin(hang)
    shutdown.announce()
    expect(shutdown.isQuitting).toBe(true)
    expect(done).toEqual([])
  })

  it('is reported to windows on Windows, elsewhere to the program', () => {
    expect((['win32', 'darwin', 'linux'] as const).map(endReporter)).toEqual(['window', 'powerMonitor', 'powerMonitor'])
  })
})
