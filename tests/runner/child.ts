import { spawn, type ChildProcess } from 'node:child_process'

const isWindows = process.platform === 'win32'
const running = new Set<ChildProcess>()

export interface ChildResult {
  /** null where it took too long, or was ended for what it had said. */
  readonly status: number | null
  readonly output: string
  readonly isTooLate: boolean
}

export interface ChildOptions {
  readonly cwd: string
  readonly longestMs: number
  readonly until?: RegExp | undefined
  /** Beside what this process has. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

/**
 * Runs a program of the project to its end, or until it has said what was waited for, or for too long. Code that is wrong
 * on purpose may never come to an end, or leave programs behind, so all that it has started is ended with it.
 */
export function runChild(args: readonly string[], options: ChildOptions): Promise<ChildResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that workers are ended with it.
      detached: !isWindows,
    })
    running.add(child)
    let output = ''
    let isTooLate = false
    const timer = setTimeout(() => {
      isTooLate = true
      end(child)
    }, options.longestMs)
    const take = (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (options.until?.test(output) === true) end(child)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('error', reject)
    child.on('exit', () => {
      // What it has left behind would keep its output open.
      end(child)
    })
    child.on('close', (status) => {
      clearTimeout(timer)
      running.delete(child)
      resolve({ status, output, isTooLate })
    })
  })
}

/** Ends all that is running: nobody waits for it any more. */
export function endChildren(): void {
  for (const child of running) end(child)
}

function end(child: ChildProcess): void {
  try {
    if (isWindows || child.pid === undefined) child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
