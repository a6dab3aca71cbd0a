/**
 * A part of a text whose drawing may take any time, so that it happens in a thread of its own: code to highlight (X8), a
 * formula (X2). What cannot be drawn in time is shown as it was typed.
 */
export type Drawing = CodeDrawing | FormulaDrawing

export interface CodeDrawing {
  readonly type: 'code'
  /** The language as its writer named it, in lower case. */
  readonly language: string
  readonly source: string
}

export interface FormulaDrawing {
  readonly type: 'formula'
  /** Set on lines of its own, not within one. */
  readonly isBlock: boolean
  /** TeX, within the bounds of `isSettable` (`shared/formulas.ts`). */
  readonly source: string
}

/** To the thread that draws: the drawings of one text. */
export interface ToDrawingThread {
  readonly drawings: readonly Drawing[]
}

/** What the thread made of a drawing: HTML, nothing since nothing can be drawn, or that nobody would see it. */
export type Outcome = { readonly type: 'drawn'; readonly html: string } | { readonly type: 'nothing' | 'skipped' }

/** From the thread: it has loaded what it needs, or it is done with one drawing; they come in their order. */
export type FromDrawingThread =
  { readonly type: 'ready' } | { readonly type: 'done'; readonly index: number; readonly outcome: Outcome }

/** A drawing's name among others. */
export function drawingKey(drawing: Drawing): string {
  switch (drawing.type) {
    case 'code':
      return `code\0${drawing.language}\0${drawing.source}`
    case 'formula':
      return `formula\0${drawing.isBlock ? 'block' : 'inline'}\0${drawing.source}`
  }
}
