import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { AttachmentItem } from '#contract/drafts.ts'
import { DraftFiles } from '#renderer/parts/attachments/draft-files.svelte.ts'

const item = (id: string): AttachmentItem => ({ id, name: `${id}.png`, type: 'image/png', size: 3 })
const [a, b, c] = ['a', 'b', 'c'].map(item) as [AttachmentItem, AttachmentItem, AttachmentItem]
const refused: Failure = { code: 'ENOSPC' }

let asked: { name: string; input: object; answer: (result: Result<unknown>) => void }[]
let files: DraftFiles
let draftId: string

class Reader {
  result = 'data:;base64,AA=='
  onload = (): void => undefined
  readAsDataURL(): void {
    queueMicrotask(() => {
      this.onload()
    })
  }
}

beforeEach(() => {
  vi.stubGlobal('FileReader', Reader)
  asked = []
  draftId = 'd1'
  const bridge: Bridge = {
    call: (name, input) =>
      new Promise((resolve) => {
        asked.push({ name, input, answer: resolve as (result: Result<unknown>) => void })
      }),
    onUpdate: () => () => undefined,
  }
  files = new DraftFiles(bridge, 'a', () => ({ narrow: { kind: 'direct', userIds: [] }, draftId }))
  files.adopt([a, b, c], 1)
})

const order = () => files.attached.map(({ id }) => id).join('')
const done = (revision: number): Result<unknown> => ({ ok: true, value: { revision } })
const rules = { maxBytes: 1000, cleansPictures: false }

/** Answers calls until a call of this name waits. */
async function until(name: string) {
  for (;;) {
    await vi.waitFor(() => {
      expect(asked.length).toBeGreaterThan(0)
    })
    const next = asked.shift()
    if (next === undefined || next.name === name) return next
    next.answer(done(1))
  }
}

describe('the files of a draft', () => {
  it('move at once, and older updates of the engine do not move them back', async () => {
    const first = files.move('a', 1)
    const second = files.move('a', 2)
    expect(order()).toBe('bca')
    expect(asked.map(({ input }) => input)).toMatchObject([
      { attachmentIds: ['b', 'a', 'c'] },
      { attachmentIds: ['b', 'c', 'a'] },
    ])
    asked[0]?.answer(done(2))
    await first
    files.adopt([b, a, c], 2)
    expect(order()).toBe('bca')
    asked[1]?.answer(done(3))
    expect(await second).toBeNull()
    expect(order()).toBe('bca')
    files.adopt([b, c, a], 3)
    expect(order()).toBe('bca')
  })

  it('are not moved back by a late update from before the change', async () => {
    const moved = files.move('a', 2)
    asked[0]?.answer(done(3))
    await moved
    files.adopt([a, b, c], 2)
    expect(order()).toBe('bca')
    files.adopt([c, b, a], 4)
    expect(order()).toBe('cba')
  })

  it('take the engine’s state if the update with the change has more files', async () => {
    const moved = files.move('c', 0)
    files.adopt([c, a, b, item('d')], 2)
    asked[0]?.answer(done(2))
    await moved
    expect(order()).toBe('cabd')
  })

  it('return to their state with the reason if a change is not stored', async () => {
    const described = files.describe('a', { name: 'x.png', alt: 'Boats' })
    expect(files.attached[0]).toMatchObject({ name: 'x.png', alt: 'Boats' })
    asked[0]?.answer({ ok: false, error: refused })
    expect(await described).toBe(refused)
    expect(files.attached).toEqual([a, b, c])
    expect(files.isStored).toBe(true)
  })

  it.each([
    ['x', 0],
    ['a', 3],
    ['a', -4],
  ])('ignore unknown files and positions: %s to %i', async (id, position) => {
    expect(await files.move(id, position)).toBeNull()
    expect(asked).toEqual([])
    expect(order()).toBe('abc')
  })

  it('with an interrupted copy are discarded with their partial copies', () => {
    files.adopt([{ ...a, isArriving: true }, b], 2)
    void files.remove('a')
    void files.remove('b')
    expect(asked.map(({ name }) => name)).toEqual(['attachments.abort', 'attachments.remove'])
    expect(order()).toBe('')
  })
})

