import type { NotificationReasonValues } from '#contract/notifications.ts'
import { english, word } from '#i18n/en/format.ts'
import type { Section } from '#i18n/section.ts'

/** The decisions about notifications, as a list and in a dialog about one message. */
export const notificationLog = {
  title: 'Recent notifications',
  empty: 'No messages yet since Skein started keeping the reasons. They’re kept for four weeks.',
  emptyShown: 'No notifications in the last four weeks.',
  emptyNone: 'Every message of the last four weeks notified you.',
  notShown: 'Couldn’t load recent notifications',
  filters: 'Messages to show',
  scopes: { all: 'All messages', shown: 'Notified', none: 'Not notified' },
  settings: 'Notification settings',
  /** Of the button of a row that opens the dialog. */
  why: 'Why?',
  outcomes: { shown: 'Notified', summary: 'Notified together with others', none: 'Not notified' },
  dialog: {
    shown: 'You were notified',
    none: 'You weren’t notified',
    undecided: 'No notification',
    loading: 'Looking up the reasons…',
    /** `moment` is a day and a time. */
    decided: (moment: string) => `Decided ${moment}`,
    later: (moment: string) => `Later, ${moment}`,
    undecidedReasons: {
      own: 'You wrote this message.',
      sender_muted: 'You’ve muted the person who wrote this message.',
      too_old: 'Skein keeps the reasons for four weeks. This message is older.',
      not_decided:
        'Skein made no decision about this message. It had been read before it arrived here, or it was loaded with older messages.',
    },
    list: 'Recent notifications',
    ways: {
      settings: 'Notification settings',
      get stream() {
        return `${word.One} settings`
      },
      topics: 'Topic choices',
      people: 'Muted people',
    },
  },
}

/** The reasons of decisions about notifications. Each is a sentence about one message. */
export const notificationReasons = {
  DIRECT_MESSAGE: 'It’s a direct message.',
  MENTIONED: 'It mentions you or a user group that you’re in.',
  ALERT_WORD: 'It contains one of your alert words.',
  EVERYBODY_MENTIONED: 'It mentions everyone.',
  EVERYBODY_IN_FOLLOWED: 'It mentions everyone in a topic that you follow.',
  FOLLOWED_TOPIC: 'You follow its topic.',
  WHOLE_STREAM: ({ by }) =>
    by === 'stream'
      ? `You chose to be notified of every message in its ${word.one}.`
      : `You chose to be notified of every message in your ${word.many}.`,
  OWN_MESSAGE: 'You wrote it.',
  SENDER_MUTED: 'You’ve muted its sender.',
  ALREADY_NOTIFIED: 'You had already been notified of it.',
  READ_BEFORE: 'It had already been read, here or on another device.',
  ON_SCREEN: 'You were looking at its conversation.',
  TOO_OLD: 'It was more than a day old when it arrived.',
  TOPIC_MUTED: 'You’ve muted its topic.',
  get STREAM_MUTED() {
    return `You’ve muted its ${word.one}.`
  },
  TURNED_OFF: 'You’ve turned off notifications for direct messages, mentions and alert words.',
  FOLLOWED_OFF: 'You follow its topic, but you’ve turned off notifications for followed topics.',
  EVERYBODY_OFF: ({ by }) =>
    by === 'stream'
      ? `It mentions everyone, but you’ve turned off notifications for that in its ${word.one}.`
      : 'It mentions everyone, but you’ve turned off notifications for that.',
  NOTHING_ASKS: ({ by }) =>
    by === 'stream'
      ? `It doesn’t mention you, and you’ve turned off notifications for other messages in its ${word.one}.`
      : `It doesn’t mention you, and ${word.many} only notify you of mentions and alert words.`,
  DO_NOT_DISTURB: ({ by, until }) => {
    const what = by === 'hand' ? 'Do not disturb was on' : 'Do not disturb was on by your weekly hours'
    return until === null ? `${what}.` : `${what}, until ${english.weekday(until)}, ${english.time(until)}.`
  },
  DESPITE_MUTE: ({ what }) => `It got through although you’ve muted its ${what === 'stream' ? word.one : what}.`,
  SUMMARY: ({ count }) => `It arrived with others, so one notification stood for ${english.number(count)} messages.`,
  TEXT_HIDDEN: 'Its text was hidden, as you chose for direct messages.',
  SOUND_OFF: 'There was no sound, because you’ve turned off sounds for it.',
  NO_SOUND: 'There was no sound, because your account’s notification sound is “none”.',
  SYSTEM_REFUSED: 'Your system didn’t show the notification.',
  SYSTEM_QUIET: 'Your system’s own do not disturb was on, so it may have held the notification back.',
  READ_HERE: 'You read the message here, so its notification was removed.',
  READ_ELSEWHERE: 'The message was read on another device, so its notification was removed.',
  MESSAGE_GONE: 'The message was deleted, so its notification was removed.',
} satisfies Section<NotificationReasonValues>
