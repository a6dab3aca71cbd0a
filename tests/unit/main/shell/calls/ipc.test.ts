import { EventEmitter } from 'node:events'
import { beforeAll, describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { hostChannel } from '#browser-host/electron.ts'
import type { Accounts } from '#accounts/accounts.ts'
import type { StateFile } from '#accounts/state-file.ts'
import type { CredentialService } from '#network/credentials.ts'
import { handleCalls } from '#shell/calls/ipc.ts'
import { channels } from '#contract/bridge.ts'

class FakeSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  readonly sent: { type: string; value?: unknown }[] = []

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string })
    this.emit('sent')
  }

  close(): void {
    this.emit('close')
  }

  terminate(): void {
    this.emit('close')
  }

  say(message: unknown): void {
    this.emit('message', Buffer.from(JSON.stringify(message)))
  }
}

const webContents = {}
const window = { webContents, isDestroyed: () => false }
const own = { sender: webContents, senderFrame: { url: 'app://skein/index.html', parent: null } }
const socket = new FakeSocket()
const accountId = '6f9bd2a2-5a4e-4a3f-8f63-0d2d35b8a001'
const asked: string[] = []
const windowsOfCalls: unknown[] = []
const answered: unknown[] = []
const calls: unknown[] = []

async function call(event: unknown, name: string, input: unknown): Promise<unknown> {
  hostChannel.event = event
  const answered = new Promise((found) => socket.once('sent', found))
  socket.say({ type: 'invoke', id: 1, channel: channels.call, args: [name, input] })
  await answered
  return socket.sent.at(-1)?.value
}

