import { UnknownPathError } from '#server/base/errors.ts'
import { objects, without, type LevelChange } from '../../change.ts'

function unknownPath(): never {
  throw new UnknownPathError('this level has no such address')
}

/** Scheduled messages, which were added in steps (Service API, Versioning 6). */
export const beforeScheduled: readonly LevelChange[] = [
  {
    level: 184,
    what: 'scheduled messages can be changed',
    rewrite: { calls: { 'PATCH /scheduled_messages/:scheduled_message_id': unknownPath } },
  },
  {
    level: 181,
    what: 'scheduled messages say whether they failed',
    rewrite: {
      register: (state) =>
        'scheduled_messages' in state
          ? { ...state, scheduled_messages: objects(state.scheduled_messages).map((one) => without(one, 'failed')) }
          : state,
    },
  },
  {
    level: 179,
    what: 'messages can be sent later',
    rewrite: {
      calls: { 'POST /scheduled_messages': unknownPath },
      register: (state) => without(state, 'scheduled_messages'),
      event: (event) => (event.type === 'scheduled_messages' ? [] : [event]),
    },
  },
  {
    level: 173,
    what: 'scheduled messages can be asked for and withdrawn',
    rewrite: {
      calls: {
        'GET /scheduled_messages': unknownPath,
        'DELETE /scheduled_messages/:scheduled_message_id': unknownPath,
      },
    },
  },
]
