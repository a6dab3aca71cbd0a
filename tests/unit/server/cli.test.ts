import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCommand, UsageError } from '#server/command-line.ts'

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
    kill() {
      child.kill('SIGKILL')
    },
  }
}

const folder = () => mkdtempSync(join(tmpdir(), 'skein-cli-'))

/** A data folder of a stopped demo, shared because its creation takes seconds. */
let stopped: Promise<string> | undefined

async function demoFolder(): Promise<string> {
  stopped ??= (async () => {
    const data = folder()
    const server = await serve('--data', data, '--demo')
    await server.stop()
    return data
  })()
  const copy = folder()
  cpSync(await stopped, copy, { recursive: true })
  return copy
}

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

  it('creates the owner on first start, and opens the same organization on the second', async () => {
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

  it('reactivates an organization that its owner has deactivated', async () => {
    const data = folder()
    const passwordFile = join(folder(), 'password')
    writeFileSync(passwordFile, 'a long password\n')
    const first = await serve('--data', data, '--owner', 'me@team.example', '--password-file', passwordFile)
    const keyAt = async (url: string) => {
      const body = new URLSearchParams({ username: 'me@team.example', password: 'a long password' })
      const answer = await fetch(`${url}/api/v1/fetch_api_key`, { method: 'POST', body })
      return (await answer.json()) as { api_key?: string; code?: string } // shape of POST /fetch_api_key
    }
    const { url } = JSON.parse(first.output()) as { url: string }
    const { api_key: key = '' } = await keyAt(url)
    const authorization = `Basic ${Buffer.from(`me@team.example:${key}`).toString('base64')}`
    const off = await fetch(`${url}/api/v1/realm/deactivate`, { method: 'POST', headers: { authorization } })
    expect(off.status).toBe(200)
    expect(await keyAt(url)).toMatchObject({ code: 'REALM_DEACTIVATED' })
    await first.stop()
    const second = await serve('--data', data, '--reactivate')
    expect(await keyAt((JSON.parse(second.output()) as { url: string }).url)).toMatchObject({ api_key: key })
    await second.stop()
  })

  it.each([
    [['--port', '99999'], 'is no port number'],
    [['--dialect', 'morse'], 'svc or zulip'],
    [['--feature-level', '238'], '155, 170, 237, 300, 371, 421 and 500'],
    [['--live'], 'belongs to --demo'],
    [['--max-upload', 'much'], 'a whole number'],
    [['--generate', 'cats=3'], 'users, streams, messages and seed'],
    [['--generate', 'users=1'], 'users is a whole number'],
    [['--backup', '/tmp/x', '--restore', '/tmp/y'], 'only one of'],
  ])('refuses %j', (args, sentence) => {
    const refuse = () => readCommand(['--data', folder(), ...args])
    expect(refuse).toThrow(UsageError)
    expect(refuse).toThrow(sentence)
  })

  it.each([
    [['--colour'], '--colour'],
    [['--rate-limit', '-1'], '--rate-limit'],
  ])('refuses the option %j', (args, sentence) => {
    expect(() => readCommand(['--data', folder(), ...args])).toThrow(sentence)
  })

  it.each([
    [['--owner', 'nobody', '--password-file', '/nowhere'], 'is no e-mail address'],
    [['--owner', 'me@x.example', '--password-file', '/nowhere'], 'cannot be read'],
  ])('refuses the first owner of %j', (args, sentence) => {
    const command = readCommand(['--data', folder(), ...args])
    expect(() => (command.type === 'serve' ? command.firstOwner() : undefined)).toThrow(sentence)
  })

  it.each([
    [[], '--owner EMAIL --password-file FILE'],
    [['--backup', '/nowhere/at/all'], 'there is no organization'],
    [['--restore', '/nowhere/at/all'], 'there is no backup'],
  ])('refuses %j with an explanation', async (args, sentence) => {
    const server = await serve('--data', folder(), ...args)
    expect(await server.ended).toBe(1)
    expect(server.errors()).toContain(sentence)
    expect(server.output()).toBe('')
  })

  it('refuses a data folder that another server uses, and takes it after that server was killed', async () => {
    const data = await demoFolder()
    const first = await serve('--data', data, '--demo')
    const second = await serve('--data', data, '--demo')
    expect(await second.ended).toBe(3)
    expect(second.errors()).toContain('in use by another Skein server')
    first.kill()
    await first.ended
    const third = await serve('--data', data, '--demo')
    expect(third.output()).toContain('"url"')
    await third.stop()
  })

  it('keeps acknowledged changes after a kill', async () => {
    const data = await demoFolder()
    const first = await serve('--data', data, '--demo')
    const said = await sayToSelf(first.output(), 'not to be lost')
    expect(said.result).toBe('success')
    first.kill()
    await first.ended
    const second = await serve('--data', data, '--demo')
    expect(await newest(second.output())).toBe('not to be lost')
    await second.stop()
  })

  it('backs up a running server, and restores the backup with its files in another folder', async () => {
    const data = await demoFolder()
    const server = await serve('--data', data, '--demo')
    await sayToSelf(server.output(), 'before the backup')
    const file = join(folder(), 'alder.skein-backup')
    expect(await (await serve('--data', data, '--backup', file)).ended).toBe(0)
    await sayToSelf(server.output(), 'after the backup')
    const again = await serve('--data', data, '--backup', file)
    expect([await again.ended, again.errors()]).toEqual([1, expect.stringContaining('exists already')])
    await server.stop()

    const elsewhere = join(folder(), 'new')
    const restored = await serve('--data', elsewhere, '--restore', file)
    expect([await restored.ended, restored.errors()]).toEqual([0, ''])
    const second = await serve('--data', elsewhere, '--demo')
    expect(await newest(second.output())).toBe('before the backup')
    const { url, accounts } = JSON.parse(second.output()) as Told
    const [iris] = accounts
    const listed = await request(url, iris!, '/api/v1/messages', {
      narrow: JSON.stringify([['has', 'image']]),
      anchor: 'newest',
      num_before: '1',
      num_after: '0',
    })
    const { messages } = (await listed.json()) as { messages: { content: string }[] }
    const picture = /src="(\/user_uploads\/[^"]+)"/.exec(messages[0]!.content)![1]!
    const answer = await request(url, iris!, picture)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    await second.stop()
    const twice = await serve('--data', elsewhere, '--restore', file)
    expect([await twice.ended, twice.errors()]).toEqual([1, expect.stringContaining('an organization in')])
    const wrong = await serve('--data', folder(), '--restore', join(elsewhere, 'organization.sqlite'))
    expect([await wrong.ended, wrong.errors()]).toEqual([1, expect.stringContaining('no backup of')])
  })

  it('generates an organization of the given size, which is the same for the same seed', async () => {
    const sizes = 'users=60,streams=12,messages=700,seed=5'
    const texts: string[] = []
    for (const data of [folder(), folder()]) {
      const made = await serve('--data', data, '--generate', sizes)
      expect(await made.ended).toBe(0)
      const account = JSON.parse(made.output()) as Told['accounts'][number]
      const server = await serve('--data', data)
      const { url } = JSON.parse(server.output()) as Told
      const { members } = (await (await request(url, account, '/api/v1/users')).json()) as { members: unknown[] }
      expect(members).toHaveLength(60)
      const answer = await request(url, account, '/api/v1/messages', {
        anchor: 'newest',
        num_before: '5',
        num_after: '0',
        apply_markdown: 'false',
      })
      const { messages } = (await answer.json()) as { messages: { content: string }[] }
      texts.push(messages.map((message) => message.content).join('|'))
      await server.stop()
      if (texts.length > 1) continue
      const twice = await serve('--data', data, '--generate', sizes)
      expect([await twice.ended, twice.errors()]).toEqual([1, expect.stringContaining('already')])
    }
    expect(texts[0]).toBe(texts[1])
    expect(texts[0]).not.toBe('')
  })

  it('acts as a server of another feature level and dialect when told to', async () => {
    const server = await serve('--data', await demoFolder(), '--demo', '--dialect', 'zulip', '--feature-level', '421')
    const { url } = JSON.parse(server.output()) as Told
    expect(await (await fetch(`${url}/api/v1/server_settings`)).json()).toMatchObject({
      zulip_feature_level: 421,
      realm_url: url,
    })
    await server.stop()
  })

  it('starts a demo whose colleagues write messages, with the option for it', async () => {
    const server = await serve('--data', await demoFolder(), '--demo', '--live')
    const { url, accounts } = JSON.parse(server.output()) as Told
    const [iris] = accounts
    const opened = await fetch(`${url}/api/v1/register`, {
      method: 'POST',
      headers: authorization(iris!),
      body: new URLSearchParams({ event_types: '["typing","message","reaction"]' }),
    })
    const { queue_id } = (await opened.json()) as { queue_id: string }
    const answer = await request(url, iris!, '/api/v1/events', { queue_id, last_event_id: '-1' })
    const { events } = (await answer.json()) as { events: { type: string }[] }
    expect(['typing', 'message', 'reaction']).toContain(events[0]!.type)
    await server.stop()
  })
})

