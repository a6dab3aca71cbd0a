import type { NotificationAnswer, NotificationReason } from '#contract/notifications.ts'

/** A place where the user can change what decided: a section of the settings, or a dialog. */
export type Way = 'settings' | 'stream' | 'topics' | 'people'

/** Returns the places where what decided can be changed, each once, in the order of the reasons. */
export function waysOf(answer: NotificationAnswer): readonly Way[] {
  if (answer.kind === 'undecided') return answer.cause === 'sender_muted' ? ['people'] : []
  const { reasons } = answer
  return [...new Set(reasons.flatMap((reason) => wayOf(reason) ?? []))]
}

function wayOf(reason: NotificationReason): Way | null {
  switch (reason.code) {
    case 'SENDER_MUTED':
      return 'people'
    case 'TOPIC_MUTED':
    case 'FOLLOWED_TOPIC':
      return 'topics'
    case 'STREAM_MUTED':
      return 'stream'
    case 'WHOLE_STREAM':
    case 'EVERYBODY_OFF':
    case 'NOTHING_ASKS':
      return reason.values.by === 'stream' ? 'stream' : 'settings'
    case 'DESPITE_MUTE':
      return reason.values.what === 'stream' ? 'stream' : 'topics'
    case 'ALERT_WORD':
    case 'EVERYBODY_MENTIONED':
    case 'EVERYBODY_IN_FOLLOWED':
    case 'TURNED_OFF':
    case 'FOLLOWED_OFF':
    case 'DO_NOT_DISTURB':
    case 'TEXT_HIDDEN':
    case 'SOUND_OFF':
    case 'NO_SOUND':
    case 'SYSTEM_REFUSED':
      return 'settings'
    case 'SYSTEM_QUIET':
      return null
    case 'DIRECT_MESSAGE':
    case 'MENTIONED':
    case 'OWN_MESSAGE':
    case 'ALREADY_NOTIFIED':
    case 'READ_BEFORE':
    case 'ON_SCREEN':
    case 'TOO_OLD':
    case 'SUMMARY':
    case 'READ_HERE':
    case 'READ_ELSEWHERE':
    case 'MESSAGE_GONE':
      return null
    default:
      return unknownReason(reason)
  }
}

/** A reason that another version has stored has no place. */
function unknownReason(_: never): null {
  return null
}
