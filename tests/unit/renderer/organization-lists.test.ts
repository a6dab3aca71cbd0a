import { describe, expect, it } from 'vitest'
import type { LinkifierItem, ListChange } from '#contract/organization/organization-lists.ts'
import { EmojiForm, proposedName, type EmojiTools } from '#renderer/features/organization/lists/emoji-form.svelte.ts'
import { LinkifierEditor } from '#renderer/features/organization/lists/linkifier-editor.svelte.ts'
import { LinkifierOrder } from '#renderer/features/organization/lists/linkifier-order.svelte.ts'
import { ListChanges, shortName } from '#renderer/features/organization/lists/list-changes.svelte.ts'
import type { AccountCalls } from '#renderer/state/account-calls.ts'
import { LeftForms } from '#renderer/state/left-forms.svelte.ts'

const forms = () =>
  new LeftForms({
    bridge: { call: () => Promise.resolve({ ok: true, value: [] }) as never }, // the calls of kept forms
    notifyWithAction: () => () => undefined,
  })

/** Calls that are answered one by one. */
function askedCalls() {
  const asked: { readonly name: string; readonly input: unknown; readonly answer: (result: unknown) => void }[] = []
  const calls = {
    askOf: (_: string, name: string, input: unknown) =>
      new Promise((resolve) => {
        asked.push({ name, input, answer: resolve })
      }),
  } as unknown as Pick<AccountCalls, 'askOf'> // the one call that the lists make
  return { asked, calls }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))
const done = { ok: true, value: null }
const refused = { ok: false, error: { code: 'CHANGE_NEEDS_SERVER' } }

const item = (linkifierId: number): LinkifierItem => ({
  key: `linkifier:${linkifierId}`,
  kind: 'linkifier',
  linkifierId,
  pattern: `p${linkifierId}`,
  urlTemplate: '/',
})

describe('the form of a linkifier', () => {
  it('is emptied when it was saved, and keeps what was typed if it was refused', async () => {
    const { asked, calls } = askedCalls()
    const editor = new LinkifierEditor(calls, 'a', new ListChanges(calls, 'a'), forms())
    editor.edit(item(7))
    editor.urlTemplate = 'https://a.example/'
    const first = editor.submit()
    expect(asked[0]?.input).toEqual({
      change: { kind: 'change_linkifier', linkifierId: 7, pattern: 'p7', urlTemplate: 'https://a.example/' },
    })
    asked[0]?.answer(refused)
    await first
    expect(editor).toMatchObject({ changedId: 7, urlTemplate: 'https://a.example/' })
    expect(editor.submission.failure).toEqual(refused.error)
    const second = editor.submit()
    asked[1]?.answer(done)
    await second
    expect(editor).toMatchObject({ changedId: null, pattern: '', urlTemplate: '', isStarted: false })
  })

  it('has one trial on its way, and shows that of the last text', async () => {
    const { asked, calls } = askedCalls()
    const editor = new LinkifierEditor(calls, 'a', new ListChanges(calls, 'a'), forms())
    editor.sample = 'one'
    void editor.tryOut()
    editor.sample = 'two'
    void editor.tryOut()
    editor.sample = 'three'
    const last = editor.tryOut()
    expect(asked).toHaveLength(1)
    asked[0]?.answer({ ok: true, value: { problem: null, links: [], isCut: false } })
    await settled()
    expect(asked.map(({ input }) => (input as { text: string }).text)).toEqual(['one', 'three'])
    asked[1]?.answer({ ok: true, value: { problem: null, links: [], isCut: true } })
    await last
    await settled()
    expect(editor.trial?.isCut).toBe(true)
    expect(asked).toHaveLength(2)
  })
})

