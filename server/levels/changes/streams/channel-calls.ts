import { badRequest } from '#server/base/errors.ts'
import { pathInteger } from '#server/http/endpoint.ts'
import { canSeeUser } from '#server/people/people.ts'
import { channelCreationRoutes } from '#server/routes/streams/channel-creation.ts'
import { mostSubscriptionNotices } from '#server/routes/streams/subscriptions.ts'
import { canSeeStream } from '#server/streams/access.ts'
import { subscriptionsOf } from '#server/streams/stream-objects.ts'
import { withRealm, type LevelChange } from '../../change.ts'

/** Further calls and parameters of streams (newer-servers.md §4, Other changes). */
export const channelCalls: readonly LevelChange[] = [
  {
    level: 397,
    what: 'whoever subscribes others decides whether they are told',
    rewrite: {
      habits: ['subscribes in silence'],
      register: (state) => withRealm(state, { max_bulk_new_subscription_messages: mostSubscriptionNotices }),
    },
  },
  {
    level: 417,
    what: 'streams have a call of their own for their creation',
    rewrite: {
      routes(_app, api, { context }) {
        channelCreationRoutes(api, context)
      },
    },
  },
  {
    level: 440,
    what: 'the streams of a user can be asked for',
    rewrite: {
      routes(_app, api, { context }) {
        api.authenticated('GET', '/users/:user_id/channels', (call) => {
          const id = pathInteger(call, 'user_id')
          const person = context.tables.users.get(id)
          if (person === undefined || !canSeeUser(context, call.user, id)) throw badRequest('No such user')
          const ids = subscriptionsOf(context, id)
            .filter(({ subscription, stream }) => {
              return subscription.is_active === 1 && canSeeStream(context, call.user, stream)
            })
            .map(({ stream }) => stream.id)
          return { subscribed_channel_ids: ids.sort((a, b) => a - b) }
        })
      },
    },
  },
]
