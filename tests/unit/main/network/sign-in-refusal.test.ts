import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FailureError } from '#engine/values/failures.ts'
import { sentenceOf } from '#i18n/catalogue.ts'
import { sessionFromPartition } from '#browser-host/session-part.ts'
import { CredentialService } from '#network/credentials.ts'
import type { SignInStep } from '#network/sign-in-refusal.ts'

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** The answer’s JSON, or the text of a page. */
  readonly body: object | string
}

const session = sessionFromPartition('sign-in-refusal') as never
const service = new CredentialService({ session, userAgent: 'Skein/test' })
const calls: Readonly<Record<SignInStep, string>> = {
  settings: '/api/v1/server_settings',
  password: '/api/v1/fetch_api_key',
  api_key: '/api/v1/users/me',
}
const settings = { result: 'success', realm_name: 'Alder', zulip_feature_level: 237, email_auth_enabled: true }

const answers = new Map<string, Answer>()
let server: Server
let origin: string

beforeAll(async () => {
  server = createServer((request, response) => {
    const { status, headers, body } = answers.get(request.url ?? '') ?? { status: 200, body: settings }
    const isPage = typeof body === 'string'
    response.writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json', ...headers })
    response.end(isPage ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.close()
  server.closeAllConnections()
})

/** The sentence if `step` gets this answer and all steps before it succeed. */
async function refusalOf(step: SignInStep, answer: Answer): Promise<{ code: string; message: string }> {
  answers.clear()
  answers.set(calls[step], answer)
  const signIn =
    step === 'api_key'
      ? service.withApiKey(origin, 'iris@alder.example', 'k')
      : service.withPassword(origin, 'iris@alder.example', 'p')
  const error = await signIn.then(
    () => {
      throw new Error('signed in')
    },
    (reason: unknown) => reason as FailureError,
  )
  return { code: error.failure.code, message: sentenceOf(error.failure) }
}

const error = (code: string, msg = 'words of the server', more: object = {}) => ({
  result: 'error',
  code,
  msg,
  ...more,
})
const page = '<!doctype html><h1>words of a proxy</h1>'

const cases: readonly (readonly [string, SignInStep, Answer, string, string])[] = [
  // The password is refused.
  [
    'a wrong password',
    'password',
    { status: 401, body: error('AUTHENTICATION_FAILED') },
    'WRONG_PASSWORD',
    'Incorrect email or password.',
  ],
  ['the same of an older server', 'password', { status: 403, body: error('BAD_REQUEST', 'No') }, 'REFUSED', '“No”'],
  [
    '401 without a known code',
    'password',
    { status: 401, body: error('NEW_CODE') },
    'WRONG_PASSWORD',
    'Incorrect email or password.',
  ],
  [
    'a deactivated account',
    'password',
    { status: 401, body: error('USER_DEACTIVATED') },
    'USER_DEACTIVATED',
    'This account has been deactivated. Ask an administrator of your organization to reactivate it.',
  ],
  [
    'a deactivated organization',
    'password',
    { status: 401, body: error('REALM_DEACTIVATED') },
    'REALM_DEACTIVATED',
    'This organization has been deactivated',
  ],
  [
    'no passwords at all',
    'password',
    { status: 401, body: error('PASSWORD_AUTH_DISABLED') },
    'PASSWORD_AUTH_DISABLED',
    'This organization doesn’t use passwords. Sign in with your email and the API key from its settings page.',
  ],
  [
    'a password that has to be reset',
    'password',
    { status: 401, body: error('PASSWORD_RESET_REQUIRED') },
    'PASSWORD_RESET_REQUIRED',
    'Open http://127.0.0.1',
  ],
  [
    'a body that got lost on the way',
    'password',
    { status: 400, body: error('REQUEST_VARIABLE_MISSING', 'x', { var_name: 'username' }) },
    'REQUEST_NOT_UNDERSTOOD',
    '(“username” is missing)',
  ],
  [
    'a name of a parameter that is none',
    'password',
    { status: 400, body: error('REQUEST_VARIABLE_MISSING', 'x', { var_name: 'a b <i>' }) },
    'REQUEST_NOT_UNDERSTOOD',
    'The server didn’t understand Skein’s request. A proxy may have removed part of it, or this is a different kind of server. Contact its administrator.',
  ],
  [
    'no call for passwords',
    'password',
    { status: 404, body: page },
    'NO_PASSWORD_CALL',
    'This server doesn’t accept passwords from apps (404). Sign in with your email and an API key instead.',
  ],
  // The sign-ins are too frequent.
  [
    'too many tries, for so long (body)',
    'password',
    { status: 429, body: error('RATE_LIMIT_HIT', 'x', { 'retry-after': 1712.4 }) },
    'RATE_LIMIT_HIT',
    'Wait 29 minutes, then try again.',
  ],
  [
    'too many tries, for so long (header)',
    'settings',
    { status: 429, headers: { 'Retry-After': '13.905580520629883' }, body: page },
    'RATE_LIMIT_HIT',
    'Wait 14 seconds, then try again.',
  ],
  [
    'too many tries, for nobody knows how long',
    'api_key',
    { status: 429, headers: { 'Retry-After': 'Wed, 21 Oct 2099 07:28:00 GMT' }, body: page },
    'RATE_LIMIT_HIT',
    'Wait half an hour',
  ],
  [
    'too many tries, for longer than anybody waits',
    'password',
    { status: 429, body: error('RATE_LIMIT_HIT', 'x', { 'retry-after': 9e15 }) },
    'RATE_LIMIT_HIT',
    'Wait 24 hours',
  ],
  // An API key that is refused.
  [
    'a wrong key',
    'api_key',
    { status: 401, body: error('UNAUTHORIZED') },
    'WRONG_KEY',
    'The server doesn’t accept this email and API key. Check both. You also see this if the account or organization has been deactivated.',
  ],
  ['a wrong key, newer', 'api_key', { status: 401, body: error('INVALID_API_KEY') }, 'WRONG_KEY', 'Check both'],
  [
    'a deactivated account, newer',
    'api_key',
    { status: 401, body: error('USER_DEACTIVATED') },
    'USER_DEACTIVATED',
    'has been deactivated',
  ],
  ['a key without words', 'api_key', { status: 401, body: error('X') }, 'WRONG_KEY', 'Check both'],
  // A program in front of the server or in its place answers.
  ...[502, 503, 504].map(
    (status) =>
      [`a proxy’s ${status}`, 'settings', { status, body: page }, 'SERVER_AWAY', `in its place (${status})`] as const,
  ),
  [
    'a proxy’s 502 to a password',
    'password',
    { status: 502, body: page },
    'SERVER_AWAY',
    'The server is unavailable; a proxy is responding in its place (502). It may be restarting. Try again in a few minutes.',
  ],
  [
    'an internal error',
    'password',
    { status: 500, body: page },
    'SERVER_TROUBLE',
    'The server reported an internal error (500). Try again later. If it keeps happening, contact its administrator.',
  ],
  [
    'an internal error, as JSON',
    'settings',
    { status: 500, body: error('INTERNAL_SERVER_ERROR') },
    'SERVER_TROUBLE',
    'The server reported an internal error (500). Try again later. If it keeps happening, contact its administrator.',
  ],
  [
    'a server that is starting',
    'settings',
    { status: 500, body: error('SERVER_NOT_READY') },
    'SERVER_NOT_READY',
    'The server is starting up. Try again in a minute.',
  ],
  [
    'a proxy with a login',
    'settings',
    { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="x"' }, body: page },
    'BEHIND_A_LOGIN',
    'Something in front of the server, such as a proxy with its own sign-in, is blocking Skein (401). Ask the server’s administrator how apps can connect.',
  ],
  [
    'a firewall',
    'settings',
    { status: 403, body: page },
    'BEHIND_A_LOGIN',
    'Something in front of the server, such as a proxy with its own sign-in, is blocking Skein (403). Ask the server’s administrator how apps can connect.',
  ],
  [
    'a web page',
    'settings',
    { status: 200, body: page },
    'NOT_A_SERVER',
    'There’s a server at this address, but not one Skein can talk to. Check the address with your administrator. If your network has a sign-in page, open that first.',
  ],
  [
    'a web page for the key',
    'password',
    { status: 200, body: page },
    'NOT_A_SERVER',
    'There’s a server at this address, but not one Skein can talk to. Check the address with your administrator. If your network has a sign-in page, open that first.',
  ],
  ['a page that is not there', 'settings', { status: 404, body: page }, 'NOT_A_SERVER', 'Check the address'],
  ['another program', 'settings', { status: 404, body: { error: 'no' } }, 'NOT_A_SERVER', 'Check the address'],
  ['JSON that is no object', 'settings', { status: 200, body: [1] }, 'NOT_A_SERVER', 'Check the address'],
  [
    'a server that has moved',
    'settings',
    { status: 301, headers: { Location: 'https://new.example/login' }, body: '' },
    'MOVED',
    'This server has moved. Its new address is https://new.example',
  ],
  [
    'a login page in between',
    'settings',
    { status: 302, headers: { Location: '/sso?next=/' }, body: '' },
    'LOGIN_PAGE',
    'This server sends Skein to a web page to sign in. Ask the server’s administrator how apps can connect.',
  ],
  [
    'a password that is sent elsewhere',
    'password',
    { status: 307, headers: { Location: 'https://evil.example/' }, body: '' },
    'MOVED',
    'https://evil.example',
  ],
  // The server is not supported.
  [
    'an older server',
    'settings',
    { status: 200, body: { ...settings, zulip_feature_level: 100 } },
    'TOO_OLD',
    'This server is too old for Skein (feature level 100; Skein needs 155). Ask its administrator to update it.',
  ],
  [
    'a server that wants a newer client',
    'settings',
    { status: 200, body: { ...settings, is_incompatible: true } },
    'INCOMPATIBLE',
    'Update Skein',
  ],
  [
    'no organization in the address',
    'settings',
    { status: 200, body: { ...settings, realm_name: undefined } },
    'NO_ORGANIZATION',
    'your-organization.127.0.0.1',
  ],
  [
    'an organization that is not there',
    'settings',
    { status: 404, body: error('NONEXISTENT_SUBDOMAIN') },
    'NONEXISTENT_SUBDOMAIN',
    'There’s no organization at http://127.0.0.1',
  ],
  [
    'an organization without passwords',
    'settings',
    { status: 200, body: { ...settings, authentication_methods: { password: false } } },
    'PASSWORD_AUTH_DISABLED',
    'the API key from its settings page',
  ],
  // The code is unknown: the sentence quotes the server in one bounded line.
  ['an unknown code', 'password', { status: 400, body: error('NEW', 'Try Tuesday') }, 'REFUSED', '“Try Tuesday”'],
  [
    'an unknown code without words',
    'password',
    { status: 400, body: error('NEW', ' ') },
    'REFUSED',
    'The server refused to sign you in and gave no reason.',
  ],
  [
    'words that are no line',
    'password',
    { status: 400, body: error('NEW', 'a\n\u0000b\u202Ec <b>d</b>') },
    'REFUSED',
    '“a b c <b>d</b>”',
  ],
]

describe('a refused sign-in', () => {
  it.each(cases)('has a sentence for %s (%s)', async (_label, step, answer, code, sentence) => {
    const refusal = await refusalOf(step, answer)
    expect(refusal.code).toBe(code)
    expect(refusal.message).toContain(sentence)
    if (code !== 'REFUSED') expect(refusal.message).not.toContain('words of')
  })

  it('quotes at most a few lines of the server', async () => {
    const { message } = await refusalOf('password', { status: 400, body: error('NEW', '🦕'.repeat(100_000)) })
    expect([...message].length).toBeLessThan(330)
    expect(message).toMatch(/🦕…”$/)
  })

  const recorded = (
    JSON.parse(readFileSync(join(import.meta.dirname, '../../../recordings/errors.json'), 'utf8')) as {
      label: string
      path: string
      status: number
      headers: Record<string, string>
      body: object | string
    }[]
  ).filter(({ path, status }) => status !== 200 && /^\/(fetch_api_key|users\/me|server_settings)$/.test(path))

  it.each([
    ['a wrong password', 'WRONG_PASSWORD'],
    ['no user name', 'REQUEST_NOT_UNDERSTOOD'],
    ['its password', 'USER_DEACTIVATED'],
    ['a password there', 'REALM_DEACTIVATED'],
    ['a wrong key', 'WRONG_KEY'],
    ['a key of the wrong length', 'WRONG_KEY'],
    ['an unknown account', 'WRONG_KEY'],
    ['too many requests (more than 200 a minute)', 'RATE_LIMIT_HIT'],
  ])('has a sentence for a stock server’s answer: %s', async (label, code) => {
    const { path, status, headers, body } = recorded.find((call) => call.label === label)!
    const step = path === '/fetch_api_key' ? 'password' : 'api_key'
    const retryAfter = headers['Retry-After']
    const kept: Record<string, string> = retryAfter === undefined ? {} : { 'Retry-After': retryAfter }
    const refusal = await refusalOf(step, { status, headers: kept, body })
    expect(refusal.code).toBe(code)
  })
})

it('accepts the password of a directory service, although it is not an e-mail sign-in', async () => {
  answers.clear()
  const body = { ...settings, email_auth_enabled: false, authentication_methods: { password: true } }
  answers.set(calls.settings, { status: 200, body })
  expect(await service.discover(origin)).toMatchObject({ acceptsPassword: true })
})
