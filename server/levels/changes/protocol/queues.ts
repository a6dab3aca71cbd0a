import { without, eventOf, type LevelChange } from '../../change.ts'
import { badRequest } from '#server/base/errors.ts'
import { allowedLifetimeMs } from '#server/events/queue-options.ts'

const mobileSeconds = 12 * 3600

/** Event queues, and events about the server (newer-servers.md §1, §3). */
export const queues: readonly LevelChange[] = [
  {
    level: 240,
    what: 'a restart does not say whether it is immediate; web clients are told to reload apart',
    rewrite: {
      event: (event) => [event.type === 'restart' ? eventOf(without(event, 'immediate')) : event],
    },
  },
  {
    level: 439,
    what: 'the two older events of settings are gone',
    rewrite: {
      register: (state) => without(state, 'emojiset_choices'),
      event: (event) =>
        event.type === 'update_display_settings' || event.type === 'update_global_notifications' ? [] : [event],
    },
  },
  {
    level: 481,
    what: 'a longer life of the queue is asked for as idle_queue_timeout and answered',
    rewrite: {
      calls: {
        async 'POST /register'(call, next) {
          // The older name is undocumented and still accepted.
          const text = call.parameters.take('idle_queue_timeout')
          if (text !== undefined) call.parameters.set('queue_lifespan_secs', String(askedSeconds(text)))
          const seconds = Number(call.parameters.peek('queue_lifespan_secs') ?? 0)
          const answer = await next()
          return typeof answer.queue_id === 'string'
            ? { ...answer, idle_queue_timeout_secs: allowedLifetimeMs(seconds) / 1000 }
            : answer
        },
      },
    },
  },
]

/** @throws ServiceError `BAD_REQUEST` unless the text is a number of seconds or `mobile` */
function askedSeconds(text: string): number {
  const word = text.replaceAll('"', '')
  if (word === 'mobile') return mobileSeconds
  if (!/^\d{1,9}$/.test(word)) throw badRequest('Invalid idle_queue_timeout')
  return Number(word)
}
