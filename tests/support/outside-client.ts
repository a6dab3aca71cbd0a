import { Worker } from 'node:worker_threads'

export interface OutsideRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface OutsideAnswer {
  readonly status: number
  readonly body: string
  readonly bytes: number
}

const program = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', async ({ url, ...request }) => {
    try {
      const answer = await fetch(url, request)
      const bytes = Buffer.from(await answer.arrayBuffer())
      parentPort.postMessage({ status: answer.status, body: bytes.toString(), bytes: bytes.length })
    } catch (error) {
      parentPort.postMessage({ status: 0, body: String(error), bytes: 0 })
    }
  })
`

/**
 * A client in a separate thread, so that decoding a large answer takes no time of this thread. One request at a time.
 */
export class OutsideClient {
  readonly #worker = new Worker(program, { eval: true })

  ask(request: OutsideRequest): Promise<OutsideAnswer> {
    return new Promise((resolve, reject) => {
      this.#worker.once('error', reject)
      this.#worker.once('message', (answer: OutsideAnswer) => {
        this.#worker.off('error', reject)
        resolve(answer)
      })
      this.#worker.postMessage(request)
    })
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}
