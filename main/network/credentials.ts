import type { Session } from 'electron'
import { z } from 'zod'
import { oldestFeatureLevel } from '../engine/api/capabilities.ts'
import { canonicalNames } from '../engine/api/dialect.ts'
import type { DiscoveredServer } from '../../preload/contract.ts'
import { HttpFailure, httpText } from './http.ts'
import { serverOrigin } from './server-address.ts'

/** Signing in did not work; the message is for people. */
export class SignInError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'SignInError'
    this.code = code
  }
}

export interface SignedIn {
  readonly origin: string
  readonly organization: string
  /** The Basic user name: exactly what the server returned (wire-protocol.md §2.0). */
  readonly email: string
  readonly apiKey: string
}

const timeoutMs = 20_000
const maxBytes = 2 * 1024 * 1024

const settingsSchema = z.object({
  result: z.literal('success'),
  realm_name: z.string().optional(),
  realm_uri: z.string().optional(),
  email_auth_enabled: z.boolean().catch(true),
  svc_feature_level: z.number().optional(),
  /** The server refuses this client by its User-Agent. */
  is_incompatible: z.boolean().catch(false),
})

const keySchema = z.object({ result: z.literal('success'), api_key: z.string().min(1), email: z.string().min(1) })
const selfSchema = z.object({ result: z.literal('success'), email: z.string(), delivery_email: z.string().nullish() })

/**
 * The only code that exchanges passwords for keys (design.md §5), so that no key passes through an engine. It follows
 * no redirect: a password goes to the address that was asked for, or nowhere.
 */
export class CredentialService {
  readonly #session: Session
  readonly #userAgent: string

  constructor(options: { session: Session; userAgent: string }) {
    this.#session = options.session
    this.#userAgent = options.userAgent
  }

  /** @throws AddressError, SignInError */
  async discover(typed: string): Promise<DiscoveredServer> {
    const origin = serverOrigin(typed)
    const { head, answer } = await this.#call(origin, 'GET', '/api/v1/server_settings', null, {})
    if (head.redirect !== null) {
      throw new SignInError('MOVED', `This server has moved. Its address is now ${new URL(head.redirect).origin}`)
    }
    const settings = settingsSchema.safeParse(answer)
    if (!settings.success) {
      throw new SignInError(
        'NOT_A_SERVER',
        'There is a server at this address, but not one that Skein can talk to. Check the address with your administrator.',
      )
    }
    const level = settings.data.svc_feature_level ?? 0
    if (level < oldestFeatureLevel) {
      throw new SignInError(
        'TOO_OLD',
        `This server is too old for Skein (feature level ${level}, needed ${oldestFeatureLevel}). Ask its administrator to update it.`,
      )
    }
    if (settings.data.is_incompatible) {
      throw new SignInError('INCOMPATIBLE', 'This server does not take this version of Skein any more. Update Skein.')
    }
    if (settings.data.realm_name === undefined) {
      throw new SignInError('NO_ORGANIZATION', 'This server has several organizations. Enter the address of yours.')
    }
    return { url: origin, name: settings.data.realm_name, acceptsPassword: settings.data.email_auth_enabled }
  }

  /** @throws AddressError, SignInError */
  async withPassword(typed: string, email: string, password: string): Promise<SignedIn> {
    const server = await this.discover(typed)
    if (!server.acceptsPassword) {
      throw new SignInError(
        'NO_PASSWORDS',
        'This organization does not use passwords. Sign in with your e-mail and the API key from its settings page.',
      )
    }
    const form = new URLSearchParams({ username: email.trim(), password }).toString()
    const { head, answer } = await this.#call(server.url, 'POST', '/api/v1/fetch_api_key', form, {})
    const key = keySchema.safeParse(answer)
    if (key.success) {
      return { origin: server.url, organization: server.name, email: key.data.email, apiKey: key.data.api_key }
    }
    throw refusal(head.status, answer)
  }

  /** @throws AddressError, SignInError */
  async withApiKey(typed: string, email: string, apiKey: string): Promise<SignedIn> {
    const server = await this.discover(typed)
    const name = email.trim()
    const key = apiKey.trim()
    const { head, answer } = await this.#call(server.url, 'GET', '/api/v1/users/me', null, {
      Authorization: `Basic ${Buffer.from(`${name}:${key}`, 'utf8').toString('base64')}`,
    })
    if (selfSchema.safeParse(answer).success) {
      return { origin: server.url, organization: server.name, email: name, apiKey: key }
    }
    if (head.status === 401) {
      throw new SignInError('WRONG_KEY', 'The server does not accept this e-mail and API key. Check both.')
    }
    throw refusal(head.status, answer)
  }

  async #call(
    origin: string,
    method: 'GET' | 'POST',
    path: string,
    body: string | null,
    headers: Readonly<Record<string, string>>,
  ) {
    try {
      const { body: text, ...head } = await httpText({
        method,
        url: origin + path,
        headers: {
          'User-Agent': this.#userAgent,
          ...headers,
          ...(body === null ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
        },
        body,
        timeoutMs,
        maxBytes,
        session: this.#session,
      })
      return { head, answer: canonical(parseOrNull(text)) }
    } catch (error) {
      if (error instanceof HttpFailure) throw new SignInError('UNREACHABLE', error.message)
      throw error
    }
  }
}

/** An answer by the specification's names, whichever of the two families of servers gave it. */
function canonical(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer
  return canonicalNames(answer as Record<string, unknown>) // an object, checked in the line before
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const refusalSchema = z.object({ code: z.string().catch(''), msg: z.string().catch('') })

function refusal(status: number, answer: unknown): SignInError {
  const { code, msg } = refusalSchema.catch({ code: '', msg: '' }).parse(answer)
  switch (code) {
    case 'USER_DEACTIVATED':
      return new SignInError(code, 'This account has been deactivated. Ask an administrator of the organization.')
    case 'REALM_DEACTIVATED':
      return new SignInError(code, 'This organization has been deactivated.')
    case 'PASSWORD_AUTH_DISABLED':
      return new SignInError(code, 'This organization does not use passwords. Sign in with an API key instead.')
    case 'PASSWORD_RESET_REQUIRED':
      return new SignInError(code, 'Your password has to be reset first. Do that on the organization’s web page.')
    default:
  }
  if (status === 429) {
    return new SignInError('RATE_LIMIT_HIT', 'There were too many tries. Wait half an hour, or ask an administrator.')
  }
  if (status === 401 || status === 403) {
    return new SignInError('WRONG_PASSWORD', 'The e-mail or the password is wrong.')
  }
  if (status >= 500) return new SignInError('SERVER_TROUBLE', 'The server has an internal problem. Try again later.')
  return new SignInError('REFUSED', msg === '' ? 'The server refuses to sign you in.' : msg)
}
