import { endsWithParent } from '#build/children.ts'
import type { DesktopRecord } from '#browser-host/recorder.ts'
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { ServerFarm } from './server-farm.ts'

const root = resolve(import.meta.dirname, '../../..')

export function temporaryFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `skein-${name}-`))
}

/** The ports of the servers of tests; systems take the ports of outgoing connections from above. */
const ports = { from: 12_000, to: 30_000 }

export async function freePort(): Promise<number> {
  for (;;) {
    const port = ports.from + Math.floor(Math.random() * (ports.to - ports.from))
    const isFree = await new Promise<boolean>((found) => {
      const probe = createServer()
      probe.once('error', () => found(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => found(true)))
    })
    if (isFree) return port
  }
}

export interface ServerAccount {
  readonly email: string
  readonly password: string
  readonly api_key: string
  readonly user_id: number
  readonly role: string
}

/** A separate demo organization: a copy of the run's, which is faster than filling one. */
export function demoFolder(): string {
  const folder = temporaryFolder('server')
  const filled = process.env.SKEIN_TEST_DEMO
  if (filled !== undefined) cpSync(filled, folder, { recursive: true })
  return folder
}

interface Started {
  readonly url: string
  readonly accounts: readonly ServerAccount[]
}

/** The real organization server as a separate process, its own or that of a farm. */
export class ServerProcess {
  readonly folder: string
  #child: ChildProcess | undefined
  #port: number
  url = ''
  accounts: readonly ServerAccount[] = []
  #isRunning = false

  readonly #farm: ServerFarm | undefined

  /** With port 0 the first start takes a free one; later starts take the same. */
  constructor(folder = temporaryFolder('server'), { port = 0, farm }: { port?: number; farm?: ServerFarm } = {}) {
    this.folder = folder
    this.#port = port
    this.#farm = farm
  }

