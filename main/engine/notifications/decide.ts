import type { TextFlag } from '#contract/messages.ts'
import type { NotificationText } from '#contract/notifications.ts'
import { AlertWords } from '#shared/alert-words.ts'
import { shownAlertWords } from '../actions/kinds/alert-word.ts'
import type { Core } from '../core/core.ts'
import type { UserSettings } from '../store/documents/user-settings.ts'

/** The inputs of the decision about one message. */
export interface Candidate {
  readonly isOwn: boolean
  readonly isSenderMuted: boolean
  readonly wasNotified: boolean
  /** Whether the message was read on another device or is on screen in a focused window. */
  readonly isRead: boolean
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
}

/** Whether and how a message notifies. */
export interface Decision {
  readonly shows: boolean
  readonly sounds: boolean
  /** The rule that decided, for the log. */
  readonly reason: string
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

/** Applies the rules of wire-protocol.md §2.4.6 in order. */
export function decideNotification(candidate: Candidate, settings: UserSettings): Decision {
  const desktop = applyRules(candidate, settings, {
    stream: candidate.stream?.desktop ?? settings.enable_stream_desktop_notifications,
    followed: settings.enable_followed_topic_desktop_notifications,
    all: settings.enable_desktop_notifications,
  })
  const { reason } = desktop
  if (!desktop.passes) return { shows: false, sounds: false, reason, textOf: hidden }
  const sound = applyRules(candidate, settings, {
    stream: candidate.stream?.audible ?? settings.enable_stream_audible_notifications,
    followed: settings.enable_followed_topic_audible_notifications,
    all: settings.enable_sounds,
  })
  const hidesText = candidate.isDirect && !settings.pm_content_in_desktop_notifications
  return {
    shows: true,
    sounds: sound.passes && settings.notification_sound !== 'none',
    reason,
    textOf: hidesText ? hidden : desktop.textOf,
  }
}

function applyRules(
  candidate: Candidate,
  settings: UserSettings,
  choice: { readonly stream: boolean; readonly followed: boolean; readonly all: boolean },
): { readonly passes: boolean; readonly reason: string; readonly textOf: NotificationTextOf } {
  const has = (flag: TextFlag) => candidate.flags.includes(flag)
  const no = (reason: string) => ({ passes: false, reason, textOf: hidden })
  const yes = (reason: string, textOf = plain) => ({ passes: true, reason, textOf })
  if (candidate.isOwn) return no('1: own message')
  if (candidate.isSenderMuted) return no('1: sender muted')
  if (candidate.wasNotified) return no('1: already notified')
  if (candidate.isRead) return no('1: already read')
  const isFollowed = candidate.topicPolicy === 3
  if (!has('mentioned') && !isFollowed) {
    if (candidate.topicPolicy === 1) return no('3: topic muted')
    if (candidate.isStreamMuted && candidate.topicPolicy !== 2) return no('3: stream muted')
  }
  if (candidate.stream !== null && choice.stream) return yes('4: stream')
  if (isFollowed && choice.followed) return yes('5: followed topic')
  if (!choice.all) return no('6: turned off')
  if (candidate.isDirect) return yes('7: direct message')
  if (has('has_alert_word')) return yes('7: alert word', has('mentioned') ? plain : withAlertWord)
  if (has('mentioned')) return yes('7: mention')
  if (has('wildcard_mentioned') && (candidate.stream?.wildcard ?? settings.wildcard_mentions_notify)) {
    return yes('8: mention of everybody')
  }
  if (has('wildcard_mentioned') && isFollowed && settings.enable_followed_topic_wildcard_mentions_notify) {
    return yes('9: mention of everybody in a followed topic')
  }
  return no('9: nothing asks for it')
}
