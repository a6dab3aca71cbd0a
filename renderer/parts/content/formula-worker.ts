import katex from 'katex'
import { formulaOptions } from '#shared/formulas.ts'
import type { Formula, FromFormulaWorker, ToFormulaWorker } from './formula-drawer.ts'

// This worker draws formulas; `FormulaDrawer` terminates it after the deadline.

function drawn({ source, isDisplay }: Formula): string | null {
  try {
    return katex.renderToString(source, { ...formulaOptions, displayMode: isDisplay, throwOnError: true })
  } catch {
    return null
  }
}

function post(message: FromFormulaWorker): void {
  self.postMessage(message)
}

self.onmessage = ({ data: { job, formulas } }: MessageEvent<ToFormulaWorker>) => {
  for (const [index, formula] of formulas.entries()) post({ type: 'drawn', job, index, html: drawn(formula) })
}
post({ type: 'ready' })
