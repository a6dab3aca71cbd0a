import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import type { WebSocket as ServerSocket } from 'ws'
import { describe, expect, it, vi } from 'vitest'
import { PageChannel, Shuffle } from '#browser-host/page-channel.ts'

type Handler = Parameters<PageChannel['handle']>[1]

interface Page {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>
  on(channel: string, listener: (event: unknown, ...args: unknown[]) => void): void
}

/** The script of the page and the channel of the program, connected without a network. */
function join(handlers: Record<string, Handler>): { readonly page: Page; readonly channel: PageChannel } {
  const channel = new PageChannel(new Shuffle(undefined))
  for (const [name, handler] of Object.entries(handlers)) channel.handle(name, handler)
  const inPage = new EventTarget()
  const inProgram = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    send: (text: string) => inPage.dispatchEvent(new MessageEvent('message', { data: text })),
    close: () => undefined,
    terminate: () => undefined,
  })
  class PageSocket {
    static readonly OPEN = 1
    readonly readyState = 1
    addEventListener = inPage.addEventListener.bind(inPage)
    send(text: string): void {
      inProgram.emit('message', Buffer.from(text))
    }
  }
  const secret = channel.renew()
  const script = readFileSync(new URL('../../../browser-host/page/runtime.js', import.meta.url), 'utf8')
  const { require } = runInNewContext(`${script}\n;skeinHost`, {
    document: { querySelector: () => ({ getAttribute: () => secret, remove: () => undefined }) },
    history: { replaceState: () => undefined },
    location: { host: '127.0.0.1' },
    WebSocket: PageSocket,
    structuredClone,
  }) as { readonly require: (name: 'electron') => { readonly ipcRenderer: Page } }
  channel.accept(inProgram as unknown as ServerSocket)
  inPage.dispatchEvent(new Event('open'))
  return { page: require('electron').ipcRenderer, channel }
}

const echo: Handler = (_event, value) => value

describe('the bridge of the host', () => {
  it('transports cloneable values', async () => {
    const { page } = join({ echo })
    expect(await page.invoke('echo', { ids: [1, 2], text: 'ü' })).toEqual({ ids: [1, 2], text: 'ü' })
  })

  it.each([
    ['a proxy', new Proxy({ id: 1 }, {})],
    ['a proxy within', { ids: new Proxy([1], {}) }],
    ['a function', { onDone: () => undefined }],
  ])('refuses an argument with %s without calling the program', async (_what, value) => {
    const heard = vi.fn()
    const { page } = join({ echo: heard })
    await expect(page.invoke('echo', value)).rejects.toThrow('could not be cloned')
    expect(heard).not.toHaveBeenCalled()
  })

  it('refuses a result that cannot be cloned', async () => {
    const { page } = join({ bad: () => new Proxy({}, {}), worse: () => ({ close: () => undefined }) })
    await expect(page.invoke('bad')).rejects.toThrow("Error invoking remote method 'bad': DataCloneError")
    await expect(page.invoke('worse')).rejects.toThrow('could not be cloned')
  })

  it('reports a message that cannot be cloned in the terminal, and continues', () => {
    const { page, channel } = join({})
    const received: unknown[] = []
    page.on('news', (_event, value) => received.push(value))
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    channel.send('news', [new Proxy({}, {})])
    expect(said).toHaveBeenCalledOnce()
    said.mockRestore()
    channel.send('news', [{ id: 2 }])
    expect(received).toEqual([{ id: 2 }])
  })
})
