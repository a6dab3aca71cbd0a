import { parentPort } from 'node:worker_threads'
import { draw } from './draw.ts'
import type { FromDrawingThread, ToDrawingThread } from './drawing.ts'

/** The thread that draws, and is ended by its pool where that takes too long. */
function main(): void {
  const port = parentPort
  if (port === null) throw new Error('the drawing thread was not started as a thread')
  const post = (message: FromDrawingThread) => {
    port.postMessage(message)
  }
  port.on('message', ({ drawings }: ToDrawingThread) => {
    for (const [index, drawing] of drawings.entries()) post({ type: 'drawn', index, html: draw(drawing) })
  })
  post({ type: 'ready' })
}

main()
