import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Result } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { UnfinishedEdit } from '#contract/drafts.ts'
import { KeptEdits } from '#renderer/parts/messages/edits/kept-edits.ts'
import { MessageActions } from '#renderer/parts/messages/message/message-actions.svelte.ts'

const lunch: Narrow = { kind: 'topic', streamId: 1, topic: 'lunch' }
const supper: Narrow = { kind: 'topic', streamId: 1, topic: 'supper' }

/** A page over an engine that stores edits; a new page has the edits that the last one stored. */
function engine() {
  const stored = new Map<string, UnfinishedEdit>()
  const state = { fails: false }
  const calls: string[] = []
  const call = (name: string, input: { narrowJson?: string }): Promise<Result<unknown>> => {
    calls.push(name)
    if (state.fails) return Promise.resolve({ ok: false, error: { code: 'DISK_FULL' } })
    const { narrowJson = '' } = input
    if (name === 'edits.list') return Promise.resolve({ ok: true, value: [...stored.values()] })
    if (name === 'edits.drop') stored.delete(narrowJson)
    if (name === 'edits.keep') {
      const { messageId, original, isAgain, text } = input as UnfinishedEdit // the input of this call
      stored.set(narrowJson, { narrowJson, messageId, original, isAgain, text })
    }
    return Promise.resolve({ ok: true, value: null })
  }
  const bridge = { call } as unknown as Bridge // the calls match the contract
  const page = () => {
    const edits = new KeptEdits(bridge)
    const open = (narrow: Narrow) => {
      const actions = new MessageActions({ bridge, accountId: 'a' } as never) // the calls that edits need
      edits.open('a', narrow, actions)
      return actions
    }
    return { edits, open, leave: (narrow: Narrow, actions: MessageActions) => edits.leave('a', narrow, actions) }
  }
  return { page, calls, state, texts: () => [...stored.values()].map(({ text }) => text) }
}

const begin = (actions: MessageActions) => {
  actions.resume({ messageId: 7, original: 'before', isAgain: false, text: 'before' })
}

describe('unfinished edits', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('are stored a quarter of a second after a key press, and continue in a new page', async () => {
    const { page, texts } = engine()
    const actions = page().open(lunch)
    begin(actions)
    actions.type('before and')
    actions.type('before and after')
    await vi.advanceTimersByTimeAsync(250)
    expect(texts()).toEqual(['before and after'])
    const next = page()
    const other = next.open(supper)
    const again = next.open(lunch)
    await vi.advanceTimersByTimeAsync(0)
    expect(other.editing).toBeNull()
    expect([again.editedText, again.editing]).toEqual([
      'before and after',
      { messageId: 7, original: 'before', isAgain: false },
    ])
  })

  it('stay with their conversation when it is left and opened again, also if its topic moved', async () => {
    const { page, texts } = engine()
    const { open, leave } = page()
    const actions = open(lunch)
    begin(actions)
    actions.type('on the way')
    leave(supper, actions)
    await vi.advanceTimersByTimeAsync(0)
    expect(texts()).toEqual(['on the way'])
    expect(open(lunch).editing).toBeNull()
    const again = open(supper)
    expect(again.editedText).toBe('on the way')
    again.cancelEditing()
    await vi.advanceTimersByTimeAsync(250)
    expect(texts()).toEqual([])
  })

  it('are removed once they are saved or abandoned, also after their conversation was left', async () => {
    const { page, texts } = engine()
    const { open, leave } = page()
    const saved = open(lunch)
    begin(saved)
    saved.type('to be saved')
    await vi.advanceTimersByTimeAsync(250)
    const saving = saved.saveEdit()
    leave(lunch, saved)
    await saving
    await vi.advanceTimersByTimeAsync(250)
    expect(texts()).toEqual([])
    expect(open(lunch).editing).toBeNull()
    // An edit without a change is not stored.
    const idle = open(supper)
    begin(idle)
    await vi.advanceTimersByTimeAsync(250)
    expect(texts()).toEqual([])
  })

  it('are stored with the next key press after a failure, and loaded once the engine answers', async () => {
    const { page, state, texts } = engine()
    const actions = page().open(lunch)
    begin(actions)
    state.fails = true
    actions.type('one')
    await vi.advanceTimersByTimeAsync(250)
    expect(texts()).toEqual([])
    state.fails = false
    actions.type('one two')
    await vi.advanceTimersByTimeAsync(250)
    expect(texts()).toEqual(['one two'])
    state.fails = true
    const again = page().open(lunch)
    await vi.advanceTimersByTimeAsync(900)
    state.fails = false
    expect(again.editing).toBeNull()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(again.editedText).toBe('one two')
  })

  it('that are typed while those of the last run are loaded are not replaced by them', async () => {
    const { page, texts } = engine()
    const first = page().open(lunch)
    begin(first)
    first.type('of the last run')
    await vi.advanceTimersByTimeAsync(250)
    const { open, edits } = page()
    const actions = open(lunch)
    begin(actions)
    actions.type('newer')
    await edits.flush()
    await vi.advanceTimersByTimeAsync(250)
    expect([actions.editedText, texts()]).toEqual(['newer', ['newer']])
  })
})
