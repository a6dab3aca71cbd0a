/**
 * A part of a text with an unbounded drawing time, which is drawn in a thread: code to highlight, or a formula. If it
 * is not finished in time, its source is shown.
 */
export type Drawing = CodeDrawing | FormulaDrawing

export interface CodeDrawing {
  readonly type: 'code'
  /** The language as typed, in lower case. */
  readonly language: string
  readonly source: string
}

export interface FormulaDrawing {
  readonly type: 'formula'
  /** Whether the formula is in display mode, not inline. */
  readonly isBlock: boolean
  /** TeX within the bounds of `isDrawable` (`shared/formulas.ts`). */
  readonly source: string
}

/** A message to the drawing thread: the drawings of one text. */
export interface ToDrawingThread {
  readonly drawings: readonly Drawing[]
}

/** The result of a drawing: HTML, no HTML, or skipped because it would not be shown. */
export type Outcome = { readonly type: 'drawn'; readonly html: string } | { readonly type: 'nothing' | 'skipped' }

/** A message from the thread: the thread has loaded, or one drawing is finished. Results are in order. */
export type FromDrawingThread =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly index: number; readonly outcome: Outcome }

/** The cache key of a drawing. */
export function drawingKey(drawing: Drawing): string {
  switch (drawing.type) {
    case 'code':
      return `code\0${drawing.language}\0${drawing.source}`
    case 'formula':
      return `formula\0${drawing.isBlock ? 'block' : 'inline'}\0${drawing.source}`
  }
}
