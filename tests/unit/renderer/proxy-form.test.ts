import { describe, expect, it } from 'vitest'
import type { Settings } from '#contract/app.ts'
import { ProxyForm } from '#renderer/features/settings/network/proxy-form.svelte.ts'
import { systemProxy, type ProxyChoice } from '#shared/proxy/proxy-server.ts'

function open(stored: ProxyChoice = systemProxy) {
  const state = { proxy: stored }
  const stores: ProxyChoice[] = []
  const form = new ProxyForm({
    accounts: {
      get settings() {
        return state as unknown as Settings // the form reads the proxy only
      },
      changeSettings: ({ proxy = systemProxy }) => {
        stores.push(proxy)
        state.proxy = proxy
        return Promise.resolve()
      },
    },
  })
  return { form, state, stores }
}

describe('the choice of a proxy', () => {
  it('applies at once where the mode is enough', () => {
    const { form, stores } = open({ ...systemProxy, mode: 'manual', server: 'proxy:80' })
    form.choose('none')
    expect(stores).toEqual([{ ...systemProxy, mode: 'none', server: 'proxy:80' }])
    // The server is kept, so the way back needs no typing.
    form.choose('manual')
    expect(stores.at(-1)).toEqual({ ...systemProxy, mode: 'manual', server: 'proxy:80' })
  })

  it('waits for what the mode needs, tells what is wrong, and loses no text', () => {
    const { form, state, stores } = open()
    form.choose('manual')
    expect([form.mode, stores]).toEqual(['manual', []])
    form.server = 'proxy:port'
    form.submit()
    expect([form.hasProblem, stores, form.server]).toEqual([true, [], 'proxy:port'])
    form.choose('script')
    expect([form.hasProblem, form.server]).toEqual([false, 'proxy:port'])
    form.choose('manual')
    form.server = ' proxy:3128 '
    form.bypass = '*.local'
    expect(form.isChanged).toBe(true)
    form.submit()
    expect(state.proxy).toEqual({ mode: 'manual', server: 'proxy:3128', bypass: '*.local', script: '' })
    form.choose('system')
    expect(state.proxy.mode).toBe('system')
  })
})