describe('the order of linkifiers', () => {
  const items = [item(1), item(2), item(3)]
  const ids = (order: LinkifierOrder) => order.shown(items).map(({ linkifierId }) => linkifierId)

  it('is shown while the server is asked, and returns if it refuses', async () => {
    const made: ListChange[] = []
    let isTaken = true
    const order = new LinkifierOrder({
      make: (change) => {
        made.push(change)
        return Promise.resolve(isTaken)
      },
    })
    const moving = order.move(items, items[2]!, -1)
    expect(ids(order)).toEqual([1, 3, 2])
    expect(await moving).toBe(1)
    expect(made).toEqual([{ kind: 'move_linkifier', linkifierId: 3, to: 1 }])
    expect(await order.move(items, items[0]!, -1)).toBeNull()
    isTaken = false
    expect(await order.move(items, items[0]!, 1)).toBeNull()
    expect(ids(order)).toEqual([1, 2, 3])
  })

  it('follows a drag, and returns if it ends elsewhere', async () => {
    const made: ListChange[] = []
    const order = new LinkifierOrder({ make: (change) => Promise.resolve(made.push(change) > 0) })
    order.dragged = items[0]!
    order.over(order.shown(items), items[2]!)
    expect(ids(order)).toEqual([2, 3, 1])
    order.cancel()
    expect(ids(order)).toEqual([1, 2, 3])
    order.dragged = items[0]!
    order.over(order.shown(items), items[1]!)
    await order.drop(order.shown(items))
    expect(made).toEqual([{ kind: 'move_linkifier', linkifierId: 1, to: 1 }])
  })
})

describe('the question before an entry is removed', () => {
  it('stays open with the reason if the removal fails', async () => {
    const { asked, calls } = askedCalls()
    const changes = new ListChanges(calls, 'a')
    changes.ask({ title: 'Remove?', lost: 'x', change: { kind: 'remove_emoji', name: 'boat' } })
    const first = changes.confirm()
    asked[0]?.answer(refused)
    await first
    expect(changes.question).not.toBeNull()
    expect(changes.removal.failure).toEqual(refused.error)
    const second = changes.confirm()
    asked[1]?.answer(done)
    await second
    expect(changes.question).toBeNull()
  })

  it('names an entry shortly, and without an effect on its surroundings', () => {
    expect([...shortName('x'.repeat(5000))]).toHaveLength(60)
    expect(shortName('\u202eevil')).not.toContain('\u202e')
  })
})

describe('a new emoji', () => {
  const gif = (size: number) => {
    const bytes = new Uint8Array(size)
    bytes.set(Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64'))
    return bytes
  }
  const tools: EmojiTools = {
    decode: () => Promise.resolve({ width: 1, height: 1, close: () => undefined } as never), // its size suffices
    shrink: () => Promise.resolve(new Blob([new Uint8Array(10)])),
  }

  it('has a name that its file proposes', () => {
    expect(proposedName('Party Parrot (2).GIF')).toBe('party_parrot_2')
    expect(proposedName('–.png')).toBe('')
  })

  it('is sent with its name, and a large picture is made smaller', async () => {
    const sent: { name: string; file: { name: string; type: string } }[] = []
    const program: ConstructorParameters<typeof EmojiForm>[0] = {
      addEmoji: (input) => {
        sent.push(input)
        return Promise.resolve({ ok: true, value: null })
      },
    }
    const form = new EmojiForm(program, 'a', forms(), tools)
    await form.choose(new File([gif(400_000)], 'Large Boat.gif'))
    expect(form).toMatchObject({ name: 'large_boat', problem: null, isNamed: true })
    await form.submit()
    expect(sent[0]).toMatchObject({ name: 'large_boat', file: { name: 'large_boat.png', type: 'image/png' } })
    expect(form).toMatchObject({ name: '', picture: null })
    await form.choose(new File([gif(100)], 'small.gif'))
    form.name = 'Not A Name'
    await form.submit()
    form.name = 'a name'
    await form.submit()
    expect(sent.slice(1)).toMatchObject([{ name: 'a_name', file: { type: 'image/gif' } }])
  })

  it('is not taken from a file that is no picture', async () => {
    const form = new EmojiForm({ addEmoji: () => Promise.resolve({ ok: true, value: null }) }, 'a', forms(), tools)
    await form.choose(new File(['text'], 'x.png'))
    expect(form.problem).toBe('This file isn’t a picture that Skein can read.')
    expect(form.picture).toBeNull()
  })
})
