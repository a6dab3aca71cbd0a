import { beforeEach, expect, it, vi } from 'vitest'
import { channels, type Bridge } from '#contract/bridge.ts'

type Listener = (event: unknown, text: unknown) => void

interface Page {
  world: Record<string, unknown>
  readonly listeners: Map<string, Set<unknown>>
  readonly invoked: unknown[][]
}

const page = vi.hoisted((): Page => ({ world: {}, listeners: new Map(), invoked: [] }))

vi.mock('electron', () => ({
  contextBridge: {
    exposeInMainWorld: (name: string, api: unknown) => (page.world[name] = api),
  },
  ipcRenderer: {
    invoke(...args: unknown[]) {
      page.invoked.push(args)
      return Promise.resolve('answer')
    },
    on: (channel: string, listener: unknown) =>
      page.listeners.set(channel, (page.listeners.get(channel) ?? new Set()).add(listener)),
    removeListener: (channel: string, listener: unknown) => page.listeners.get(channel)?.delete(listener),
  },
}))

const say = (text: unknown) => {
  for (const listener of page.listeners.get(channels.update) ?? []) (listener as Listener)({ sender: 1 }, text)
}

beforeEach(async () => {
  vi.resetModules()
  page.world = {}
  page.listeners.clear()
  await import('#preload/index.ts')
})

it('the page gets two functions and nothing of Electron', async () => {
  expect(Object.keys(page.world)).toEqual(['skein'])
  const bridge = page.world.skein as Bridge
  expect(Object.keys(bridge).sort()).toEqual(['call', 'onUpdate'])
  expect(await bridge.call('app.state', {})).toBe('answer')
  expect(page.invoked).toEqual([[channels.call, 'app.state', {}]])
})

it('the page receives texts without their events until it unsubscribes', () => {
  const heard: unknown[] = []
  const stop = (page.world.skein as Bridge).onUpdate((...args: unknown[]) => heard.push(args))
  say('news')
  say({ not: 'a text' })
  expect(heard).toEqual([['news']])
  stop()
  say('too late')
  expect(heard).toHaveLength(1)
})
