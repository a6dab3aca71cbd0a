import { mkdtempSync, readdirSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { Outgoing } from '#accounts/outgoing.ts'
import { OwnAccount, type OwnAccountOptions } from '#accounts/own-account.ts'
import { ask, gateTo } from '#support/asked-gate.ts'
import { listening, type Listening } from '#support/listening.ts'

type Account = Parameters<OwnAccount['setPicture']>[0]

interface Answer {
  readonly status?: number
  readonly body?: Record<string, unknown>
  readonly headers?: Readonly<Record<string, string>>
}

let server: Listening | undefined
afterEach(() => {
  server?.close()
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // a request without an encoding
  return Buffer.concat(chunks).toString('latin1')
}

/** An account at a server that knows one key, and the changes of the account. */
async function setUp(
  answer: (call: string, body: string) => Answer | Promise<Answer>,
  over: Partial<Pick<OwnAccountOptions['keychain'], 'write'>> = {},
) {
  const state = { key: 'k' }
  const asked: { readonly call: string; readonly body: string }[] = []
  server = await listening((request, response) => {
    void (async () => {
      const call = `${request.method ?? ''} ${request.url ?? ''}`
      const body = await bodyOf(request)
      const basic = Buffer.from(`iris@alder.example:${state.key}`).toString('base64')
      const isKnown = request.headers.authorization === `Basic ${basic}`
      asked.push({ call, body })
      const unauthorized: Answer = { status: 401, body: { result: 'error', code: 'UNAUTHORIZED', msg: 'No' } }
      const made = isKnown ? await answer(call, body) : unauthorized
      const text = JSON.stringify(made.body ?? { result: 'success', msg: '' })
      response.writeHead(made.status ?? 200, { 'Content-Type': 'application/json', ...made.headers }).end(text)
    })()
  })
  const gate = gateTo(server.origin)
  const folder = mkdtempSync(join(tmpdir(), 'skein-own-'))
  const signals: string[] = []
  const stored: string[] = []
  const account = {
    gate,
    outgoing: new Outgoing(folder),
    engine: { signal: (signal: string) => signals.push(signal) },
    stored: { id: 'a', origin: server.origin, email: 'iris@alder.example', organization: 'Alder' },
  } as unknown as Account // the parts that the changes use
  const fetched: string[] = []
  const own = new OwnAccount({
    keychain: {
      write: (_, key) => {
        stored.push(key)
        return Promise.resolve(true)
      },
      ...over,
    },
    credentials: {
      withPassword: (origin, email, password) => {
        fetched.push(password)
        return Promise.resolve({ origin, organization: 'Alder', email, apiKey: state.key })
      },
    },
  })
  return { state, asked, gate, folder, signals, stored, fetched, account, own }
}

const success = { result: 'success', msg: '' }

describe('a new API key', () => {
  it('is used at once and stored, and no other request is refused meanwhile', async () => {
    const { state, gate, signals, stored, account, own } = await setUp((call) => {
      if (!call.endsWith('/regenerate')) return {}
      state.key = 'new'
      return { body: { ...success, api_key: 'new' } }
    })
    expect(await own.replaceKey(account)).toEqual({ ok: true, value: { key: 'new', keyIsStored: true } })
    expect({ stored, signals, key: gate.apiKey }).toEqual({ stored: ['new'], signals: ['key_changed'], key: 'new' })
    expect(await ask(gate, { method: 'GET', path: '/api/v1/users/me' }).answer).toMatchObject({ status: 200 })
  })

  it('counts a request with the old key as one that never arrived', async () => {
    const held = Promise.withResolvers<null>()
    const { state, gate, account, own } = await setUp(async (call) => {
      if (!call.endsWith('/regenerate')) return {}
      state.key = 'new'
      await held.promise
      return { body: { ...success, api_key: 'new' } }
    })
    const replacing = own.replaceKey(account)
    await expect.poll(() => state.key).toBe('new')
    const failure = { code: 'broken', provesNonDelivery: true }
    await expect(ask(gate, { method: 'GET', path: '/api/v1/users/me' }).answer).rejects.toMatchObject({ failure })
    held.resolve(null)
    await replacing
    expect(await ask(gate, { method: 'GET', path: '/api/v1/users/me' }).answer).toMatchObject({ status: 200 })
    // A refusal at another time means that the key is void.
    state.key = 'of another device'
    expect(await ask(gate, { method: 'GET', path: '/api/v1/users/me' }).answer).toMatchObject({ status: 401 })
  })

  it('is kept until the end if the keychain does not take it', async () => {
    const { state, gate, account, own } = await setUp(
      () => {
        state.key = 'new'
        return { body: { ...success, api_key: 'new' } }
      },
      { write: () => Promise.resolve(false) },
    )
    expect(await own.replaceKey(account)).toMatchObject({ ok: true, value: { keyIsStored: false } })
    expect(gate.apiKey).toBe('new')
  })

  it('is not made offline, which a sentence says', async () => {
    const { stored, gate, account, own } = await setUp(() => ({}))
    server?.close()
    expect(await own.replaceKey(account)).toEqual({
      ok: false,
      error: { code: 'OWN_OFFLINE', values: { act: 'key' } },
    })
    expect({ stored, key: gate.apiKey }).toEqual({ stored: [], key: 'k' })
  })

  it('is shown when the user asks for it', async () => {
    const { gate, account, own } = await setUp(() => ({}))
    expect(own.showKey(account)).toEqual({ ok: true, value: { key: 'k' } })
    gate.setCredentials(null)
    expect(own.showKey(account)).toMatchObject({ ok: false, error: { code: 'KEY_MISSING' } })
  })
})

describe('a new password', () => {
  const passwords = { current: 'old', wanted: 'new & better' }

  it('brings the key that the server has replaced', async () => {
    const { state, asked, fetched, stored, gate, account, own } = await setUp((call) => {
      if (call === 'PATCH /api/v1/settings') state.key = 'new'
      return {}
    })
    expect(await own.changePassword(account, passwords)).toEqual({
      ok: true,
      value: { hasKey: true, keyIsStored: true },
    })
    expect(asked[0]?.body).toBe('old_password=old&new_password=new+%26+better')
    expect({ fetched, stored, key: gate.apiKey }).toEqual({
      fetched: ['new & better'],
      stored: ['new'],
      key: 'new',
    })
  })

  it('is refused with the reason of the server', async () => {
    const { stored, account, own } = await setUp(() => ({
      status: 400,
      body: { result: 'error', code: 'BAD_REQUEST', msg: 'Wrong password!' },
    }))
    expect(await own.changePassword(account, passwords)).toEqual({
      ok: false,
      error: { code: 'TEXT', values: { text: 'Wrong password!' } },
    })
    expect(stored).toEqual([])
  })

  it('is limited apart from the other requests of the account', async () => {
    const { gate, account, own } = await setUp(() => ({
      status: 429,
      headers: { 'Retry-After': '600' },
      body: { result: 'error', code: 'RATE_LIMIT_HIT', msg: 'Wait' },
    }))
    const held: number[] = []
    gate.onHold = (until) => held.push(until)
    expect(await own.changePassword(account, passwords)).toEqual({
      ok: false,
      error: { code: 'RATE_LIMIT_HIT', values: { isPassword: true, waitSeconds: 600 } },
    })
    expect(held).toEqual([])
  })
})

describe('the own picture', () => {
  it('is uploaded, and its copy is removed', async () => {
    const { asked, folder, account, own } = await setUp(() => ({ body: { ...success, avatar_url: '/a.png' } }))
    const data = Buffer.from('\x89PNG picture', 'latin1')
    expect(await own.setPicture(account, data.toString('base64'))).toEqual({ ok: true, value: null })
    expect(asked.map(({ call }) => call)).toEqual(['POST /api/v1/users/me/avatar'])
    expect(asked[0]?.body).toContain('filename="picture.png"')
    expect(asked[0]?.body).toContain('\x89PNG picture')
    expect(readdirSync(folder)).toEqual([])
    expect(await own.removePicture(account)).toEqual({ ok: true, value: null })
    expect(asked[1]?.call).toBe('DELETE /api/v1/users/me/avatar')
  })
})

describe('a deactivation', () => {
  it('of the last owner is refused with a sentence', async () => {
    const { account, own } = await setUp(() => ({
      status: 400,
      body: { result: 'error', code: 'CANNOT_DEACTIVATE_LAST_USER', msg: 'No', is_last_owner: true },
    }))
    expect(await own.deactivate(account)).toEqual({ ok: false, error: { code: 'LAST_OWNER' } })
  })
})
