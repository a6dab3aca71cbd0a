/**
 * A part of a text that may take unbounded time to draw, and so is drawn in a thread: highlighted code or a
 * formula. If it is not finished in time, its source is shown.
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
  /** Display mode, not inline. */
  readonly isBlock: boolean
  /** TeX within the bounds of `isSettable` (`shared/formulas.ts`). */
  readonly source: string
}

/** A message to the drawing thread: the drawings of one text. */
export interface ToDrawingThread {
  readonly drawings: readonly Drawing[]
}

/** The result of a drawing: HTML, nothing to draw, or skipped since nobody would see it. */
export type Outcome = { readonly type: 'drawn'; readonly html: string } | { readonly type: 'nothing' | 'skipped' }

/** A message from the thread: it has loaded, or one drawing is finished; results are in order. */
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
