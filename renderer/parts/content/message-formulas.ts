import { clientLimits } from '#shared/client-limits.ts'
import { isDrawable } from '#shared/formulas.ts'
import { afterFrame } from '../../ui/after-frame.ts'
import { drawingQueue } from './drawing-queue.ts'
import { FormulaDrawer, type Formula } from './formula-drawer.ts'

/** The limit of formula HTML that is inserted per frame, in characters: it is slow to lay out. */
const inFrame = 40_000
let insertedInFrame = 0

const drawer = new FormulaDrawer(
  () => new Worker(new URL('./formula-worker.ts', import.meta.url), { type: 'module', name: 'formulas' }),
)

interface FormulaSpan extends Formula {
  readonly element: HTMLElement
}

/**
 * Draws the formulas of a message from their sources; the server's markup is not used. Formulas beyond the limits,
 * after the deadline or with invalid TeX show their source.
 */
export async function drawFormulas(body: HTMLElement): Promise<void> {
  const spans = drawableFormulas(body)
  if (spans.length === 0) return
  // Cached formulas are inserted before the row is painted.
  const known = spans.map((span) => drawer.known(span))
  insert(spans, known.includes(undefined) ? await drawer.draw(spans) : known)
}

function drawableFormulas(body: HTMLElement): FormulaSpan[] {
  let length = 0
  const spans: FormulaSpan[] = []
  for (const element of body.querySelectorAll<HTMLElement>('span.tex')) {
    const source = element.textContent
    if (!isDrawable(source, clientLimits.formulaSource.most)) continue
    length += source.length
    if (length > clientLimits.formulaSources.most) break
    spans.push({ element, source, isDisplay: element.classList.contains('tex-display') })
  }
  return spans
}

interface Drawn {
  readonly element: HTMLElement
  readonly html: string
}

/** Inserts the formulas that fit into this frame, and the others in later frames. */
function insert(spans: readonly FormulaSpan[], drawn: readonly (string | null | undefined)[]): void {
  let length = 0
  const wanted: Drawn[] = []
  for (const [index, { element }] of spans.entries()) {
    const html = drawn[index] ?? null
    if (html === null) continue
    length += html.length
    if (length > clientLimits.formulaOutputs.most) break
    wanted.push({ element, html })
  }
  const [first = [], ...later] = portions(wanted, inFrame - insertedInFrame)
  noteInserted(first)
  put(first)
  if (later.length > 0) drawingQueue.add(later.map((portion) => () => put(portion)))
}

/**
 * Splits formulas into one portion per frame. The first fits into the available space and may be empty; each further
 * one has at least one formula.
 */
function portions(wanted: readonly Drawn[], room: number): Drawn[][] {
  const all: Drawn[][] = [[]]
  let left = room
  for (const each of wanted) {
    if (each.html.length > left && (all.length === 1 || all.at(-1)?.length !== 0)) {
      all.push([])
      left = inFrame
    }
    all.at(-1)?.push(each)
    left -= each.html.length
  }
  return all
}

function noteInserted(drawn: readonly Drawn[]): void {
  if (drawn.length === 0) return
  if (insertedInFrame === 0) afterFrame(() => (insertedInFrame = 0))
  insertedInFrame += drawn.reduce((sum, { html }) => sum + html.length, 0)
}

function put(drawn: readonly Drawn[]): void {
  for (const { element, html } of drawn) {
    // KaTeX generated this HTML in the worker, without `trust`: it contains no URL and no script.
    // The attribute keeps the source for copying.
    element.dataset.tex = element.textContent
    element.innerHTML = html
    element.classList.replace('tex', 'tex-drawn')
  }
}