describe('the calls of the page', () => {
  beforeAll(() => {
    const accounts = {
      call(_id: string, name: string, _input: unknown, from: unknown) {
        asked.push(name)
        windowsOfCalls.push(from)
        return Promise.resolve({ ok: true, value: null })
      },
      signOut: () => Promise.resolve(false),
      changeSettings: (change: unknown) => change,
    }
    handleCalls({
      exporting: {
        request: () => Promise.resolve({ ok: true, value: { isStarted: true } }),
        cancel: () => Promise.resolve(),
        show: () => undefined,
        dismiss: () => undefined,
      },
      authorities: {
        add: () => Promise.resolve({ ok: true, value: { added: 0, isCancelled: true } }),
        remove: () => Promise.resolve({ ok: true, value: null }),
      },
      spelling: {
        change: (choice) => Promise.resolve(void calls.push(choice)),
        state: { isEnabled: true, languages: ['de'], available: ['de', 'fr'], chosen: ['de'], usual: ['fr'] },
      },
      accounts: accounts as unknown as Accounts,
      state: undefined as unknown as StateFile,
      credentials: undefined as unknown as CredentialService,
      proxies: {
        answer(id, credentials) {
          answered.push({ id, credentials })
        },
      },
      onRetry: () => undefined,
      appState: () => {
        throw new Error('not asked for here')
      },
      onThemeChanged: () => undefined,
      onKeysChanged: () => undefined,
      onProxyChanged: () => undefined,
      onLanguageChanged: () => undefined,
      onFocus: () => undefined,
      activity: { noteInput: () => calls.push('an input'), noteFocus: () => calls.push('the focus') },
      testNotification: () => Promise.resolve({ notification: 'shown', hasBadge: true }),
      licences: () => Promise.resolve({ ok: true, value: { text: 'Apache' } }),
      updates: {
        check: () => Promise.resolve(void calls.push('check')),
        fetch: () => Promise.resolve(void calls.push('fetch')),
        restart: () => void calls.push('restart'),
        choiceChanged: () => void calls.push('updates chosen'),
      },
      crash: {
        pageError: (error) => calls.push(error),
        report: () => ({ id: 7, text: 'a report' }),
        saveReport: (id) => Promise.resolve({ ok: true, value: { path: `/reports/${id}` } }),
        showLog: () => calls.push('the log'),
        reload: () => calls.push('reload'),
      },
      windows: { of: (contents) => ((contents as unknown) === webContents ? ({ id: 1, window } as never) : undefined) },
      log: () => undefined,
    })
    hostChannel.accept(socket as unknown as WebSocket)
    socket.say({ type: 'hello', secret: hostChannel.renew() })
  })

  it('from the own page reach the account, without its id', async () => {
    expect(await call(own, 'outbox.retry', { accountId, localId: 'x' })).toEqual({ ok: true, value: null })
    expect(asked).toEqual(['outbox.retry'])
    // The call comes from the sender’s window, independently of its content.
    expect(windowsOfCalls).toEqual([1])
    expect(await call(own, 'outbox.retry', { accountId, localId: 'x', windowId: 2 })).toMatchObject({
      error: { code: 'BAD_PARAMETERS' },
    })
  })

  it.each([
    ['another page', { ...own, senderFrame: { url: 'https://evil.example/', parent: null } }],
    ['a page that begins alike', { ...own, senderFrame: { url: 'app://skein.evil/', parent: null } }],
    ['a frame inside', { ...own, senderFrame: { url: 'app://skein/index.html', parent: {} } }],
    ['a frame that is gone', { ...own, senderFrame: null }],
    ['another window', { ...own, sender: {} }],
  ])('from %s are refused', async (_, event) => {
    const before = asked.length
    expect(await call(event, 'outbox.retry', { accountId, localId: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'FOREIGN_FRAME' },
    })
    expect(asked).toHaveLength(before)
  })

  it.each([
    ['outbox.retry', {}, 'BAD_PARAMETERS'],
    ['outbox.retry', { accountId, localId: 'x', more: 1 }, 'BAD_PARAMETERS'],
    ['outbox.retry', null, 'BAD_PARAMETERS'],
    ['no.such.call', {}, 'UNKNOWN_CALL'],
    ['toString', {}, 'UNKNOWN_CALL'],
    ['accounts.signOut', { accountId: '../../x' }, 'BAD_PARAMETERS'],
    ['accounts.retry', { accountId: 'a' }, 'BAD_PARAMETERS'],
    ['outbox.retry', { accountId: '../x', localId: 'x' }, 'BAD_PARAMETERS'],
    ['accounts.signOut', { accountId }, 'NO_ACCOUNT'],
  ])('are refused for %s with %j', async (name, input, code) => {
    expect(await call(own, name, input)).toMatchObject({ ok: false, error: { code } })
  })

  it('reach the updates', async () => {
    calls.length = 0
    for (const action of ['check', 'fetch', 'restart']) {
      expect(await call(own, 'app.update', { action })).toEqual({ ok: true, value: null })
    }
    expect(calls).toEqual(['check', 'fetch', 'restart'])
    expect(await call(own, 'app.update', { action: 'stop' })).toMatchObject({ error: { code: 'BAD_PARAMETERS' } })
    await call(own, 'app.settings', { theme: 'dark' })
    await call(own, 'app.settings', { updates: 'never' })
    expect(calls).toEqual(['check', 'fetch', 'restart', 'updates chosen'])
    calls.length = 0
  })

  it('reach the report desk, within bounds', async () => {
    const error = { kind: 'error', message: 'x', stack: '' }
    expect(await call(own, 'app.report', {})).toEqual({ ok: true, value: { id: 7, text: 'a report' } })
    expect(await call(own, 'app.saveReport', { id: 7 })).toEqual({ ok: true, value: { path: '/reports/7' } })
    for (const [name, input] of [
      ['app.pageError', error],
      ['app.showLog', {}],
      ['app.reload', {}],
    ] as const) {
      expect(await call(own, name, input)).toEqual({ ok: true, value: null })
    }
    for (const [name, input] of [
      ['app.pageError', { ...error, message: 'x'.repeat(4_001) }],
      ['app.pageError', { ...error, stack: 'x'.repeat(4_001) }],
      ['app.saveReport', { id: 7, path: '/etc/passwd' }],
      ['app.saveReport', { id: '7' }],
    ] as const) {
      expect(await call(own, name, input)).toMatchObject({ ok: false, error: { code: 'BAD_PARAMETERS' } })
    }
    expect(calls).toEqual([error, 'the log', 'reload'])
  })

  it('choose what is checked for spelling, within bounds', async () => {
    calls.length = 0
    const choice = { isOn: true, languages: ['de'] }
    expect(await call(own, 'app.spelling', choice)).toMatchObject({ ok: true, value: { languages: ['de'] } })
    for (const wrong of [
      { isOn: true },
      { ...choice, languages: [''] },
      { ...choice, languages: ['x'.repeat(21)] },
      { ...choice, languages: Array.from({ length: 51 }, () => 'de') },
    ]) {
      expect(await call(own, 'app.spelling', wrong)).toMatchObject({ error: { code: 'BAD_PARAMETERS' } })
    }
    expect(calls).toEqual([choice])
  })

  it('pass the credentials for a proxy on, within bounds', async () => {
    const credentials = { username: 'iris', password: 'grün' }
    expect(await call(own, 'app.answerProxy', { id: 4, credentials })).toEqual({ ok: true, value: null })
    expect(await call(own, 'app.answerProxy', { id: 5, credentials: null })).toEqual({ ok: true, value: null })
    expect(answered).toEqual([
      { id: 4, credentials },
      { id: 5, credentials: null },
    ])
    const endless = { username: 'iris', password: 'x'.repeat(10_000) }
    expect(await call(own, 'app.answerProxy', { id: 6, credentials: endless })).toMatchObject({ ok: false })
  })
})
