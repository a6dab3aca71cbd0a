import { spawn, type ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { endsWithParent } from '#build/children.ts'

const root = resolve(import.meta.dirname, '../../..')

export type FarmRequest = { readonly type: 'start'; readonly args: readonly string[] } | { readonly type: 'stop' }

type Answer = { readonly ok: true; readonly value: object } | { readonly ok: false; readonly message: string }

/**
 * One process for the organization servers of a worker, which run in turn: a process for each of them would load the
 * whole server again. Only the data folder of a server outlives its stop.
 */
export class ServerFarm {
  #child: ChildProcess | undefined

  /**
   * Starts a server with arguments of `server/main.ts`.
   * @returns the output of that program
   */
  async start(args: readonly string[]): Promise<object> {
    return this.#ask({ type: 'start', args })
  }

  /** Stops the server, as SIGTERM stops the program. */
  async stop(): Promise<void> {
    await this.#ask({ type: 'stop' })
  }

  /** Ends the process at once; the next server gets a new one. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    await new Promise<void>((done) => {
      child.once('exit', () => done())
      child.kill('SIGKILL')
    })
  }

  async #ask(request: FarmRequest): Promise<object> {
    const child = (this.#child ??= this.#spawn())
    const answer = await new Promise<Answer>((found, failed) => {
      const end = (code: number | null) => failed(new Error(`the servers ended with status ${code}`))
      child.once('exit', end)
      child.once('message', (message: Answer) => {
        child.off('exit', end)
        found(message)
      })
      child.send(request)
    })
    if (!answer.ok) throw new Error(answer.message)
    return answer.value
  }

  #spawn(): ChildProcess {
    const program = resolve(import.meta.dirname, 'server-farm-child.ts')
    return spawn(process.execPath, [...endsWithParent, program], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
  }
}
