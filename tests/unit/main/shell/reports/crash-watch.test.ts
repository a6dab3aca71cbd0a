import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { noticeText } from '#i18n/catalogue.ts'
import type { FaultAnswer } from '#shell/reports/crash-dialogs.ts'
import { CrashWatch } from '#shell/reports/crash-watch.ts'

const desktop = vi.hoisted(() => ({ done: [] as string[], listeners: new Map<string, (...args: unknown[]) => void>() }))

vi.mock('electron', () => ({
  app: {
    on: (event: string, listener: (...args: unknown[]) => void) => desktop.listeners.set(event, listener),
    quit: () => desktop.done.push('quit'),
  },
}))

class Contents extends EventEmitter {
  forcefullyCrashRenderer(): void {
    desktop.done.push('crash')
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 })
  }
}

class Window extends EventEmitter {
  readonly webContents = new Contents()
  isGone = false
  isDestroyed = () => this.isGone
}

function watched(
  answers: FaultAnswer[] = [],
  hang: (signal: AbortSignal) => Promise<'wait' | 'load'> = () => Promise.resolve('wait'),
) {
  const window = new Window()
  const state = {
    logs: [] as string[],
    notes: [] as string[],
    asked: [] as string[],
    notices: [] as string[],
    isEnding: false,
  }
  const watch = new CrashWatch({
    log: (_level, message) => state.logs.push(message),
    note: (part, what) => state.notes.push(`${part}: ${what}`),
    isEnding: () => state.isEnding,
    load: () => desktop.done.push('load'),
    askAfterFaults: (sentence) => {
      state.asked.push(sentence)
      return Promise.resolve(answers.shift() ?? 'again')
    },
    askAboutHang: (_window, signal) => hang(signal),
    saveReport: () => Promise.resolve(void desktop.done.push('report')),
    notify: (notice) => state.notices.push(noticeText(notice)),
  })
  watch.watch(window as never) // the members that the watch uses
  watch.watchProcesses()
  const die = (reason = 'crashed') => window.webContents.emit('render-process-gone', {}, { reason, exitCode: 139 })
  return { window, state, die }
}

/** Resolves when all deferred work is done. */
const settled = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

describe('the watch of the page', () => {
  beforeEach(() => {
    desktop.done = []
    desktop.listeners.clear()
  })

  it('reloads a dead page in a later turn of the event loop, and asks after the third death', async () => {
    const { state, die } = watched(['again'])
    die()
    expect(desktop.done).toEqual([])
    await settled()
    die('oom')
    await settled()
    expect(desktop.done).toEqual(['load', 'load'])
    expect(state.asked).toEqual([])
    die()
    await settled()
    expect(state.asked).toEqual(['Skein’s window has crashed 3 times in a few minutes.'])
    expect(desktop.done).toEqual(['load', 'load', 'load'])
    expect(state.logs[0]).toBe('the page of the window is gone: crashed, status 139')
    expect(state.notes).toHaveLength(3)
    // A retry resets the count.
    die()
    await settled()
    expect(state.asked).toHaveLength(1)
  })

  it('saves a report and asks again, and quits at the user’s choice', async () => {
    const { die, state } = watched(['report', 'quit'])
    die('launch-failed')
    await settled()
    expect(state.asked).toHaveLength(2)
    expect(desktop.done).toEqual(['report', 'quit'])
  })

  it('ignores a page that ends with the program or with its window', async () => {
    const { die, state, window } = watched()
    state.isEnding = true
    die('killed')
    state.isEnding = false
    die('killed')
    window.isGone = true
    await settled()
    expect(desktop.done).toEqual([])
    expect(state.logs).toHaveLength(1)
  })

  it('counts a failed load and a failed preload', async () => {
    const { window, state } = watched()
    window.webContents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', 'app://skein/', true)
    window.webContents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'https://frame.example/', false)
    await settled()
    expect(desktop.done).toEqual([])
    window.webContents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'app://skein/', true)
    await settled()
    expect(desktop.done).toEqual(['load'])
    window.webContents.emit('preload-error', {}, '/preload.cjs', new Error('no such module'))
    await settled()
    expect(state.asked[0]).toContain(
      'Skein’s window couldn’t be opened because one of its files is damaged. Reinstall Skein.',
    )
  })

  it('ends an unresponsive page at the user’s choice, without counting it as a death', async () => {
    const { window, state } = watched([], () => Promise.resolve('load'))
    window.emit('unresponsive')
    await settled()
    expect(desktop.done).toEqual(['crash', 'load'])
    expect(state.logs).toEqual(['the page does not answer', 'the page is loaded anew'])
    expect(state.asked).toEqual([])
  })

  it('closes its dialog when the page responds, and shows one dialog at a time', async () => {
    let asked = 0
    const { window } = watched([], (signal) => {
      asked += 1
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          resolve('load')
        })
      })
    })
    window.emit('unresponsive')
    window.emit('unresponsive')
    window.emit('responsive')
    await settled()
    expect(asked).toBe(1)
    expect(desktop.done).toEqual([])
    window.emit('unresponsive')
    expect(asked).toBe(2)
  })
})

describe('the watch of other processes', () => {
  it('logs their end, and notifies the user once that the graphics can be switched off', () => {
    const { state } = watched()
    const gone = (details: object) => desktop.listeners.get('child-process-gone')?.({}, details)
    gone({ type: 'Utility', reason: 'clean-exit', exitCode: 0, name: 'Audio Service' })
    gone({ type: 'Utility', reason: 'crashed', exitCode: 139, serviceName: 'network.mojom.NetworkService' })
    for (let death = 0; death < 4; death += 1) gone({ type: 'GPU', reason: 'crashed', exitCode: 139 })
    expect(state.logs).toHaveLength(5)
    expect(state.logs[0]).toContain('process Utility network.mojom.NetworkService is gone: crashed, status 139')
    expect(state.notices).toEqual([expect.stringContaining('--disable-gpu')])
  })
})
