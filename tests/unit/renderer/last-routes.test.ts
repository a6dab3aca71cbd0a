import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { MessageItem } from '#contract/messages.ts'
import type { SnippetsScreen } from '#renderer/features/snippets/snippets-screen.svelte.ts'
import { ListScroll, type ScrolledList } from '#renderer/ui/list/list-scroll.ts'
import { answered, windowFixture, topic, shownConversation } from './window-fixture.ts'

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
})

/** A list of rows of 50 pixels in a view whose upper edge is at 100. */
function drawn(keys: readonly string[], scrollTop = 0): ScrolledList {
  const list = {
    scrollTop,
    getBoundingClientRect: () => ({ top: 100, bottom: 300 }),
    querySelectorAll: () =>
      keys.map((key, index) => ({
        dataset: { keptRow: key, keptIndex: String(index) },
        getBoundingClientRect: () => ({
          top: 100 + index * 50 - list.scrollTop,
          bottom: 150 + index * 50 - list.scrollTop,
        }),
      })),
  }
  return list as unknown as ScrolledList
}

const keys = Array.from({ length: 20 }, (_, index) => `row ${index}`)

describe('the position in a list', () => {
  it('is that of the first row in view, and is restored at the same offset of the view', () => {
    const scroll = new ListScroll(null)
    expect(scroll.position()).toBeNull()
    scroll.attach(drawn(keys, 320))
    const position = scroll.position()
    expect(position).toEqual({ row: 'row 6', index: 6, offset: -20, isAtEnd: false })
    const again = drawn(['new', ...keys])
    new ListScroll(position).attach(again)
    expect(again.scrollTop).toBe(370)
  })

  it('is that of the next row if the row is gone, or of the last one in a shorter list', () => {
    const position = { row: 'gone', index: 6, offset: -20, isAtEnd: false }
    const list = drawn(keys)
    new ListScroll(position).attach(list)
    expect(list.scrollTop).toBe(320)
    const short = drawn(keys.slice(0, 3))
    new ListScroll(position).attach(short)
    expect(short.scrollTop).toBe(120)
    const empty = drawn([])
    const scroll = new ListScroll(position)
    scroll.attach(empty)
    expect([empty.scrollTop, scroll.position()]).toEqual([0, null])
  })

  it('is unknown before the list is drawn, after it is removed, and until a long list has its row', () => {
    const position = { row: 'row 6', index: 6, offset: -20, isAtEnd: false }
    const scroll = new ListScroll(position)
    const detach = scroll.attach(drawn(keys), false)
    expect([scroll.wanted, scroll.position()]).toEqual([position, null])
    scroll.done()
    expect(scroll.position()?.row).toBe('row 0')
    detach()
    expect(scroll.position()).toBeNull()
  })
})

describe('a route that is left', () => {
  it('keeps the scroll position of a list for back and for a switch of accounts', async () => {
    const window = windowFixture()
    const { routes } = window.model
    await window.model.start()
    for (const kind of ['inbox', 'recent', 'drafts', 'unsent', 'scheduled', 'snippets'] as const) {
      window.model.routeNavigator.show(topic(`before ${kind}`))
      routes.go({ kind })
      await answered()
      const screen = () => routes.shown?.screen as SnippetsScreen
      screen().scroll.attach(drawn(keys, 320))
      routes.back()
      routes.forward()
      expect(screen().scroll.wanted?.row, kind).toBe('row 6')
      // The screen was not drawn this time, so the kept position stays.
      window.model.accounts.show('b')
      window.model.accounts.show('a')
      expect(screen().scroll.wanted?.row, kind).toBe('row 6')
    }
  })

  it('keeps the text of a search, and a new visit has none', async () => {
    const window = windowFixture()
    const { routes } = window.model
    await window.model.start()
    const screen = () => routes.shown?.screen as SnippetsScreen
    window.model.routeNavigator.show(topic('lunch'))
    window.model.routeNavigator.showRoute({ kind: 'snippets' })
    await screen().search('hours')
    routes.back()
    routes.forward()
    await answered()
    expect(screen().text).toBe('hours')
    expect(window.openViews().at(-1)?.query).toEqual({ type: 'snippets', text: 'hours' })
    window.model.accounts.show('b')
    window.model.accounts.show('a')
    expect(screen().text).toBe('hours')
    window.model.routeNavigator.show(topic('lunch'))
    window.model.routeNavigator.showRoute({ kind: 'snippets' })
    expect(screen().text).toBe('')
  })
})

describe('an unfinished edit', () => {
  const message = { id: 7, canEdit: true, change: null } as unknown as MessageItem

  async function edited(answer?: Parameters<typeof windowFixture>[0]) {
    const window = windowFixture({
      answer: (name) =>
        name === 'messages.raw' ? Promise.resolve({ ok: true, value: { content: 'as it was' } }) : undefined,
      ...answer,
    })
    await window.model.start()
    window.model.routeNavigator.show(topic('lunch'))
    await answered()
    const actions = () => {
      const shown = shownConversation(window.model)?.actions
      if (shown == null) throw new Error('no conversation is shown')
      return shown
    }
    await actions().startEditing(message)
    return { window, actions }
  }

  it('continues when its conversation is opened again, only in this account', async () => {
    const { window, actions } = await edited()
    actions().editedText = 'as it will be'
    window.model.routeNavigator.show(topic('dinner'))
    await answered()
    expect(actions().editing).toBeNull()
    window.model.accounts.show('b')
    window.model.routeNavigator.show(topic('lunch'))
    await answered()
    expect(actions().editing).toBeNull()
    window.model.accounts.show('a')
    window.model.routeNavigator.show(topic('lunch'))
    await answered()
    expect([actions().editing?.messageId, actions().editing?.original]).toEqual([7, 'as it was'])
    expect(actions().editedText).toBe('as it will be')
  })

  it('is dropped if it was cancelled, changed nothing, or is being saved', async () => {
    for (const end of ['cancel', 'nothing', 'save'] as const) {
      const { window, actions } = await edited()
      if (end !== 'nothing') actions().editedText = 'as it will be'
      if (end === 'cancel') actions().cancelEditing()
      const saved = end === 'save' ? actions().saveEdit() : null
      // The conversation is left before the edit is saved.
      window.model.routeNavigator.show(topic('dinner'))
      await saved
      window.model.routeNavigator.show(topic('lunch'))
      await answered()
      expect(actions().editing, end).toBeNull()
    }
  })

  it('is kept if it could not be saved', async () => {
    const { window, actions } = await edited({
      answer: (name) => {
        if (name === 'messages.raw') return Promise.resolve({ ok: true, value: { content: 'as it was' } })
        return name === 'messages.edit' ? Promise.resolve({ ok: false, error: { code: 'CLOSED' } }) : undefined
      },
    })
    actions().editedText = 'as it will be'
    const saved = actions().saveEdit()
    window.model.routeNavigator.show(topic('dinner'))
    await saved
    window.model.routes.back()
    await answered()
    expect(actions().editedText).toBe('as it will be')
  })

  it('is dropped with its account', async () => {
    const { window, actions } = await edited()
    actions().editedText = 'as it will be'
    await window.model.accounts.signOut('a')
    window.model.routes.showAccount('a')
    window.model.routeNavigator.show(topic('lunch'))
    await answered()
    expect(actions().editing).toBeNull()
  })
})
