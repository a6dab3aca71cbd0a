import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { appPart as hostApp } from '#browser-host/app-part.ts'
import { record } from '#browser-host/recorder.ts'
import { sessionFromPartition } from '#browser-host/session-part.ts'
import type { Notice } from '#contract/app.ts'
import { guardEverything } from '#shell/security/guards.ts'

type Details = { readonly requestingUrl: string; readonly isMainFrame: boolean }

/** A session that stores its handlers. */
class Session extends EventEmitter {
  request:
    | ((contents: unknown, permission: string, answer: (is: boolean) => void, details: Details) => void)
    | undefined
  check: ((contents: unknown, permission: string, origin: string, details: Details) => boolean) | undefined
  device: ((details: { deviceType: string; origin: string }) => boolean) | undefined

  setPermissionRequestHandler(handler: Session['request']) {
    this.request = handler
  }

  setPermissionCheckHandler(handler: Session['check']) {
    this.check = handler
  }

  languages = ['en-GB']

  setSpellCheckerLanguages(languages: string[]) {
    this.languages = languages
  }

  setDevicePermissionHandler(handler: Session['device']) {
    this.device = handler
  }

  /** Whether the session prevents a download. */
  refusesDownload(): boolean {
    const preventDefault = vi.fn()
    this.emit('will-download', { preventDefault })
    return preventDefault.mock.calls.length === 1
  }

  asks(permission: string, requestingUrl = 'app://skein/index.html', isMainFrame = true): boolean | undefined {
    let answer: boolean | undefined
    this.request?.(null, permission, (is) => (answer = is), { requestingUrl, isMainFrame })
    return answer
  }
}

class Contents extends EventEmitter {
  open: ((details: { url: string }) => { action: string }) | undefined

  setWindowOpenHandler(handler: Contents['open']) {
    this.open = handler
  }

  /** Whether the default action of an event is prevented. */
  prevents(name: string): boolean {
    const preventDefault = vi.fn()
    this.emit(name, { preventDefault })
    return preventDefault.mock.calls.length === 1
  }
}

const log: string[] = []
const notices: Notice[] = []

function guard(): { app: EventEmitter; first: Session } {
  const app = new EventEmitter()
  const first = new Session()
  // The stand-ins have Electron’s members that the guards use.
  guardEverything(
    app as unknown as Electron.App,
    [first as unknown as Electron.Session],
    (_level, line) => log.push(line),
    (notice) => notices.push(notice),
  )
  return { app, first }
}

beforeEach(() => {
  log.length = 0
  notices.length = 0
  record.opened.length = 0
})

describe('permissions', () => {
  it('are granted to the page for full screen and copying, in present and future sessions', () => {
    const { app, first } = guard()
    const later = new Session()
    app.emit('session-created', later)
    for (const session of [first, later]) {
      expect(session.asks('fullscreen')).toBe(true)
      expect(
        session.check?.(null, 'clipboard-sanitized-write', 'app://skein', { requestingUrl: '', isMainFrame: true }),
      ).toBe(true)
    }
    expect(log).toEqual([])
  })

  it('are denied to frames, to other origins and for other purposes, with one line in the log', () => {
    const { first } = guard()
    expect(first.asks('fullscreen', 'app://skein/index.html', false)).toBe(false)
    expect(first.asks('fullscreen', 'app://skein.evil/index.html')).toBe(false)
    expect(first.asks('fullscreen', 'https://example.com/')).toBe(false)
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'openExternal',
      'clipboard-read',
      'display-capture',
      'unknown',
    ]) {
      expect(first.asks(permission), permission).toBe(false)
      expect(first.asks(permission), permission).toBe(false)
    }
    expect(first.check?.(null, 'media', 'app://skein', { requestingUrl: '', isMainFrame: true })).toBe(false)
    expect(first.device?.({ deviceType: 'usb', origin: 'app://skein' })).toBe(false)
    expect(log.filter((line) => line.includes('geolocation'))).toHaveLength(1)
  })
})

describe('dictionaries', () => {
  it('are not fetched by any session unless the user chose a language', async () => {
    const { app } = guard()
    const turns = async () => {
      for (let turn = 0; turn < 3; turn += 1) await new Promise((next) => setImmediate(next))
    }
    record.spelling = { isEnabled: null, languages: [], words: [], fetched: [] }
    const guarded = (session: Electron.Session) => app.emit('session-created', session)
    hostApp.on('session-created', guarded)
    for (const name of ['one', 'two', 'one']) sessionFromPartition(`guards-${name}`)
    await turns()
    expect(record.spelling.fetched).toEqual([])
    hostApp.off('session-created', guarded)
    // A session fetches the system’s dictionary unless the list is emptied at once.
    const late = sessionFromPartition('guards-late')
    await turns()
    guarded(late as unknown as Electron.Session)
    expect(record.spelling.fetched).toEqual(['en-GB'])
    late.setSpellCheckerLanguages(['de', 'fr'])
    await turns()
    expect(record.spelling.fetched).toEqual(['en-GB', 'de', 'fr'])
  })

  it('are requested neither by the first session nor by a later one', () => {
    const { app, first } = guard()
    const later = new Session()
    app.emit('session-created', later)
    expect([first.languages, later.languages]).toEqual([[], []])
  })
})

describe('a download', () => {
  it('is refused in present and future sessions', () => {
    const { app, first } = guard()
    const later = new Session()
    app.emit('session-created', later)
    expect([first.refusesDownload(), later.refusesDownload()]).toEqual([true, true])
    expect(log).toEqual(['a download of a page was refused', 'a download of a page was refused'])
  })
})

describe('every page', () => {
  it('opens no window: the system’s browser opens the address', async () => {
    const { app } = guard()
    const contents = new Contents()
    app.emit('web-contents-created', {}, contents)
    expect(contents.open?.({ url: 'https://example.com/' })).toEqual({ action: 'deny' })
    expect(contents.open?.({ url: 'file:///etc/passwd' })).toEqual({ action: 'deny' })
    await vi.waitFor(() => {
      expect(record.opened).toEqual(['https://example.com/'])
    })
  })

  it('shows a notice about a link that cannot be opened', async () => {
    const { app } = guard()
    const contents = new Contents()
    app.emit('web-contents-created', {}, contents)
    vi.stubEnv('SKEIN_HOST_UNTAKEN', 'https://untaken.example')
    contents.open?.({ url: 'https://untaken.example/' })
    contents.open?.({ url: 'file:///etc/passwd' })
    await vi.waitFor(() => {
      expect(notices).toHaveLength(2)
    })
    vi.unstubAllEnvs()
    expect(notices.map((notice) => notice.code)).toEqual(['LINK_NOT_OPENED', 'LINK_NOT_OPENED'])
    expect(notices).toContainEqual({
      code: 'LINK_NOT_OPENED',
      values: { cause: { code: 'NO_PROGRAM_FOR_LINK', values: { kind: 'web' } } },
    })
  })

  it('does not navigate, and embeds no other page', () => {
    const { app } = guard()
    const contents = new Contents()
    app.emit('web-contents-created', {}, contents)
    for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview']) {
      expect(contents.prevents(name), name).toBe(true)
    }
    expect(log).toHaveLength(4)
  })
})
