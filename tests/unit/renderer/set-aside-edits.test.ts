import { describe, expect, it } from 'vitest'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { EditSetAside } from '#contract/drafts.ts'
import type { LastWritten, MessageItem } from '#contract/messages.ts'
import { Notices } from '#renderer/state/notices.svelte.ts'
import { EditLast } from '#renderer/parts/messages/edit-last.ts'
import { MessageActions } from '#renderer/parts/messages/message/message-actions.svelte.ts'

const lunch: Narrow = { kind: 'topic', streamId: 1, topic: 'lunch' }
const answered = () => new Promise((resolve) => setTimeout(resolve))

function message(id: number, more: Partial<MessageItem> = {}): MessageItem {
  return { id, kind: 'message', canEdit: true, change: null, ...more } as unknown as MessageItem
}

/** An engine with messages, whose stored texts outlive its pages. */
function engine() {
  const texts = new Map<number, string>([
    [7, 'seven'],
    [8, 'eight'],
  ])
  const aside = new Map<number, EditSetAside>()
  const refusals = new Map<string, Failure>()
  const call = (
    name: string,
    input: { messageId: number; content: string } & EditSetAside,
  ): Promise<Result<unknown>> => {
    const { messageId, original, text } = input
    const refusal = refusals.get(name)
    if (refusal !== undefined) return Promise.resolve({ ok: false, error: refusal })
    if (name === 'messages.raw') return Promise.resolve({ ok: true, value: { content: texts.get(messageId) ?? '' } })
    if (name === 'edits.aside') return Promise.resolve({ ok: true, value: aside.get(messageId) ?? null })
    if (name === 'edits.setAside') aside.set(messageId, { original, text })
    if (name === 'edits.dropAside') aside.delete(messageId)
    if (name === 'messages.edit') {
      texts.set(messageId, input.content)
      aside.delete(messageId)
    }
    return Promise.resolve({ ok: true, value: null })
  }
  const bridge = { call } as unknown as Bridge // the calls match the contract
  const page = () => {
    const notices = new Notices()
    const { notify, notifyWithAction } = notices
    return { notices, actions: new MessageActions({ bridge, accountId: 'a', notify, notifyWithAction } as never) }
  }
  return { page, texts, aside, refusals }
}

describe('an abandoned edit', () => {
  it('is restored with its changes, also in another page, with a notice', async () => {
    const { page, aside } = engine()
    const { actions, notices } = page()
    await actions.startEditing(message(7))
    actions.type('seven and a half')
    actions.cancelEditing()
    await answered()
    expect(actions.editing).toBeNull()
    expect(notices.text).toBe('Your changes are saved. Edit the message again to continue.')
    const next = page().actions
    await next.startEditing(message(7))
    expect([next.editedText, next.kept?.isShown, next.kept?.isOutdated]).toEqual(['seven and a half', true, false])
    expect(next.editing?.original).toBe('seven')
    expect(aside.size).toBe(1)
  })

  it('continues at its position from its notice', async () => {
    const { page } = engine()
    const { actions, notices } = page()
    await actions.startEditing(message(7))
    actions.type('half')
    actions.cancelEditing()
    await answered()
    notices.action?.run()
    expect([actions.editing?.messageId, actions.editedText, notices.text]).toEqual([7, 'half', null])
  })

  it('leaves nothing behind without a change', async () => {
    const { page, aside } = engine()
    const { actions, notices } = page()
    await actions.startEditing(message(7))
    actions.cancelEditing()
    await answered()
    expect([aside.size, notices.text, notices.action]).toEqual([0, null, null])
  })

  it('is available beside the message if that changed meanwhile', async () => {
    const { page, texts } = engine()
    const { actions } = page()
    await actions.startEditing(message(7))
    actions.type('mine')
    actions.cancelEditing()
    await answered()
    texts.set(7, 'theirs')
    await actions.startEditing(message(7))
    expect([actions.editedText, actions.kept?.isOutdated]).toEqual(['mine', true])
    actions.swapKept()
    expect([actions.editedText, actions.kept?.isShown]).toEqual(['theirs', false])
    actions.type('theirs, changed')
    actions.swapKept()
    expect(actions.editedText).toBe('mine')
    actions.swapKept()
    expect(actions.editedText).toBe('theirs, changed')
    // Abandoning it again with both texts changed loses neither.
    actions.cancelEditing()
    await answered()
    await actions.startEditing(message(7))
    expect(actions.editedText).toBe('theirs, changed\n\nmine')
  })

  it('is kept if only the current message was viewed', async () => {
    const { page, aside } = engine()
    const { actions } = page()
    await actions.startEditing(message(7))
    actions.type('mine')
    actions.cancelEditing()
    await answered()
    await actions.startEditing(message(7))
    actions.swapKept()
    actions.cancelEditing()
    await answered()
    expect(aside.get(7)?.text).toBe('mine')
  })

  it('is removed once the message is saved, or the changes are discarded', async () => {
    const { page, aside, texts } = engine()
    const { actions } = page()
    for (const messageId of [7, 8]) {
      await actions.startEditing(message(messageId))
      actions.type('changed')
      actions.cancelEditing()
      await answered()
    }
    await actions.startEditing(message(7))
    await actions.saveEdit()
    expect([texts.get(7), actions.kept, [...aside.keys()]]).toEqual(['changed', null, [8]])
    await actions.startEditing(message(8))
    await actions.dropKept()
    expect([actions.editedText, actions.kept, aside.size]).toEqual(['eight', null, 0])
  })

  it('results from editing another message, but not from editing the same one again', async () => {
    const { page, aside } = engine()
    const { actions } = page()
    await actions.startEditing(message(7))
    actions.type('half')
    await actions.startEditing(message(7))
    expect(actions.editedText).toBe('half')
    await actions.startEditing(message(8))
    await answered()
    expect([actions.editing?.messageId, actions.editedText, aside.get(7)?.text]).toEqual([8, 'eight', 'half'])
  })

  it('stays open if it cannot be stored', async () => {
    const { page, refusals } = engine()
    const { actions } = page()
    await actions.startEditing(message(7))
    actions.type('half')
    refusals.set('edits.setAside', { code: 'DISK_FULL' } as never)
    actions.cancelEditing()
    await answered()
    expect([actions.editing?.messageId, actions.editedText, actions.editFailure]).toEqual([
      7,
      'half',
      { code: 'DISK_FULL' },
    ])
  })

  it('is restored if the server is unreachable', async () => {
    const { page, refusals } = engine()
    const { actions } = page()
    await actions.startEditing(message(7))
    actions.type('half')
    actions.cancelEditing()
    await answered()
    refusals.set('messages.raw', { code: 'OFFLINE', values: { wanted: 'text' } } as never)
    await actions.startEditing(message(7))
    expect([actions.editedText, actions.editing?.original]).toEqual(['half', 'seven'])
  })

  it('keeps the changed text of a queued edit', async () => {
    const { page } = engine()
    const { actions } = page()
    const waiting = message(7, { change: { kind: 'edit', text: 'waits' } as never })
    await actions.startEditing(waiting)
    actions.type('waits and more')
    actions.cancelEditing()
    await answered()
    await actions.startEditing(waiting)
    expect([actions.editedText, actions.editing?.isAgain]).toEqual(['waits and more', true])
  })

  it('withdraws its notice when the conversation is left', async () => {
    const { page } = engine()
    const { actions, notices } = page()
    await actions.startEditing(message(7))
    actions.type('half')
    actions.cancelEditing()
    await answered()
    actions.leave()
    expect([notices.text, notices.action]).toEqual([null, null])
    notices.notify('Something else.')
    actions.leave()
    expect(notices.text).toBe('Something else.')
  })
})

