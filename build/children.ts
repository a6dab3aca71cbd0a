import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { resolve } from 'node:path'

const lifeline = resolve(import.meta.dirname, 'end-with-parent.cjs')
/** The time until a child that was asked to end is killed, in milliseconds. */
const patienceMs = 10_000
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

type Signal = (typeof signals)[number]
type Stdio = 'inherit' | 'ignore' | 'pipe'
type Options = Omit<SpawnOptions, 'stdio'> & { readonly stdio: readonly [Stdio, Stdio, Stdio] }

/** Makes a Node program end when its parent's IPC channel closes. */
export const endsWithParent: readonly string[] = ['--require', lifeline]

/**
 * Child processes that end with this process: signals are passed on, and the closed IPC channel reports an end without
 * a signal.
 */
export class Children {
  readonly #running = new Set<ChildProcess>()
  #isEnding = false

  constructor() {
    for (const signal of signals) {
      process.on(signal, () => {
        this.end(signal)
        if (this.#running.size === 0) process.exit()
      })
    }
    process.on('exit', () => {
      this.#kill()
    })
  }

  /** Whether this process is ending; then no children should be started. */
  get isEnding(): boolean {
    return this.#isEnding
  }

  /** Starts a program that handles the end of its IPC channel itself, as Skein does in Electron. */
  start(command: string, args: readonly string[], { stdio, ...options }: Options): ChildProcess {
    if (this.#isEnding) throw new Error('this program is ending and starts nothing more')
    const child = spawn(command, args, { ...options, stdio: [...stdio, 'ipc'] })
    child.channel?.unref()
    this.#running.add(child)
    const forget = () => {
      this.#running.delete(child)
    }
    child.once('exit', forget)
    child.once('error', forget)
    return child
  }

  /** Starts a Node program. */
  startNode(args: readonly string[], options: Options): ChildProcess {
    return this.start(process.execPath, [...endsWithParent, ...args], options)
  }

  /** Asks all children to end. Children that do not end in time are killed, and all are killed by a second call. */
  end(signal: Signal = 'SIGTERM'): void {
    if (this.#isEnding) {
      this.#kill()
      return
    }
    this.#isEnding = true
    for (const child of this.#running) {
      // Windows has no signals; there a child ends when the channel closes.
      if (process.platform === 'win32' && child.connected) child.disconnect()
      else child.kill(signal)
    }
    setTimeout(() => {
      this.#kill()
    }, patienceMs).unref()
  }

  #kill(): void {
    for (const child of this.#running) child.kill('SIGKILL')
  }
}
