import { consents } from '#server/organization/exports/archive.ts'
import { consentRoutes } from '#server/organization/exports/exports.ts'
import { isAdministrator } from '#server/people/permissions.ts'
import type { LevelChange } from '../../change.ts'

/** Exports of private data with the consent of its people (newer-servers.md §6). */
export const exportConsents: readonly LevelChange[] = [
  {
    level: 295,
    what: 'administrators are told who consents to the export of private data',
    rewrite: {
      routes: (_app, api, { context }) => {
        consentRoutes(api, context)
      },
    },
  },
  {
    level: 304,
    what: 'an export may have the private data of consenting people',
    rewrite: { habits: ['exports consented data'] },
  },
  {
    level: 312,
    what: 'administrators are told of a changed consent',
    rewrite: {
      calls: {
        async 'PATCH /settings'({ user }, next, { context }) {
          const before = user !== undefined && consents(context, user.id)
          const answer = await next()
          if (user === undefined || consents(context, user.id) === before) return answer
          context.write(() => {
            for (const reader of context.tables.users.all()) {
              if (reader.is_active === 0 || !isAdministrator(reader)) continue
              const event = { type: 'realm_export_consent', user_id: user.id, consented: !before }
              context.events.publish(reader.id, () => event)
            }
          })
          return answer
        },
      },
    },
  },
]