  async start(...options: string[]): Promise<this> {
    const args = ['--demo', '--port', String(this.#port), '--data', this.folder, ...options]
    const started = (this.#farm === undefined ? await this.#spawn(args) : await this.#farm.start(args)) as Started
    this.url = started.url
    this.#port = Number(new URL(started.url).port)
    this.accounts = started.accounts
    this.#isRunning = true
    return this
  }

  /** @returns the server's one line */
  async #spawn(args: readonly string[]): Promise<unknown> {
    const child = spawn(process.execPath, [...endsWithParent, 'server/main.ts', ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    this.#child = child
    const { stdout } = child
    if (stdout === null) throw new Error('the server was started without a pipe')
    const line = await new Promise<string>((found, failed) => {
      createInterface({ input: stdout }).once('line', found)
      child.once('exit', (code) => failed(new Error(`the server ended with status ${code}`)))
    })
    return JSON.parse(line)
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    this.#isRunning = false
    if (this.#farm !== undefined) {
      await (signal === 'SIGKILL' ? this.#farm.kill() : this.#farm.stop())
      return
    }
    await endProcess(this.#child, signal)
    this.#child = undefined
  }

  account(name: string): ServerAccount {
    const account = this.accounts.find((candidate) => candidate.email.startsWith(`${name}@`))
    if (account === undefined) throw new Error(`no account of ${name}`)
    return account
  }

  /** Calls the service as a second client, over plain HTTP. */
  async call(
    name: string,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    form: Record<string, string> = {},
  ) {
    const { email, api_key } = this.account(name)
    const body = new URLSearchParams(form).toString()
    const response = await fetch(`${this.url}/api/v1${path}${method === 'GET' && body !== '' ? `?${body}` : ''}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`,
        ...(method !== 'GET' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(method !== 'GET' ? { body } : {}),
    })
    return (await response.json()) as Record<string, unknown> // the service answers objects
  }

  async streamId(name: string): Promise<number> {
    const answer = await this.call('iris', 'GET', '/get_stream_id', { stream: name })
    return Number(answer.stream_id)
  }

  async post(name: string, to: { stream: string; topic: string } | { direct: number[] }, content: string) {
    const answer = await this.call(
      name,
      'POST',
      '/messages',
      'stream' in to
        ? { type: 'stream', to: JSON.stringify(to.stream), topic: to.topic, content }
        : { type: 'direct', to: JSON.stringify(to.direct), content },
    )
    if (answer.result !== 'success') throw new Error(`posting failed: ${JSON.stringify(answer)}`)
    return Number(answer.id)
  }

  /**
   * Posts texts as fast as the server accepts them, in no order.
   * @returns the ids, in the order of the texts
   */
  async postAll(
    name: string,
    messages: readonly (readonly [to: Parameters<ServerProcess['post']>[1], content: string])[],
  ): Promise<number[]> {
    const ids: number[] = []
    for (let done = 0; done < messages.length; done += 30) {
      const part = messages.slice(done, done + 30)
      ids.push(...(await Promise.all(part.map(([to, content]) => this.post(name, to, content)))))
    }
    return ids
  }

  /** The Markdown of every message the person can read in a narrow, oldest first. */
  async contents(name: string, narrow: readonly (readonly [string, string | number | number[]])[]): Promise<string[]> {
    const answer = await this.call(name, 'GET', '/messages', {
      narrow: JSON.stringify(narrow.map(([operator, operand]) => ({ operator, operand }))),
      anchor: 'newest',
      num_before: '2000',
      num_after: '0',
      apply_markdown: 'false',
    })
    return (answer.messages as { content: string }[]).map((message) => message.content) // shape of GET /messages
  }
}

/** Skein in the browser host, as a separate process; its links arrive over the process channel. */
export class HostProcess {
  readonly data: string
  #child: ChildProcess | undefined
  readonly #env: NodeJS.ProcessEnv
  readonly #program: string
  #links: string[] = []
  #waiting: ((link: string) => void) | undefined

  /** `program` is the folder with the host and the bundles. */
  constructor(data: string, env: NodeJS.ProcessEnv = {}, program = root) {
    this.data = data
    this.#env = env
    this.#program = program
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  async start(): Promise<string> {
    this.#links = []
    const child = fork(join(this.#program, 'browser-host/main.ts'), [], {
      cwd: this.#program,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, SKEIN_DATA: this.data, SKEIN_HOST_DRIVEN: '1', ...this.#env },
    })
    this.#child = child
    child.on('message', (message: { type: string; link: string }) => {
      if (message.type !== 'link') return
      if (this.#waiting === undefined) this.#links.push(message.link)
      else this.#waiting(message.link)
      this.#waiting = undefined
    })
    return this.#nextLink(child)
  }

  /** The exit status of the host. */
  ended(): Promise<number | null> {
    const child = this.#child
    if (child === undefined) throw new Error('the host is not running')
    if (child.exitCode !== null) return Promise.resolve(child.exitCode)
    return new Promise((found) => child.once('exit', found))
  }

  /** The link to the next page that Skein opens automatically. */
  shown(): Promise<string> {
    const child = this.#child
    if (child === undefined) throw new Error('the host is not running')
    return this.#nextLink(child)
  }

  /** A fresh launch link of the running host. */
  link(): Promise<string> {
    const child = this.#child
    if (child === undefined) throw new Error('the host is not running')
    child.send({ type: 'link' })
    return this.#nextLink(child)
  }

  send(message: { readonly type: string; readonly [detail: string]: unknown }): void {
    this.#child?.send(message)
  }

  async record(): Promise<DesktopRecord> {
    const child = this.#child
    if (child === undefined) throw new Error('the host is not running')
    return new Promise((found) => {
      const listen = (message: { type: string; record: DesktopRecord }) => {
        if (message.type !== 'record') return
        child.off('message', listen)
        found(message.record)
      }
      child.on('message', listen)
      child.send({ type: 'record' })
    })
  }

  async quit(): Promise<void> {
    await endProcess(this.#child, 'SIGTERM')
    this.#child = undefined
  }

  /** Kills the process, as a power failure would. */
  async kill(): Promise<void> {
    await endProcess(this.#child, 'SIGKILL')
    this.#child = undefined
  }

  #nextLink(child: ChildProcess): Promise<string> {
    const link = this.#links.shift()
    if (link !== undefined) return Promise.resolve(link)
    return new Promise((found, failed) => {
      const end = (code: number | null) => failed(new Error(`the host ended with status ${code}`))
      child.once('exit', end)
      this.#waiting = (arrived) => {
        child.off('exit', end)
        found(arrived)
      }
    })
  }
}

/** Ends a process, and waits for its end. */
export async function endProcess(child: ChildProcess | undefined, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  await new Promise<void>((done) => {
    child.once('exit', () => done())
    child.kill(signal)
  })
}
