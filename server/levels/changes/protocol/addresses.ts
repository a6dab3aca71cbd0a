import { objects, without, withRealm, type LevelChange } from '../../change.ts'

/** Renamed addresses (newer-servers.md §1, §8). */
export const addresses: readonly LevelChange[] = [
  {
    level: 257,
    what: 'realm_url, and realm_uri beside it',
    rewrite: {
      register: (state) => ('realm_uri' in state ? withRealm(state, { realm_url: state.realm_uri }) : state),
      calls: {
        async 'GET /server_settings'(_call, next) {
          const answer = await next()
          return { ...answer, realm_url: answer.realm_uri }
        },
      },
    },
  },
  {
    level: 272,
    what: 'an upload answers url, and uri beside it',
    rewrite: {
      calls: {
        async 'POST /user_uploads'(_call, next) {
          const answer = await next()
          return { ...answer, url: answer.uri }
        },
      },
    },
  },
  {
    level: 286,
    what: 'an upload answers the name of the file',
    rewrite: {
      calls: {
        async 'POST /user_uploads'(_call, next, { context }) {
          const answer = await next()
          const path = String(answer.uri).replace('/user_uploads/', '')
          return { ...answer, filename: context.tables.attachments.byPath(path)?.name ?? '' }
        },
      },
    },
  },
  {
    level: 443,
    what: 'times of attachments are seconds, milliseconds before',
    rewrite: {
      forms: {
        attachment: (attachment) => ({
          ...attachment,
          ...(typeof attachment.create_time === 'number' ? { create_time: attachment.create_time / 1000 } : {}),
          ...(Array.isArray(attachment.messages)
            ? {
                messages: objects(attachment.messages).map((message) => ({
                  ...message,
                  date_sent: Number(message.date_sent) / 1000,
                })),
              }
            : {}),
        }),
      },
    },
  },
  {
    level: 472,
    what: 'attachments name their messages by id',
    rewrite: {
      forms: {
        attachment: (attachment) =>
          Array.isArray(attachment.messages)
            ? {
                ...without(attachment, 'messages'),
                message_ids: objects(attachment.messages).map((message) => message.id),
              }
            : attachment,
      },
    },
  },
]
