import { limits } from '../../base/limits.ts'
import type { Drawing, Outcome } from './drawing.ts'
import { highlight } from './highlight.ts'
import { setFormula } from './set-formula.ts'

/**
 * Draws in this very thread, for as long as it takes: for the thread that does nothing else, and for texts of our own.
 * Returns null where nothing can be drawn.
 */
export function draw(drawing: Drawing): string | null {
  switch (drawing.type) {
    case 'code':
      return highlight(drawing.source, drawing.language)
    case 'formula':
      return setFormula(drawing.source, { isBlock: drawing.isBlock })
  }
}

/**
 * Draws the parts of one text, one after the other. Formulas are skipped where those before them are as much HTML as a
 * text shows (`formula` in `formulas.ts` counts the same).
 */
export function* drawAll(drawings: readonly Drawing[]): Generator<Outcome> {
  let formulas = 0
  for (const drawing of drawings) {
    if (drawing.type === 'formula' && formulas >= limits.formulaOutputs.most) {
      yield { type: 'skipped' }
      continue
    }
    const html = draw(drawing)
    if (drawing.type === 'formula') formulas += html?.length ?? 0
    yield html === null ? { type: 'nothing' } : { type: 'drawn', html }
  }
}
