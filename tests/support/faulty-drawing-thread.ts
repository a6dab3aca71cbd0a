import { parentPort } from 'node:worker_threads'
import { drawAll } from '#server/markdown/drawing/draw.ts'
import type { FromDrawingThread, ToDrawingThread } from '#server/markdown/drawing/drawing.ts'

// The drawing thread with faults: a source with `hang` never ends, and one with `die` ends the thread.

function fail(source: string): void {
  if (source.includes('die')) process.exit(1)
  while (source.includes('hang'));
}

parentPort?.on('message', ({ drawings }: ToDrawingThread) => {
  for (const [index, drawing] of drawings.entries()) {
    fail(drawing.source)
    const [outcome] = drawAll([drawing])
    if (outcome !== undefined) parentPort?.postMessage({ type: 'done', index, outcome } satisfies FromDrawingThread)
  }
})
parentPort?.postMessage({ type: 'ready' } satisfies FromDrawingThread)
