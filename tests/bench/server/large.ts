import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const main = resolve(import.meta.dirname, '../../../server/main.ts')

export interface Account {
  readonly email: string
  readonly api_key: string
  readonly user_id: number
}

/**
 * A generated organization of the given size; created once, then kept in the temporary folder. The folder's name
 * contains everything on which the data depends.
 */
export async function generated(sizes: string): Promise<{ folder: string; owner: Account }> {
  const folder = join(tmpdir(), `skein-bench-6-${sizes.replaceAll(/[^a-z0-9]+/g, '-')}`)
  const accountFile = join(folder, 'owner.json')
  if (!existsSync(accountFile)) {
    const unfinished = `${folder}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(unfinished)
    process.stderr.write(`bench: generating ${sizes} (once, some minutes)…\n`)
    const output = await run(['--generate', sizes, '--data', unfinished])
    writeFileSync(join(unfinished, 'owner.json'), output)
    renameSync(unfinished, folder)
  }
  return { folder, owner: JSON.parse(readFileSync(accountFile, 'utf8')) as Account } // as the generator printed it
}

function run(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((found, failed) => {
    child.once('exit', (code) => {
      if (code === 0) found(output)
      else failed(new Error(`generating ended with status ${code}`))
    })
  })
}

/** Starts a process that prints one line of JSON with its `url` when it listens. */
export async function startProcess(
  script: string,
  args: readonly string[],
): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((found) => child.once('exit', () => found()))
  const line = await new Promise<string>((found, failed) => {
    createInterface({ input: child.stdout }).once('line', found)
    child.once('exit', (code) => failed(new Error(`${script} ended with status ${code}`)))
  })
  const { url } = JSON.parse(line) as { url: string }
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export function startServer(folder: string) {
  return startProcess(main, ['--data', folder, '--rate-limit', '0', '--forget-queues'])
}
