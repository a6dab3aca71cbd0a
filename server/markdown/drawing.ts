/**
 * A part of a text whose drawing may take any time, so that it happens in a thread of its own (X8): code to highlight.
 * What cannot be drawn in time is shown as it was typed.
 */
export type Drawing = {
  readonly type: 'code'
  /** The language as its writer named it, in lower case. */
  readonly language: string
  readonly source: string
}

/** To the thread that draws: the drawings of one text. */
export interface ToDrawingThread {
  readonly drawings: readonly Drawing[]
}

/** From the thread: it has loaded what it needs, or one drawing is done; `html` is null where nothing can be drawn. */
export type FromDrawingThread =
  { readonly type: 'ready' } | { readonly type: 'drawn'; readonly index: number; readonly html: string | null }

/** A drawing's name among others. */
export function drawingKey(drawing: Drawing): string {
  return `${drawing.type}\0${drawing.language}\0${drawing.source}`
}
