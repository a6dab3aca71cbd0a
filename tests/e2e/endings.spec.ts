import { expect, test } from '@playwright/test'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { usableElectron } from '#build/electron/hindrance.ts'
import { lockFolder } from '#server/store/folder-lock.ts'
import { temporaryFolder } from './support/processes.ts'

const root = resolve(import.meta.dirname, '../..')
/** SIGKILL cannot be handled; without signals, all three have its effect. */
const ways = ['SIGINT', 'SIGTERM', 'SIGKILL'] as const

const started: { readonly stop: () => void }[] = []

test.afterEach(() => {
  // This also runs after a failed test.
  for (const launcher of started.splice(0)) launcher.stop()
})

/** Starts a launcher, by default a script of Node; `line` is the first matching line of its output. */
function start(args: readonly string[], pattern: RegExp, command = process.execPath) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, SKEIN_NO_BROWSER: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let told = ''
  child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()))
  const ended = new Promise<void>((found) => child.once('exit', () => found()))
  const line = new Promise<string>((found, failed) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      if (pattern.test(text)) found(text)
    })
    void ended.then(() => failed(new Error(`it ended: ${told}`)))
  })
  // Some tests do not wait for it.
  line.catch(() => undefined)
  const launcher = { child, ended, line, stop: () => void child.kill('SIGTERM') }
  started.push(launcher)
  return launcher
}

/** Whether no process uses a server's folder: its lock belongs to the operating system and ends with the process. */
function isFree(organization: string): boolean {
  try {
    lockFolder(join(organization, 'lock.sqlite'))()
    return true
  } catch {
    return false
  }
}

function hostOf(data: string): number {
  const file = join(data, 'client', 'host.lock')
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}

const launchLink = /launch\?token=/

for (const way of ways) {
  test(`the demo that gets ${way} leaves neither its server nor its window's host running`, async () => {
    test.skip(usableElectron() !== undefined, 'the link is that of the browser host')
    const data = temporaryFolder('ending')
    const demo = start([join(root, 'build/launch.ts'), '--demo', '--browser', '--data', data], launchLink)
    await demo.line
    const host = hostOf(data)
    expect(isAlive(host)).toBe(true)
    expect(isFree(join(data, 'organization'))).toBe(false)
    demo.child.kill(way)
    await demo.ended
    await expect.poll(() => isAlive(host) && hostOf(data) === host, { timeout: 30_000 }).toBe(false)
    await expect.poll(() => isFree(join(data, 'organization')), { timeout: 30_000 }).toBe(true)
  })

  test(`the set-up script that gets ${way} leaves no server running`, async () => {
    const data = temporaryFolder('ending')
    const setup = join(root, 'build/setup.cjs')
    const server = start([setup, 'server', '--demo', '--port', '0', '--data', data], /^\{"url"/)
    const { url } = JSON.parse(await server.line) as { url: string } // the server's one line
    expect((await fetch(`${url}/api/v1/server_settings`)).ok).toBe(true)
    server.child.kill(way)
    await server.ended
    await expect.poll(() => isFree(data), { timeout: 30_000 }).toBe(true)
  })
}

test('a demo that gets a signal while its server starts leaves none running', async () => {
  const data = temporaryFolder('ending')
  const organization = join(data, 'organization')
  const demo = start([join(root, 'build/launch.ts'), '--demo', '--browser', '--data', data], launchLink)
  await expect.poll(() => existsSync(join(organization, 'lock.sqlite')), { intervals: [20] }).toBe(true)
  demo.child.kill('SIGTERM')
  await demo.ended
  mkdirSync(organization, { recursive: true })
  await expect.poll(() => isFree(organization), { timeout: 30_000 }).toBe(true)
  expect(existsSync(join(data, 'client', 'host.lock'))).toBe(false)
})

test('npm run demo leaves nothing running when it is killed two launchers down', async () => {
  test.skip(usableElectron() !== undefined, 'the link is that of the browser host')
  const data = temporaryFolder('ending')
  const demo = start([join(root, 'build/setup.cjs'), 'demo', '--browser', '--data', data], launchLink)
  await demo.line
  const host = hostOf(data)
  expect(isAlive(host)).toBe(true)
  demo.child.kill('SIGKILL')
  await expect.poll(() => isAlive(host) && hostOf(data) === host, { timeout: 30_000 }).toBe(false)
  await expect.poll(() => isFree(join(data, 'organization')), { timeout: 30_000 }).toBe(true)
})

for (const way of ['SIGTERM', 'SIGKILL', 'SIGHUP'] as const) {
  test(`npm that gets ${way} leaves no server of its task running`, async () => {
    const data = temporaryFolder('ending')
    const args = ['run', '--silent', 'server', '--', '--demo', '--port', '0', '--data', data]
    const npm = start(args, /^\{"url"/, 'npm')
    await npm.line
    expect(isFree(data)).toBe(false)
    npm.child.kill(way)
    await expect.poll(() => isFree(data), { timeout: 30_000 }).toBe(true)
  })
}

test('npm run demo leaves neither its server nor its window’s host running when it is ended by npm’s id', async () => {
  test.skip(usableElectron() !== undefined, 'the link is that of the browser host')
  const data = temporaryFolder('ending')
  const demo = start(['run', '--silent', 'demo', '--', '--browser', '--data', data], launchLink, 'npm')
  await demo.line
  const host = hostOf(data)
  expect(isAlive(host)).toBe(true)
  demo.child.kill('SIGTERM')
  await expect.poll(() => isAlive(host) && hostOf(data) === host, { timeout: 30_000 }).toBe(false)
  await expect.poll(() => isFree(join(data, 'organization')), { timeout: 30_000 }).toBe(true)
})

test('a set-up that npm has not started outlives its shell', async () => {
  const data = temporaryFolder('ending')
  const setup = join(root, 'build/setup.cjs')
  const command = `"${process.execPath}" "${setup}" server --demo --port 0 --data "${data}" & echo "pid $!"; sleep 1`
  const shell = start(['-c', command], /^pid /, 'sh')
  const pid = Number((await shell.line).slice('pid '.length))
  started.push({ stop: () => void (isAlive(pid) && process.kill(pid, 'SIGTERM')) })
  await shell.ended
  await expect.poll(() => existsSync(join(data, 'lock.sqlite')) && !isFree(data), { timeout: 30_000 }).toBe(true)
  expect(isAlive(pid)).toBe(true)
  process.kill(pid, 'SIGTERM')
  await expect.poll(() => isFree(data), { timeout: 30_000 }).toBe(true)
})
