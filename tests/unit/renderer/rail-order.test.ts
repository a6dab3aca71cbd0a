import { describe, expect, it } from 'vitest'
import { RailOrder } from '#renderer/state/rail-order.svelte.ts'
import { account, refused, windowFixture } from './window-fixture.ts'

function rail(...ids: string[]) {
  let stored = ids.map(account)
  const asked: string[] = []
  let refuses = false
  let held: Promise<void> = Promise.resolve()
  const order = new RailOrder({
    accounts: () => stored,
    // The accounts behave in the same way: at once, and back if main refuses.
    async arrange(accountIds) {
      const before = stored
      asked.push(accountIds.join(''))
      stored = accountIds.map(account)
      await held
      if (refuses) stored = before
      return !refuses
    },
  })
  return {
    order,
    asked,
    shown: () => order.accounts.map(({ id }) => id).join(''),
    refuse: () => (refuses = true),
    hold: () => {
      let letGo = (): void => undefined
      held = new Promise((resolve) => {
        letGo = resolve
      })
      return () => {
        letGo()
      }
    },
  }
}

describe('the order of the organizations', () => {
  it('changes by one position, at once, and stops at the ends', async () => {
    const { order, asked, shown, hold } = rail('a', 'b', 'c')
    const letGo = hold()
    const moving = order.move('c', -1)
    expect(shown()).toBe('acb')
    letGo()
    expect(await moving).toBe(2)
    expect(await order.move('c', -1)).toBe(1)
    expect(await order.move('c', -1)).toBeNull()
    expect(await order.move('b', 1)).toBeNull()
    expect(await order.move('nobody', 1)).toBeNull()
    expect([shown(), asked]).toEqual(['cab', ['acb', 'cab']])
  })

  it('is reverted if it cannot be stored', async () => {
    const { order, shown, refuse } = rail('a', 'b')
    refuse()
    expect(await order.move('a', 1)).toBeNull()
    expect(shown()).toBe('ab')
  })

  it('follows a dragged one, is stored when it is dropped, and is reverted if the drag is cancelled', async () => {
    const { order, asked, shown } = rail('a', 'b', 'c')
    order.drag('a')
    order.over('b')
    expect(shown()).toBe('bac')
    order.over('c')
    expect(shown()).toBe('bca')
    order.cancel()
    expect([shown(), asked, order.dragged]).toEqual(['abc', [], null])
    order.drag('c')
    order.over('a')
    await order.drop()
    order.cancel()
    expect([shown(), asked]).toEqual(['cab', ['cab']])
    await order.drop()
    order.over('b')
    expect([shown(), asked]).toEqual(['cab', ['cab']])
  })

  it('keeps one that is added while another order is being stored', async () => {
    const { order, hold, shown } = rail('a', 'b', 'c')
    const letGo = hold()
    const moves = [order.move('a', 1), order.move('a', 1)]
    expect(shown()).toBe('bca')
    letGo()
    await Promise.all(moves)
    expect(shown()).toBe('bca')
  })

  it('stays while an update of main still has another one', async () => {
    let letGo = (): void => undefined
    const window = windowFixture({
      answer: (name) =>
        name === 'accounts.arrange'
          ? new Promise((resolve) => {
              letGo = () => {
                resolve({ ok: true, value: null })
              }
            })
          : undefined,
    })
    await window.model.start()
    const shown = () => window.model.accounts.state?.accounts.map(({ id }) => id)
    const arranging = window.model.accounts.arrange(['b', 'a'])
    window.update({ type: 'app', state: window.state(['a', 'b']) })
    expect(shown()).toEqual(['b', 'a'])
    letGo()
    expect(await arranging).toBe(true)
    window.update({ type: 'app', state: window.state(['b', 'a', 'c']) })
    expect(shown()).toEqual(['b', 'a', 'c'])
  })

  it('is requested from main, and a refusal is reported', async () => {
    const window = windowFixture({
      answer: (name) => (name === 'accounts.arrange' ? refused('ENGINE_RESTARTED') : undefined),
    })
    await window.model.start()
    const shown = () => window.model.accounts.state?.accounts.map(({ id }) => id)
    const arranging = window.model.accounts.arrange(['b', 'a'])
    expect(shown()).toEqual(['b', 'a'])
    expect(await arranging).toBe(false)
    expect(shown()).toEqual(['a', 'b'])
    expect(window.calls.at(-1)).toEqual({ name: 'accounts.arrange', input: { accountIds: ['b', 'a'] } })
    expect(window.model.notices.text).not.toBeNull()
  })
})
