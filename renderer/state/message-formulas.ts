import { clientLimits } from '../../shared/client-limits.ts'
import { isSettable } from '../../shared/formulas.ts'
import { FormulaDrawer, type Formula } from './formula-drawer.ts'

/** So long the page inserts formulas without drawing a frame in between, in milliseconds. */
const sliceMs = 10

const drawer = new FormulaDrawer(
  () => new Worker(new URL('./formula-worker.ts', import.meta.url), { type: 'module', name: 'formulas' }),
)

interface Place extends Formula {
  readonly element: HTMLElement
}

/**
 * Draws the formulas of a message from their sources alone, so that nothing of the server's markup is taken over. What is
 * beyond the bounds, takes too long or is no TeX stays as its source (X2).
 */
export async function drawFormulas(body: HTMLElement): Promise<void> {
  const places = settablePlaces(body)
  if (places.length === 0) return
  // What was drawn before is there before the row is painted.
  const known = places.map((place) => drawer.known(place))
  await insert(places, known.includes(undefined) ? await drawer.draw(places) : known)
}

function settablePlaces(body: HTMLElement): Place[] {
  let length = 0
  const places: Place[] = []
  for (const element of body.querySelectorAll<HTMLElement>('span.tex')) {
    const source = element.textContent
    if (!isSettable(source, clientLimits.formulaSource.most)) continue
    length += source.length
    if (length > clientLimits.formulaSources.most) break
    places.push({ element, source, isDisplay: element.classList.contains('tex-display') })
  }
  return places
}

async function insert(places: readonly Place[], drawn: readonly (string | null | undefined)[]): Promise<void> {
  let length = 0
  let started = performance.now()
  for (const [index, { element }] of places.entries()) {
    const html = drawn[index] ?? null
    if (html === null) continue
    length += html.length
    if (length > clientLimits.formulaOutputs.most) return
    // KaTeX wrote this in our worker, without `trust`: its output holds no address and no program.
    element.innerHTML = html
    element.classList.replace('tex', 'tex-drawn')
    if (performance.now() - started < sliceMs) continue
    await new Promise((resolve) => setTimeout(resolve))
    started = performance.now()
  }
}