describe('files that are added', () => {
  it('appear before the first is copied, without the removed ones, and oversized ones are reported', async () => {
    const failures: Failure[] = []
    const large = new File(['x'.repeat(1001)], 'large.bin')
    const added = files.add([new File(['1'], 'one'), large, new File(['2'], 'two')], rules, (failure) => {
      failures.push(failure)
    })
    expect(files.copying.map(({ name }) => name)).toEqual(['one', 'two'])
    expect(failures).toEqual([{ code: 'FILE_TOO_LARGE', values: { name: 'large.bin', size: 1001, most: 1000 } }])
    expect(files.isStored).toBe(false)
    await files.remove(files.copying[1]?.id ?? '')
    const finish = await until('attachments.finish')
    finish?.answer(done(2))
    await added
    expect(asked).toEqual([])
    expect(files.attached.at(-1)).toMatchObject({ name: 'one' })
    expect(files.isStored).toBe(true)
  })

  it('keep the position that they got before they were copied', async () => {
    const added = files.add([new File(['1'], 'one'), new File(['2'], 'two')], rules, () => undefined)
    const [one = '', two = ''] = files.copying.map(({ id }) => id)
    expect(await files.move(two, 1)).toBeNull()
    const shown = () => files.ordered([...files.attached, ...files.copying]).map(({ id }) => id)
    expect(shown()).toEqual(['a', two, 'b', 'c', one])
    // None of the files that belong to the draft has moved among the others.
    expect(asked.filter(({ name }) => name === 'attachments.order')).toEqual([])
    const first = await until('attachments.finish')
    first?.answer(done(2))
    const second = await until('attachments.finish')
    second?.answer(done(3))
    const ordered = await until('attachments.order')
    expect(ordered?.input).toMatchObject({ attachmentIds: ['a', two, 'b', 'c', one] })
    ordered?.answer(done(4))
    await added
    expect(order()).toBe(`a${two}bc${one}`)
    // The next files are added after these.
    files.adopt([a, b, c], 5)
    expect(shown()).toEqual(['a', 'b', 'c'])
  })

  it('are counted if they are too large', async () => {
    const failures: Failure[] = []
    const large = ['one', 'two', 'three'].map((name) => new File(['x'.repeat(1001)], name))
    await files.add(large, rules, (failure) => failures.push(failure))
    expect(failures).toEqual([{ code: 'FILES_TOO_LARGE', values: { name: 'one', rest: 2, most: 1000 } }])
  })

  it('take the position that the engine gave them', async () => {
    const added = files.add([new File(['1'], 'one')], rules, () => undefined)
    const id = files.copying[0]?.id ?? ''
    const finish = await until('attachments.finish')
    files.adopt([{ ...item(id), isArriving: true }, a], 2)
    finish?.answer(done(2))
    await added
    expect(files.attached.map((file) => [file.id, file.isArriving])).toEqual([
      [id, undefined],
      ['a', undefined],
    ])
  })

  it('end in the current draft, and leave nothing in the draft where they began', async () => {
    const added = files.add([new File(['1'], 'one')], rules, () => undefined)
    await vi.waitFor(() => {
      expect(asked[0]).toMatchObject({ name: 'attachments.begin', input: { draftId: 'd1' } })
    })
    draftId = 'd2'
    const finish = await until('attachments.finish')
    expect(finish?.input).toMatchObject({ draftId: 'd2' })
    finish?.answer(done(2))
    const removal = await until('attachments.remove')
    expect(removal?.input).toMatchObject({ draftId: 'd1' })
    removal?.answer(done(3))
    await added
    expect(files.attached.at(-1)).toMatchObject({ name: 'one' })
  })

  it('that cannot be copied report the reason and are removed', async () => {
    const failures: Failure[] = []
    const added = files.add([new File(['1'], 'one')], rules, (failure) => {
      failures.push(failure)
    })
    const begin = await until('attachments.begin')
    begin?.answer({ ok: false, error: refused })
    const abort = await until('attachments.abort')
    abort?.answer(done(1))
    await added
    expect(failures).toEqual([refused])
    expect(order()).toBe('abc')
  })
})
