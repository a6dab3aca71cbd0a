import type { TextFlag } from '#contract/messages.ts'
import type { NotificationReason, NotificationText } from '#contract/notifications.ts'
import { AlertWords } from '#shared/alert-words.ts'
import type { Quiet } from '#shared/time/quiet-time.ts'
import { shownAlertWords } from '../actions/kinds/alert-word.ts'
import type { Core } from '../core/core.ts'
import type { UserSettings } from '../store/documents/user-settings.ts'

/** The inputs of the decision about one message. */
export interface Candidate {
  readonly isOwn: boolean
  readonly isSenderMuted: boolean
  readonly wasNotified: boolean
  /** Whether the message was read, here or on another device. */
  readonly isRead: boolean
  /** Whether the end of the conversation is on screen and the user looks at the window. */
  readonly isLookedAt: boolean
  /** Whether the message is too old to be news. */
  readonly isOld: boolean
  readonly isDirect: boolean
  readonly flags: readonly TextFlag[]
  /** 0 inherit, 1 muted, 2 unmuted, 3 followed. */
  readonly topicPolicy: number
  readonly isStreamMuted: boolean
  /** The subscription's settings; a null setting follows the user's. */
  readonly stream: {
    readonly desktop: boolean | null
    readonly audible: boolean | null
    readonly wildcard: boolean | null
  } | null
  /** The do-not-disturb that goes on; null for none. */
  readonly quiet: Quiet | null
}

/** Whether and how a message notifies, and why. */
export interface Decision {
  readonly shows: boolean
  readonly sounds: boolean
  /** The reasons; the first one decided. */
  readonly reasons: readonly [NotificationReason, ...NotificationReason[]]
  readonly textOf: NotificationTextOf
}

/** Makes the notification text of a message; `beginning` is the part that fits into a notification. */
export type NotificationTextOf = (
  core: Core,
  text: { readonly whole: string; readonly beginning: string },
) => NotificationText

const plain: NotificationTextOf = (_core, { beginning }) => ({ code: 'TEXT', values: { text: beginning } })
const hidden: NotificationTextOf = () => ({ code: 'HIDDEN' })
/**
 * Only an alert word causes this notification, so the text names the first one, unless it was removed in the meantime.
 */
const withAlertWord: NotificationTextOf = (core, text) => {
  const [found] = new AlertWords(shownAlertWords(core).map(({ word }) => word)).find(text.whole)
  if (found === undefined) return plain(core, text)
  return { code: 'ALERT_WORD', values: { word: text.whole.slice(found.start, found.end), text: text.beginning } }
}

/** The choices of the account that one ladder reads: that of notifications or that of sounds. */
interface Choices {
  readonly stream: boolean | null
  readonly everyStream: boolean
  readonly followed: boolean
  readonly all: boolean
}

/** The result of a ladder: what asks, or what stops. */
interface Climbed {
  readonly passes: boolean
  readonly reasons: readonly [NotificationReason, ...NotificationReason[]]
}

/** Applies the rules of wire-protocol.md §2.4.6 in order, then do-not-disturb, which stops what they let pass. */
export function decideNotification(candidate: Candidate, settings: UserSettings): Decision {
  const { quiet, stream, isDirect } = candidate
  const desktop = climb(candidate, settings, {
    stream: stream?.desktop ?? null,
    everyStream: settings.enable_stream_desktop_notifications,
    followed: settings.enable_followed_topic_desktop_notifications,
    all: settings.enable_desktop_notifications,
  })
  const none = { shows: false, sounds: false, textOf: hidden }
  if (!desktop.passes) return { ...none, reasons: desktop.reasons }
  if (quiet !== null) {
    return { ...none, reasons: [{ code: 'DO_NOT_DISTURB', values: quiet }, ...desktop.reasons] }
  }
  const sound = climb(candidate, settings, {
    stream: stream?.audible ?? null,
    everyStream: settings.enable_stream_audible_notifications,
    followed: settings.enable_followed_topic_audible_notifications,
    all: settings.enable_sounds,
  })
  const hasSound = settings.notification_sound !== 'none'
  const hidesText = isDirect && !settings.pm_content_in_desktop_notifications
  const isAlertOnly = desktop.reasons[0].code === 'ALERT_WORD'
  return {
    shows: true,
    sounds: sound.passes && hasSound,
    reasons: [
      ...desktop.reasons,
      ...(hidesText ? [{ code: 'TEXT_HIDDEN' } as const] : []),
      ...(sound.passes ? [] : [{ code: 'SOUND_OFF' } as const]),
      ...(sound.passes && !hasSound ? [{ code: 'NO_SOUND' } as const] : []),
    ],
    textOf: hidesText ? hidden : isAlertOnly ? withAlertWord : plain,
  }
}

