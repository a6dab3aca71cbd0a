import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  FormulaDrawer,
  type Formula,
  type FormulaWorker,
  type FromFormulaWorker,
  type ToFormulaWorker,
} from '#renderer/parts/content/formula-drawer.ts'
import { clientLimits } from '#shared/client-limits.ts'

/** A worker that draws nothing by itself. */
class FakeWorker implements FormulaWorker {
  readonly asked: ToFormulaWorker[] = []
  isEnded = false
  onmessage: Worker['onmessage'] = null
  onerror: Worker['onerror'] = null

  postMessage(message: unknown): void {
    this.asked.push(structuredClone(message) as ToFormulaWorker) // the drawer posts nothing else
  }

  terminate(): void {
    this.isEnded = true
  }

  says(message: FromFormulaWorker): void {
    this.onmessage?.call(this as unknown as Worker, { data: message } as MessageEvent)
  }

  /** Draws the first formulas of the last requested message. */
  draws(count: number, htmlOf = (source: string): string | null => `<b>${source}</b>`): void {
    const { job, formulas } = this.asked.at(-1) ?? { job: 0, formulas: [] }
    for (const [index, { source }] of formulas.slice(0, count).entries()) {
      this.says({ type: 'drawn', job, index, html: htmlOf(source) })
    }
  }
}

function world() {
  const workers: FakeWorker[] = []
  const drawer = new FormulaDrawer(() => {
    const worker = new FakeWorker()
    workers.push(worker)
    return worker
  })
  /** The current worker, which has loaded. */
  const ready = (): FakeWorker => {
    const worker = workers.at(-1) ?? new FakeWorker()
    worker.says({ type: 'ready' })
    return worker
  }
  return { workers, drawer, ready }
}

const tex = (source: string): Formula => ({ source, isDisplay: false })

describe('the worker that draws formulas', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('starts with the first formula, and draws each source once', async () => {
    const { workers, drawer, ready } = world()
    expect(workers).toHaveLength(0)
    const withElement = { ...tex('b'), element: () => undefined }
    const drawn = drawer.draw([tex('a'), withElement, tex('a')])
    ready().draws(2)
    expect(await drawn).toEqual(['<b>a</b>', '<b>b</b>', '<b>a</b>'])
    expect(workers[0]?.asked.map(({ formulas }) => formulas)).toEqual([[tex('a'), tex('b')]])
    expect(drawer.known(tex('b'))).toBe('<b>b</b>')
    expect(drawer.known({ source: 'b', isDisplay: true })).toBeUndefined()
    expect(await drawer.draw([tex('b')])).toEqual(['<b>b</b>'])
    expect(workers[0]?.asked).toHaveLength(1)
  })

  it('is ended at the deadline; its results count, and the formula in progress is not retried', async () => {
    const { workers, drawer, ready } = world()
    const first = drawer.draw([tex('a'), tex('endless'), tex('c')])
    const second = drawer.draw([tex('d')])
    ready().draws(1)
    await vi.advanceTimersByTimeAsync(clientLimits.formulaTime.most)
    expect(await first).toEqual(['<b>a</b>', null, null])
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false])
    ready().draws(1)
    expect(await second).toEqual(['<b>d</b>'])
    const again = drawer.draw([tex('endless'), tex('c')])
    expect(workers[1]?.asked.at(-1)?.formulas).toEqual([tex('c')])
    workers[1]?.draws(1)
    expect(await again).toEqual([null, '<b>c</b>'])
  })

  it('keeps no output beyond the limit, and the source stays', async () => {
    const { drawer, ready } = world()
    const drawn = drawer.draw([tex('large'), tex('not TeX')])
    const worker = ready()
    worker.draws(2, (source) => (source === 'large' ? 'x'.repeat(clientLimits.formulaOutput.most + 1) : null))
    expect(await drawn).toEqual([null, null])
    expect(drawer.known(tex('large'))).toBeNull()
  })

  it('counts a formula once that several messages requested together', async () => {
    const { drawer, ready } = world()
    const most = clientLimits.formulaOutput.most
    const times = Math.ceil(clientLimits.formulasKept.most / most) + 1
    const messages = Array.from({ length: times }, () => drawer.draw([tex('kept'), tex('large')]))
    const worker = ready()
    for (const message of messages) {
      worker.draws(2, (source) => (source === 'large' ? 'x'.repeat(most) : '<b>kept</b>'))
      await message
    }
    expect(drawer.known(tex('kept'))).toBe('<b>kept</b>')
    expect(drawer.known(tex('large'))).toHaveLength(most)
  })

  it('draws a message completely even if it evicts a known formula', async () => {
    const { drawer, ready } = world()
    const first = drawer.draw([tex('known')])
    const worker = ready()
    worker.draws(1)
    await first
    const most = clientLimits.formulaOutput.most
    const others = Array.from({ length: Math.ceil(clientLimits.formulasKept.most / most) + 1 }, (_, i) => tex(`n${i}`))
    const drawn = drawer.draw([tex('known'), ...others])
    worker.draws(others.length, () => 'x'.repeat(most))
    expect((await drawn)[0]).toBe('<b>known</b>')
    expect(drawer.known(tex('known'))).toBeUndefined()
  })

  it('leaves the sources if it cannot start, and is tried again later', async () => {
    const { workers, drawer, ready } = world()
    const drawn = drawer.draw([tex('a')])
    workers[0]?.onerror?.call(workers[0] as unknown as Worker, {} as ErrorEvent)
    expect(await drawn).toEqual([null])
    const again = drawer.draw([tex('a')])
    ready().draws(1)
    expect(await again).toEqual(['<b>a</b>'])
    expect(workers).toHaveLength(2)
  })

  it('is not awaited if it never loads', async () => {
    const { drawer } = world()
    const drawn = drawer.draw([tex('a')])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await drawn).toEqual([null])
  })

  it('has a limited queue of the newest messages', async () => {
    const { workers, drawer, ready } = world()
    const most = clientLimits.formulasWaiting.most
    const all = Array.from({ length: most + 1 }, (_, index) => drawer.draw([tex(`f${index}`)]))
    expect(await all[0]).toEqual([null])
    const worker = ready()
    for (let drawn = 0; drawn < most; drawn += 1) worker.draws(1)
    expect(await all.at(-1)).toEqual([`<b>f${most}</b>`])
    expect(workers[0]?.asked).toHaveLength(most)
  })
})
