import { passwordIsRight, replaceApiKey } from '../../people/credentials.ts'
import type { ServerContext } from '../../context/context.ts'
import type { Endpoints } from '../../http/endpoint.ts'
import { ServiceError } from '../../base/errors.ts'
import { renderMarkdown } from '../../markdown/render.ts'
import { organizationSettings } from '../../context/organization-settings.ts'
import { iconFields } from '../../organization/organization-state.ts'
import { publicOrigin } from '../../http/public-origin.ts'
import { allowanceHeaders } from '../../base/rate-limiter.ts'
import { versionFields } from '../../base/feature-levels.ts'

/** The acting user of changes without an account. */
const nobody = 0

/** `GET /server_settings`, `POST /fetch_api_key`, replacing the key (wire-protocol.md §2.9). */
export function authenticationRoutes(api: Endpoints, context: ServerContext): void {
  api.open('GET', '/server_settings', async ({ request }) => {
    await context.drawings.prepare(context.tables.organization.get().description, nobody)
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
      realm_uri: publicOrigin(context, request),
      realm_name: organization.name,
      realm_icon: iconFields(context).icon_url,
      realm_description:
        organization.description === '' ? '' : renderMarkdown(organization.description, context.directory).html,
      realm_web_public_access_enabled:
        context.options.webPublicStreams && organizationSettings(context).enable_spectator_access,
      ...versionFields(context.options.dialect),
    }
  })

  api.open('POST', '/fetch_api_key', async ({ parameters, request, tell }) => {
    const username = parameters.text('username')
    const password = parameters.text('password')
    const name = username.trim().toLowerCase()
    const known = context.tables.users.byEmail(name)
    const attempt = context.attempts.begin(name, known, request.ip)
    tell(allowanceHeaders(attempt.allowance))
    const isRight = await passwordIsRight(context, known, password)
    // The account may have changed during the comparison.
    const user = known === undefined ? undefined : context.tables.users.get(known.id)
    if (!isRight || user === undefined) {
      throw new ServiceError('AUTHENTICATION_FAILED', 'Your username or password is incorrect', { status: 401 })
    }
    attempt.succeeded()
    if (context.tables.organization.get().is_deactivated === 1) {
      throw new ServiceError('REALM_DEACTIVATED', 'This organization has been deactivated', { status: 401 })
    }
    if (user.is_active === 0) throw new ServiceError('USER_DEACTIVATED', 'Account is deactivated', { status: 401 })
    return { api_key: user.api_key, email: user.delivery_email, user_id: user.id }
  })

  api.authenticated('POST', '/users/me/api_key/regenerate', ({ user }) => ({
    api_key: context.write(() => replaceApiKey(context, user.id)),
  }))
}
