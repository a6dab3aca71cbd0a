import { reportReasons, reportRoutes } from '#server/messages/sending/reports.ts'
import { withRealm, type LevelChange } from '../../change.ts'

/** Reports of messages to the moderators (newer-servers.md §7). */
export const reports: readonly LevelChange[] = [
  {
    level: 382,
    what: 'messages are reported to the moderators',
    rewrite: {
      routes(_app, api, { context }) {
        reportRoutes(api, context)
      },
    },
  },
  {
    level: 435,
    what: 'the reasons for a report are listed',
    rewrite: {
      register: (state) =>
        withRealm(state, {
          server_report_message_types: Object.entries(reportReasons).map(([key, name]) => ({ key, name })),
        }),
    },
  },
]
