import { Worker } from 'node:worker_threads'
import { SelfTestError } from './steps.ts'

interface Ready {
  readonly type: 'ready'
  readonly url: string
  readonly userId: number
  readonly sqlite: string
}

type FromServer =
  | Ready
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

const email = 'self-test@localhost.example'

/** An organization of one person, whose server runs in a thread of this program (`server/self-test.ts`). */
export class SelfTestOrganization {
  readonly email = email
  readonly password: string
  readonly url: string
  readonly userId: number
  readonly sqlite: string
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #nextId = 1

  private constructor(worker: Worker, ready: Ready, password: string) {
    this.#worker = worker
    this.password = password
    this.url = ready.url
    this.userId = ready.userId
    this.sqlite = ready.sqlite
    worker.on('message', (message: FromServer) => {
      if (message.type === 'ready') return
      const waiting = this.#waiting.get(message.id)
      this.#waiting.delete(message.id)
      if (message.type === 'answer') waiting?.resolve(message.value)
      else waiting?.reject(new SelfTestError(message.message))
    })
    const end = (reason: string) => {
      for (const { reject } of this.#waiting.values()) reject(new SelfTestError(reason))
      this.#waiting.clear()
    }
    worker.on('error', (error: Error) => {
      end(error.message)
    })
    worker.on('exit', () => {
      end('the server has ended')
    })
  }

  /** `file` is the thread's program, `folder` the server's data folder. @throws Error if it does not start */
  static async start(file: URL, folder: string, password: string): Promise<SelfTestOrganization> {
    const worker = new Worker(file, { name: 'self-test server', workerData: { folder, email, password } })
    const ready = await new Promise<Ready>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => {
        reject(new SelfTestError('the server ended before it listened'))
      })
    })
    return new SelfTestOrganization(worker, ready, password)
  }

  /** The number of messages with this text on the server. */
  async count(content: string): Promise<number> {
    return Number(await this.#ask({ type: 'find', content }))
  }

  /** Uploads a short sound, and returns its path. */
  async upload(): Promise<string> {
    return String(await this.#ask({ type: 'upload' }))
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  #ask(question: object): Promise<unknown> {
    const id = this.#nextId
    this.#nextId += 1
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ ...question, id })
    })
  }
}
