import { describe, expect, it } from 'vitest'
import { share, writeJson } from '#server/base/shared-json.ts'
import { mapInSlices } from '#server/base/slices.ts'

/** Counts the turns of the event loop during a task. */
async function turnsWhile(task: () => unknown): Promise<number> {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await task()
  isOver = true
  return turns
}

/** Blocks the event loop. */
function spin(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

describe('an answer', () => {
  it.each([
    [{}],
    [{ result: 'success', msg: '', list: [], object: {}, nothing: null, text: '"\u2028🙂' }],
    [{ left: undefined, list: [undefined, 1, null, 'x', [2, { a: undefined }]] }],
    [{ long: Array.from({ length: 50 }, (_, id) => ({ id, inner: Array.from({ length: 30 }, () => ({ id })) })) }],
    [{ ids: Array.from({ length: 1000 }, (_, id) => id), mixed: [1, ...Array.from({ length: 40 }, () => 'x')] }],
    [{ byName: Object.fromEntries(Array.from({ length: 60 }, (_, id) => [`p${id}`, { id, gone: undefined }])) }],
    [{ shared: [share({ a: 1 }), { b: 2 }, share({ c: [3] })], one: share({ d: 4 }) }],
  ])('is equal to the result of JSON.stringify(): %j', async (fields) => {
    expect((await writeJson(fields)).toString()).toBe(JSON.stringify(fields))
  })

  it('of one piece is written synchronously', () => {
    expect(writeJson({ messages: [{ id: 1 }] })).toBeInstanceOf(Buffer)
  })

  it('of many megabytes is written in slices, between which the event loop turns', async () => {
    const slow = { toJSON: () => (spin(5), 'x'.repeat(100_000)) }
    const list = Array.from({ length: 60 }, () => slow)
    let written: Buffer | undefined
    const turns = await turnsWhile(async () => (written = await writeJson({ list })))
    expect(JSON.parse(written?.toString() ?? '')).toEqual({ list: list.map(() => 'x'.repeat(100_000)) })
    // Six megabytes; a slice is at most half a megabyte that takes five times the time of a slice.
    expect(turns).toBeGreaterThan(8)
  })

  it('is also built in slices, in order', async () => {
    const items = Array.from({ length: 2000 }, (_, index) => index)
    let built: number[] = []
    const turns = await turnsWhile(async () => {
      built = await mapInSlices(items, (item) => (spin(0.2), item * 2))
    })
    expect(built).toEqual(items.map((item) => item * 2))
    expect(turns).toBeGreaterThan(8)
  })
})
