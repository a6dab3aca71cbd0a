import type { Session } from 'electron'
import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { oldestFeatureLevel } from '#engine/api/capabilities.ts'
import { canonicalNames } from '#engine/api/dialect.ts'
import type { DiscoveredServer } from '#contract/accounts.ts'
import { HttpFailure, httpText } from './http-text.ts'
import type { ProxyLogin } from './proxy/proxy-login.ts'
import { serverOrigin } from './server-address.ts'
import { SignInError, signInRefusal, type SignInStep } from './sign-in-refusal.ts'

export interface SignedIn {
  readonly origin: string
  readonly organization: string
  /** The Basic user name, exactly as the server returned it (wire-protocol.md §2.0). */
  readonly email: string
  readonly apiKey: string
}

const limits = { silenceMs: 20_000, totalMs: 40_000 }
const maxBytes = clientLimits.signInAnswer.most

const settingsSchema = z.object({
  result: z.literal('success'),
  realm_name: z.string().optional(),
  realm_uri: z.string().optional(),
  email_auth_enabled: z.boolean().catch(true),
  /** `password` includes passwords of a directory service, which `email_auth_enabled` does not. */
  authentication_methods: z.object({ password: z.boolean().optional() }).catch({}),
  svc_feature_level: z.number().optional(),
  /** Whether the server refuses the User-Agent of this client. */
  is_incompatible: z.boolean().catch(false),
})

const keySchema = z.object({ result: z.literal('success'), api_key: z.string().min(1), email: z.string().min(1) })
const selfSchema = z.object({ result: z.literal('success'), email: z.string(), delivery_email: z.string().nullish() })

/**
 * Exchanges passwords for keys, outside of engines, so that no key passes through one. It follows no redirects: a
 * password is sent to the given address only.
 */
export class CredentialService {
  readonly #session: Session
  readonly #userAgent: string
  readonly #proxyLogin: ProxyLogin | undefined
  /** The origins of the calls in flight, one entry for each call. */
  #asked: readonly string[] = []

  constructor(options: { session: Session; userAgent: string; proxyLogin?: ProxyLogin }) {
    this.#session = options.session
    this.#userAgent = options.userAgent
    this.#proxyLogin = options.proxyLogin
  }

  /** Whether a sign-in to the origin is in progress. */
  isAsking(origin: string): boolean {
    return this.#asked.includes(origin)
  }

  /** @throws AddressError, SignInError */
  async discover(typed: string): Promise<DiscoveredServer> {
    const origin = serverOrigin(typed)
    const response = await this.#call('settings', origin, 'GET', '/api/v1/server_settings', null, {})
    const settings = settingsSchema.safeParse(response.answer)
    if (!settings.success) throw signInRefusal(response)
    const level = settings.data.svc_feature_level ?? 0
    if (level < oldestFeatureLevel) {
      throw new SignInError({ code: 'TOO_OLD', values: { level, needed: oldestFeatureLevel } })
    }
    if (settings.data.is_incompatible) {
      throw new SignInError({ code: 'INCOMPATIBLE' })
    }
    if (settings.data.realm_name === undefined) {
      throw new SignInError({ code: 'NO_ORGANIZATION', values: { host: new URL(origin).host } })
    }
    const { authentication_methods: methods, email_auth_enabled: takesEmail } = settings.data
    return { url: origin, name: settings.data.realm_name, acceptsPassword: methods.password ?? takesEmail }
  }

  /** @throws AddressError, SignInError */
  async withPassword(typed: string, email: string, password: string): Promise<SignedIn> {
    const server = await this.discover(typed)
    if (!server.acceptsPassword) {
      throw new SignInError({ code: 'PASSWORD_AUTH_DISABLED' })
    }
    const form = new URLSearchParams({ username: email.trim(), password }).toString()
    const response = await this.#call('password', server.url, 'POST', '/api/v1/fetch_api_key', form, {})
    const key = keySchema.safeParse(response.answer)
    if (key.success) {
      return { origin: server.url, organization: server.name, email: key.data.email, apiKey: key.data.api_key }
    }
    throw signInRefusal(response)
  }

  /** @throws AddressError, SignInError */
  async withApiKey(typed: string, email: string, apiKey: string): Promise<SignedIn> {
    const server = await this.discover(typed)
    const name = email.trim()
    const key = apiKey.trim()
    const response = await this.#call('api_key', server.url, 'GET', '/api/v1/users/me', null, {
      Authorization: `Basic ${Buffer.from(`${name}:${key}`, 'utf8').toString('base64')}`,
    })
    if (selfSchema.safeParse(response.answer).success) {
      return { origin: server.url, organization: server.name, email: name, apiKey: key }
    }
    throw signInRefusal(response)
  }

  async #call(
    step: SignInStep,
    origin: string,
    method: 'GET' | 'POST',
    path: string,
    body: string | null,
    headers: Readonly<Record<string, string>>,
  ) {
    this.#asked = [...this.#asked, origin]
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
        limits,
        maxBytes,
        session: this.#session,
        priority: 'highest',
        proxyLogin: this.#proxyLogin,
      })
      return { ...head, step, origin, answer: canonical(parseOrNull(text)) }
    } catch (error) {
      if (error instanceof HttpFailure) throw new SignInError({ code: 'UNREACHABLE', values: { cause: error.failure } })
      throw error
    } finally {
      this.#asked = this.#asked.toSpliced(this.#asked.indexOf(origin), 1)
    }
  }
}

/** The answer with the specification's names, which differ between the families of servers. */
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
