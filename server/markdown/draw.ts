import type { Drawing } from './drawing.ts'
import { highlight } from './highlight.ts'

/**
 * Draws in this very thread, for as long as it takes: for the thread that does nothing else, and for texts of our own.
 * Returns null where nothing can be drawn.
 */
export function draw(drawing: Drawing): string | null {
  return highlight(drawing.source, drawing.language)
}