function climb(candidate: Candidate, settings: UserSettings, choices: Choices): Climbed {
  const stop = stopBefore(candidate) ?? stopOfMute(candidate)
  if (stop !== null) return { passes: false, reasons: [stop] }
  const asks = askOfEveryMessage(candidate, choices)
  const ask = asks ?? askOfMessage(candidate, settings)
  if (ask === null) return { passes: false, reasons: [whyNothingAsks(candidate, choices)] }
  // The settings of streams and followed topics precede the one for all notifications.
  if (asks === null && !choices.all) return { passes: false, reasons: [{ code: 'TURNED_OFF' }, ask] }
  const muted = mutedPart(candidate)
  return { passes: true, reasons: muted === null ? [ask] : [ask, { code: 'DESPITE_MUTE', values: { what: muted } }] }
}

/** Returns what ends the decision before the ladder; null for nothing. */
function stopBefore(candidate: Candidate): NotificationReason | null {
  if (candidate.isOwn) return { code: 'OWN_MESSAGE' }
  if (candidate.isSenderMuted) return { code: 'SENDER_MUTED' }
  if (candidate.wasNotified) return { code: 'ALREADY_NOTIFIED' }
  // A message on screen is read at once, so this reason comes first.
  if (candidate.isLookedAt) return { code: 'ON_SCREEN' }
  if (candidate.isRead) return { code: 'READ_BEFORE' }
  return candidate.isOld ? { code: 'TOO_OLD' } : null
}

function stopOfMute(candidate: Candidate): NotificationReason | null {
  if (candidate.flags.includes('mentioned')) return null
  const muted = mutedPart(candidate)
  if (muted === null) return null
  return { code: muted === 'topic' ? 'TOPIC_MUTED' : 'STREAM_MUTED' }
}

/** Returns what is muted (§2.8): the topic itself, or its stream unless the topic is unmuted or followed. */
function mutedPart({ topicPolicy, isStreamMuted }: Candidate): 'topic' | 'stream' | null {
  if (topicPolicy === 1) return 'topic'
  return isStreamMuted && topicPolicy !== 2 && topicPolicy !== 3 ? 'stream' : null
}

/** Returns the setting that demands every message of the stream or of the followed topic; null for none. */
function askOfEveryMessage({ stream, topicPolicy }: Candidate, choices: Choices): NotificationReason | null {
  if (stream !== null && (choices.stream ?? choices.everyStream)) {
    return { code: 'WHOLE_STREAM', values: { by: choices.stream === null ? 'account' : 'stream' } }
  }
  return topicPolicy === 3 && choices.followed ? { code: 'FOLLOWED_TOPIC' } : null
}

/** Returns what in the message asks for a notification; null for nothing. */
function askOfMessage(candidate: Candidate, settings: UserSettings): NotificationReason | null {
  const { flags, stream, topicPolicy } = candidate
  if (candidate.isDirect) return { code: 'DIRECT_MESSAGE' }
  if (flags.includes('has_alert_word') && !flags.includes('mentioned')) return { code: 'ALERT_WORD' }
  if (flags.includes('mentioned')) return { code: 'MENTIONED' }
  if (!flags.includes('wildcard_mentioned')) return null
  if (stream?.wildcard ?? settings.wildcard_mentions_notify) return { code: 'EVERYBODY_MENTIONED' }
  const asks = topicPolicy === 3 && settings.enable_followed_topic_wildcard_mentions_notify
  return asks ? { code: 'EVERYBODY_IN_FOLLOWED' } : null
}

function whyNothingAsks({ flags, stream, topicPolicy }: Candidate, choices: Choices): NotificationReason {
  if (flags.includes('wildcard_mentioned')) {
    return { code: 'EVERYBODY_OFF', values: { by: stream?.wildcard === false ? 'stream' : 'account' } }
  }
  if (topicPolicy === 3) return { code: 'FOLLOWED_OFF' }
  return { code: 'NOTHING_ASKS', values: { by: choices.stream === false ? 'stream' : 'account' } }
}
