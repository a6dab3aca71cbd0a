import { limits } from '../../base/limits.ts'
import type { Drawing, Outcome } from './drawing.ts'
import { highlight } from './highlight.ts'
import { setFormula } from './set-formula.ts'

/**
 * Draws synchronously and without a time limit, for the drawing thread and for the server's own texts. Returns null if
 * there is no result.
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
 * Draws the parts of one text in sequence. Formulas are skipped when the earlier ones reach the limit of HTML in a text
 * (`formula` in `formulas.ts` counts in the same way).
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