describe('a message that cannot be edited', () => {
  it('reports the reason, and opens no field', async () => {
    const { page, refusals } = engine()
    const { actions, notices } = page()
    refusals.set('messages.raw', { code: 'NOT_ALLOWED', values: { act: 'edit_widget' } } as never)
    await actions.startEditing(message(7, { canEdit: false }))
    expect([actions.editing, notices.text]).toEqual([null, 'The text of polls and to-do lists can’t be edited.'])
  })
})

describe('editing the last written message', () => {
  function setUp(...answers: Result<LastWritten>[]) {
    const done: string[] = []
    const composer = { content: '', narrow: lunch, focusRequests: 0, flush: () => Promise.resolve() }
    const last = new EditLast(() => ({
      composer,
      ask: () => Promise.resolve(answers.shift() ?? { ok: true, value: { kind: 'nothing' } }),
      editMessage: (id) => done.push(`edits ${id}`),
      showDraft: (narrow) => done.push(`shows ${narrow.kind}`),
      notify: (sentence) => done.push(sentence),
    }))
    return { last, composer, done }
  }
  const leaving: Result<LastWritten> = { ok: true, value: { kind: 'leaving', localId: 'x' } }
  const there: Result<LastWritten> = { ok: true, value: { kind: 'message', messageId: 7 } }

  it('edits a sent message in place, and focuses the composer for a message that was taken back', async () => {
    const { last, composer, done } = setUp(there, {
      ok: true,
      value: { kind: 'taken_back', localId: 'x', narrow: lunch },
    })
    await last.edit()
    expect(done).toEqual(['edits 7'])
    await last.edit()
    expect([composer.focusRequests, done.length]).toEqual([1, 1])
  })

  it('opens the draft of its topic if that is another conversation', async () => {
    const narrow: Narrow = { kind: 'topic', streamId: 1, topic: 'bread' }
    const { last, done } = setUp({ ok: true, value: { kind: 'taken_back', localId: 'x', narrow } })
    await last.edit()
    expect(done).toEqual(['shows topic'])
  })

  it('starts once its outcome is known, with one notice', async () => {
    const { last, done } = setUp(leaving, leaving, there)
    await last.edit()
    expect(last.isWaiting).toBe(true)
    await last.look()
    await last.look()
    await last.look()
    expect(done).toEqual(['This message is being sent. You can edit it in a moment.', 'edits 7'])
    expect(last.isWaiting).toBe(false)
  })

  it('is cancelled if the user continues to write', async () => {
    const { last, composer, done } = setUp(leaving, there)
    await last.edit()
    composer.content = 'n'
    await last.look()
    expect([last.isWaiting, done.length]).toEqual([false, 1])
  })

  it('reports why the message cannot be edited', async () => {
    const { last, done } = setUp({ ok: false, error: { code: 'NOT_ALLOWED', values: { act: 'edit_widget' } } })
    await last.edit()
    expect(done).toEqual(['The text of polls and to-do lists can’t be edited.'])
  })
})
