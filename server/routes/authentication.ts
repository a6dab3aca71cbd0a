import { featureLevel, serverVersion, type ServerContext } from '../context.ts'
import type { Endpoints } from '../endpoint.ts'
import { ServiceError } from '../errors.ts'
import { passwordMatches } from '../store/users.ts'

/** Five wrong passwords for one name in half an hour close it for the rest (wire-protocol.md §2.13). */
const failuresAllowed = 5
const failureWindowMs = 30 * 60_000

/** `GET /server_settings` and `POST /fetch_api_key` (wire-protocol.md §2.9). */
export function authenticationRoutes(api: Endpoints, context: ServerContext): void {
  const failures = new Map<string, number[]>()

  api.open('GET', '/server_settings', ({ request }) => {
    const organization = context.tables.organization.get()
    return {
      authentication_methods: { password: true, email: true, ldap: false, dev: false, remoteuser: false },
      external_authentication_methods: [],
      email_auth_enabled: true,
      require_email_format_usernames: true,
      push_notifications_enabled: false,
      is_incompatible: false,
      realm_uri: `${request.protocol}://${request.host}`,
      realm_name: organization.name,
      realm_icon: '',
      realm_description: organization.description,
      realm_web_public_access_enabled: false,
      svc_version: serverVersion,
      svc_merge_base: '',
      svc_feature_level: featureLevel,
    }
  })

  api.open('POST', '/fetch_api_key', ({ parameters }) => {
    const username = parameters.text('username')
    const password = parameters.text('password')
    const name = username.trim().toLowerCase()
    const now = context.ports.clock.now()
    const recent = (failures.get(name) ?? []).filter((time) => time > now - failureWindowMs)
    if (recent.length >= failuresAllowed) {
      const waitSeconds = Math.max(1, Math.ceil(((recent[0] ?? now) + failureWindowMs - now) / 1000))
      throw new ServiceError('RATE_LIMIT_HIT', 'API usage exceeded rate limit', {
        status: 429,
        extra: { 'retry-after': waitSeconds },
        headers: { 'retry-after': String(waitSeconds) },
      })
    }
    const user = context.tables.users.byEmail(name)
    if (!passwordMatches(password, user?.password_hash ?? null) || user === undefined) {
      failures.set(name, [...recent, now])
      throw new ServiceError('AUTHENTICATION_FAILED', 'Your username or password is incorrect', { status: 401 })
    }
    if (user.is_active === 0) throw new ServiceError('USER_DEACTIVATED', 'Account is deactivated', { status: 401 })
    failures.delete(name)
    return { api_key: user.api_key, email: user.delivery_email, user_id: user.id }
  })
}
