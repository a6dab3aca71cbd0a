import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const main = resolve(import.meta.dirname, '../../../server/main.ts')

/** Runs the server until it listens or ends; `stop` ends it as a service manager does. */
async function serve(...args: string[]) {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = new Promise<number | null>((found) => child.once('exit', (code) => found(code)))
  await Promise.race([
    ended,
    new Promise<void>((found) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('\n')) found()
      })
    }),
  ])
  return {
    output: () => output,
    errors: () => errors,
    ended,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

const folder = () => mkdtempSync(join(tmpdir(), 'skein-cli-'))

describe('the server’s command line', () => {
  it('prints one line of JSON once it listens, and stops cleanly', async () => {
    const server = await serve('--data', folder(), '--demo')
    const lines = server.output().trimEnd().split('\n')
    expect(lines).toHaveLength(1)
    const told = JSON.parse(lines[0] ?? '') as { url: string; accounts: Record<string, unknown>[] }
    expect(told).toMatchObject({
      organization: 'Alder Robotics',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as unknown,
    })
    expect(Object.keys(told.accounts[0] ?? {}).sort()).toEqual(['api_key', 'email', 'password', 'role', 'user_id'])
    expect((await fetch(`${told.url}/api/v1/server_settings`)).status).toBe(200)
    expect(await server.stop()).toBe(0)
    expect(server.errors()).toBe('')
  })

  it('creates the owner on first start, and finds the organization again on the second', async () => {
    const data = folder()
    const passwordFile = join(folder(), 'password')
    writeFileSync(passwordFile, 'a long password\n')
    const first = await serve('--data', data, '--owner', 'me@team.example', '--password-file', passwordFile)
    const { url, accounts } = JSON.parse(first.output()) as { url: string; accounts: unknown[] }
    expect(accounts).toEqual([])
    const answer = await fetch(`${url}/api/v1/fetch_api_key`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'me@team.example', password: 'a long password' }),
    })
    expect(await answer.json()).toMatchObject({ result: 'success', email: 'me@team.example' })
    await first.stop()
    const second = await serve('--data', data)
    expect(JSON.parse(second.output())).toMatchObject({ organization: 'team.example' })
    await second.stop()
  })

  it.each([
    [[], '--owner EMAIL --password-file FILE'],
    [['--port', '99999'], 'is no port number'],
    [['--owner', 'nobody', '--password-file', '/nowhere'], 'is no e-mail address'],
    [['--owner', 'me@x.example', '--password-file', '/nowhere'], 'cannot be read'],
    [['--colour'], '--colour'],
  ])('refuses %j with a sentence', async (args, sentence) => {
    const server = await serve('--data', folder(), ...args)
    expect(await server.ended).toBe(1)
    expect(server.errors()).toContain(sentence)
    expect(server.output()).toBe('')
  })
})