interface Told {
  readonly url: string
  readonly accounts: { readonly email: string; readonly api_key: string; readonly user_id: number }[]
}

function authorization({ email, api_key }: Told['accounts'][number]) {
  return { authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}` }
}

function request(url: string, account: Told['accounts'][number], path: string, query: Record<string, string> = {}) {
  return fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, { headers: authorization(account) })
}

async function sayToSelf(output: string, content: string) {
  const { url, accounts } = JSON.parse(output) as Told
  const [iris] = accounts
  const response = await fetch(`${url}/api/v1/messages`, {
    method: 'POST',
    headers: authorization(iris!),
    body: new URLSearchParams({ type: 'direct', to: `[${iris!.user_id}]`, content }),
  })
  return (await response.json()) as { result: string }
}

async function newest(output: string): Promise<string | undefined> {
  const { url, accounts } = JSON.parse(output) as Told
  const [iris] = accounts
  const answer = await request(url, iris!, '/api/v1/messages', {
    narrow: JSON.stringify([{ operator: 'dm', operand: [iris!.user_id] }]),
    anchor: 'newest',
    num_before: '1',
    num_after: '0',
    apply_markdown: 'false',
  })
  const { messages } = (await answer.json()) as { messages: { content: string }[] }
  return messages[0]?.content
}
