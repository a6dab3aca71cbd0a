import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { OpenedView } from '#contract/views.ts'
import type { Snippet } from '#contract/writing.ts'
import { ViewClient } from '#renderer/bridge/view-client.svelte.ts'
import { SnippetsScreen } from '#renderer/features/snippets/snippets-screen.svelte.ts'
import { engineWithForms } from './engine-with-forms.ts'

/** An engine that stores snippets in memory. Calls wait while `held` is set, and fail with `refusal`. */
class TestEngine {
  readonly stored = new Map<string, Snippet>()
  readonly open = new Set<string>()
  saves = 0
  refusal: Failure | null = null
  held: Promise<void> | null = null

  readonly bridge: Bridge = {
    call: (async (name: string, input: Record<string, unknown>): Promise<Result<unknown>> => {
      if (name === 'views.close') {
        this.open.delete(input.viewId as string)
        return { ok: true, value: null }
      }
      if (name === 'views.open') this.open.add(input.viewId as string)
      if (this.held !== null) await this.held
      if (this.refusal !== null) return { ok: false, error: this.refusal }
      const id = input.snippetId as string
      switch (name) {
        case 'views.open':
          return { ok: true, value: this.#view((input.query as { text: string }).text) }
        case 'snippets.save':
          this.saves += 1
          this.stored.set(id, { name: input.name as string, content: input.content as string })
          return { ok: true, value: null }
        case 'snippets.get': {
          const found = this.stored.get(id)
          return found === undefined ? { ok: false, error: { code: 'SNIPPET_GONE' } } : { ok: true, value: found }
        }
        case 'snippets.delete': {
          const found = this.stored.get(id) ?? null
          this.stored.delete(id)
          return { ok: true, value: found }
        }
        default:
          throw new Error(name)
      }
    }) as Bridge['call'],
    onUpdate: (_hear: (text: string) => void) => () => undefined,
  }

  #view(text: string): OpenedView {
    const found = [...this.stored].filter(([, { name, content }]) => `${name} ${content}`.includes(text))
    return {
      engineEpoch: 1,
      revision: 0,
      items: found.map(([snippetId, { name, content }]) => ({
        key: snippetId,
        kind: 'snippet',
        snippetId,
        name,
        start: content,
        localReason: null,
      })),
      meta: { total: this.stored.size, found: found.length, isShared: false },
    }
  }
}

