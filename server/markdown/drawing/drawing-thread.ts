import { parentPort } from 'node:worker_threads'
import { drawAll } from './draw.ts'
import type { FromDrawingThread, ToDrawingThread } from './drawing.ts'

/** The drawing thread; the pool terminates it after the deadline. */
function main(): void {
  const port = parentPort
  if (port === null) throw new Error('the drawing thread was not started as a thread')
  const post = (message: FromDrawingThread) => {
    port.postMessage(message)
  }
  port.on('message', ({ drawings }: ToDrawingThread) => {
    let index = 0
    for (const outcome of drawAll(drawings)) {
      post({ type: 'done', index, outcome })
      index += 1
    }
  })
  post({ type: 'ready' })
}

main()
