import type { ServerContext } from '../context.ts'
import type { Endpoints } from '../endpoint.ts'
import { ServiceError } from '../errors.ts'
import { renderMarkdown } from '../markdown/render.ts'
import { organizationSettings } from '../organization-settings.ts'
import { iconFields } from '../organization-state.ts'
import { allowanceHeaders, RateLimiter } from '../rate-limiter.ts'
import { passwordMatches } from '../store/users.ts'
import { versionFields } from '../version.ts'

/** Five wrong passwords for one name in half an hour close it for the rest (wire-protocol.md §2.13). */
const failuresAllowed = 5
const failureWindowMs = 30 * 60_000

/** `GET /server_settings`, `POST /fetch_api_key`, a new key (wire-protocol.md §2.9). */
export function authenticationRoutes(api: Endpoints, context: ServerContext): void {
  /** Counts attempts that failed or are not decided yet, by the name. */
  const attempts = new RateLimiter(context.ports.clock, failureWindowMs)

  api.open('GET', '/server_settings', ({ request }) => {
    const organization = context.tables.organization.get()
    return {
      authentication_methods: {
        password: true,
        email: true,
        ldap: false,
        dev: false,
        remoteuser: false,
        github: false,
        azuread: false,
        gitlab: false,
        apple: false,
        google: false,
        saml: false,
        'openid connect': false,
      },
      external_authentication_methods: [],
      email_auth_enabled: true,
      require_email_format_usernames: true,
      push_notifications_enabled: false,
      is_incompatible: false,
      realm_uri: `${request.protocol}://${request.host}`,
      realm_name: organization.name,
      realm_icon: iconFields(context).icon_url,
      realm_description:
        organization.description === '' ? '' : renderMarkdown(organization.description, context.directory).html,
      realm_web_public_access_enabled:
        context.options.webPublicStreams && organizationSettings(context).enable_spectator_access,
      ...versionFields(context.options.dialect),
    }
  })

  api.open('POST', '/fetch_api_key', async ({ parameters, tell }) => {
    const username = parameters.text('username')
    const password = parameters.text('password')
    const name = username.trim().toLowerCase()
    // Noted before the slow comparison, so that many attempts at once are no way round the limit.
    tell(allowanceHeaders(attempts.take(name, failuresAllowed)))
    const user = context.tables.users.byEmail(name)
    if (!(await passwordMatches(password, user?.password_hash ?? null)) || user === undefined) {
      throw new ServiceError('AUTHENTICATION_FAILED', 'Your username or password is incorrect', { status: 401 })
    }
    attempts.forgive(name)
    if (context.tables.organization.get().is_deactivated === 1) {
      throw new ServiceError('REALM_DEACTIVATED', 'This organization has been deactivated', { status: 401 })
    }
    if (user.is_active === 0) throw new ServiceError('USER_DEACTIVATED', 'Account is deactivated', { status: 401 })
    return { api_key: user.api_key, email: user.delivery_email, user_id: user.id }
  })

  api.authenticated('POST', '/users/me/api_key/regenerate', ({ user }) => {
    const apiKey = newApiKey(context)
    context.write(() => {
      context.tables.users.change(user.id, { api_key: apiKey })
    })
    return { api_key: apiKey }
  })
}

/** 32 characters that nobody can guess (wire-protocol.md §2.0). */
export function newApiKey(context: ServerContext): string {
  return context.ports.random.bytes(24).toString('base64url')
}