function setUp(texts: Readonly<Record<string, Snippet>> = {}, text = '') {
  const engine = new TestEngine()
  for (const [id, snippet] of Object.entries(texts)) engine.stored.set(id, snippet)
  const views = new ViewClient(engine.bridge)
  const list = new SnippetsScreen(
    { accountId: 'a', position: null, text },
    {
      bridge: engine.bridge,
      views,
      leftForms: engineWithForms().page().forms,
    },
  )
  return { engine, list, names: () => list.items.map(({ name }) => name) }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const hours = { name: 'hours', content: 'From nine.' }
const greeting = { name: 'greeting', content: 'Hello!' }

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('the list of snippets', () => {
  it('keeps the previous list until the next search is answered, and leaves no view open', async () => {
    const { engine, list, names } = setUp({ h: hours, g: greeting })
    await pass(0)
    expect(names()).toEqual(['hours', 'greeting'])
    let release = (): void => undefined
    engine.held = new Promise((resolve) => (release = resolve))
    void list.search('n')
    void list.search('nine')
    await pass(0)
    expect(names()).toEqual(['hours', 'greeting'])
    release()
    await pass(0)
    expect(names()).toEqual(['hours'])
    list.close()
    await pass(0)
    expect([...engine.open]).toEqual([])
  })

  it('restores a deleted snippet with its id', async () => {
    const { engine, list } = setUp({ h: hours })
    expect(await list.remove('h')).toBe(true)
    expect(list.deleted).toMatchObject(hours)
    await list.restore()
    expect(engine.stored.get('h')).toEqual(hours)
    expect(list.deleted).toBeNull()
  })

  it('reports why a snippet cannot be read, and continues', async () => {
    const { list } = setUp()
    expect(await list.read('gone')).toBeNull()
    expect(list.refusal).toEqual({ code: 'SNIPPET_GONE' })
    await list.startNew()
    expect(list.refusal).toBeNull()
  })
})

describe('a snippet in the editor', () => {
  it('is stored while the user types, and at once when the list is left', async () => {
    const { engine, list } = setUp({ h: hours })
    await list.edit('h')
    const { editor } = list
    expect(editor).toMatchObject({ name: 'hours', content: 'From nine.', isNew: false })
    for (const content of ['From t', 'From te', 'From ten']) {
      editor!.content = content
      editor!.edited()
      await pass(100)
    }
    await pass(300)
    expect(engine.stored.get('h')?.content).toBe('From ten')
    expect(engine.saves).toBeLessThanOrEqual(2)
    editor!.content = 'From ten on.'
    editor!.edited()
    list.close()
    await pass(0)
    expect(engine.stored.get('h')?.content).toBe('From ten on.')
  })

  it('returns to its original when it is reverted, and a new one is removed', async () => {
    const { engine, list } = setUp({ h: hours })
    await list.edit('h')
    list.editor!.content = 'never'
    list.editor!.edited()
    await pass(500)
    await list.revert()
    expect(engine.stored.get('h')).toEqual(hours)
    expect(list.editor).toBeNull()
    await list.startNew()
    list.editor!.content = 'a new one'
    list.editor!.edited()
    await pass(500)
    expect(engine.stored.size).toBe(2)
    await list.revert()
    expect([...engine.stored.keys()]).toEqual(['h'])
  })

  it('needs a text only at the end, and an empty new one leaves nothing behind', async () => {
    const { engine, list } = setUp()
    await list.startNew()
    list.editor!.name = 'hours'
    list.editor!.edited()
    await pass(500)
    expect(list.editor?.failure).toBeNull()
    expect(await list.finish()).toBe(false)
    expect(list.editor?.failure).toEqual({ code: 'SNIPPET_EMPTY' })
    list.editor!.name = ''
    list.editor!.edited()
    expect(await list.finish()).toBe(true)
    expect(engine.stored.size).toBe(0)
  })

  it('is kept and retried if it cannot be stored', async () => {
    const { engine, list } = setUp()
    await list.startNew()
    engine.refusal = { code: 'NO_ANSWER' }
    list.editor!.content = 'kept'
    list.editor!.edited()
    expect(await list.finish()).toBe(false)
    expect(list.editor).toMatchObject({ content: 'kept', failure: { code: 'NO_ANSWER' } })
    engine.refusal = null
    await pass(2_500)
    expect([...engine.stored.values()]).toEqual([{ name: '', content: 'kept' }])
  })

  it('is stored in the order of typing, however long an earlier answer takes', async () => {
    const { engine, list } = setUp()
    await list.startNew()
    let release = (): void => undefined
    engine.held = new Promise((resolve) => (release = resolve))
    list.editor!.content = 'first'
    list.editor!.edited()
    await pass(300)
    list.editor!.content = 'second'
    list.editor!.edited()
    await pass(300)
    engine.held = null
    release()
    await pass(0)
    expect([...engine.stored.values()]).toEqual([{ name: '', content: 'second' }])
  })

  it('keeps its position in the list until it is closed', async () => {
    const { list, names } = setUp({ h: hours, g: greeting })
    await list.edit('g')
    list.editor!.name = 'a greeting'
    list.editor!.edited()
    await list.search('greeting')
    await pass(500)
    expect(list.editor).toBeNull()
    expect(names()).toEqual(['a greeting'])
    await list.edit('g')
    await list.remove('h')
    list.retry()
    await pass(500)
    expect(names()).toEqual(['a greeting'])
  })

  it('is replaced by another only when it is stored', async () => {
    const { list } = setUp({ h: hours, g: greeting })
    await list.edit('h')
    list.editor!.content = '  '
    list.editor!.edited()
    await list.edit('g')
    expect(list.editor).toMatchObject({ snippetId: 'h', failure: { code: 'SNIPPET_EMPTY' } })
    list.editor!.content = 'From eleven.'
    list.editor!.edited()
    await list.edit('g')
    expect(list.editor?.snippetId).toBe('g')
  })
})
