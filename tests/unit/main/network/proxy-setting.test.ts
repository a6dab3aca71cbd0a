import { EventEmitter } from 'node:events'
import type { App, ProxyConfig, Session } from 'electron'
import { describe, expect, it } from 'vitest'
import { ProxySetting } from '#network/proxy/proxy-setting.ts'
import { systemProxy, type ProxyChoice } from '#shared/proxy/proxy-server.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A session that records what is set and closed. */
function session(failure?: Error) {
  const done: (ProxyConfig | 'closed')[] = []
  const made = {
    setProxy: (config: ProxyConfig) => {
      done.push(config)
      return failure === undefined ? Promise.resolve() : Promise.reject(failure)
    },
    closeAllConnections: () => Promise.resolve(void done.push('closed')),
  } as unknown as Session // the members that are used
  return { made, done }
}

function open(choice: ProxyChoice, existing: readonly Session[]) {
  const state = { choice }
  const warned: string[] = []
  const app = new EventEmitter()
  const setting = new ProxySetting({ choice: () => state.choice, log: (_, message) => void warned.push(message) })
  setting.start(app as unknown as App, existing)
  return { app, setting, state, warned }
}

const manual: ProxyChoice = { mode: 'manual', server: 'proxy:3128', bypass: '*.local', script: '' }
const fixed = { mode: 'fixed_servers', proxyRules: 'http://proxy:3128', proxyBypassRules: '*.local' }

describe('the proxy of the sessions', () => {
  it('is set for present and new sessions, and again for all after a change', async () => {
    const [first, second] = [session(), session()]
    const { app, setting, state } = open(manual, [first.made])
    app.emit('session-created', second.made)
    await settled()
    expect([first.done, second.done]).toEqual([[fixed], [fixed]])
    state.choice = { ...manual, mode: 'none' }
    await setting.changed()
    expect([first.done, second.done]).toEqual([
      [fixed, { mode: 'direct' }, 'closed'],
      [fixed, { mode: 'direct' }, 'closed'],
    ])
    state.choice = { ...manual, mode: 'script', script: 'https://example.com/p' }
    await setting.changed()
    expect(first.done.at(-2)).toEqual({ mode: 'pac_script', pacScript: 'https://example.com/p' })
  })

  it('is that of the system without a choice, without a call', async () => {
    const first = session()
    open(systemProxy, [first.made])
    await settled()
    expect(first.done).toEqual([])
  })

  it('is that of the system if the choice is incomplete, and a refusal is logged', async () => {
    const first = session(new Error('no such process'))
    const { warned } = open({ ...manual, server: 'no server' }, [first.made])
    await settled()
    expect(first.done).toEqual([{ mode: 'system' }])
    expect(warned).toEqual([
      'the chosen proxy is incomplete; the one of the system is used',
      'the proxy could not be set: Error: no such process',
    ])
  })
})
