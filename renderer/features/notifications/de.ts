import { german, word } from '#i18n/de/format.ts'
import type { notificationLog as english, notificationReasons as englishReasons } from './en.ts'

export const notificationLog: typeof english = {
  title: 'Letzte Benachrichtigungen',
  empty: 'Noch keine Nachrichten, seit Skein die Gründe festhält. Sie bleiben vier Wochen.',
  emptyShown: 'Keine Benachrichtigungen in den letzten vier Wochen.',
  emptyNone: 'Jede Nachricht der letzten vier Wochen hat dich benachrichtigt.',
  notShown: 'Die letzten Benachrichtigungen konnten nicht geladen werden',
  filters: 'Angezeigte Nachrichten',
  scopes: { all: 'Alle Nachrichten', shown: 'Benachrichtigt', none: 'Nicht benachrichtigt' },
  settings: 'Benachrichtigungseinstellungen',
  why: 'Warum?',
  outcomes: { shown: 'Benachrichtigt', summary: 'Mit anderen zusammen benachrichtigt', none: 'Nicht benachrichtigt' },
  dialog: {
    shown: 'Du wurdest benachrichtigt',
    none: 'Du wurdest nicht benachrichtigt',
    undecided: 'Keine Benachrichtigung',
    loading: 'Die Gründe werden gesucht…',
    decided: (moment) => `Entschieden ${moment}`,
    later: (moment) => `Später, ${moment}`,
    undecidedReasons: {
      own: 'Du hast diese Nachricht geschrieben.',
      sender_muted: 'Du hast die Person stummgeschaltet, die diese Nachricht geschrieben hat.',
      too_old: 'Skein behält die Gründe vier Wochen lang. Diese Nachricht ist älter.',
      not_decided:
        'Skein hat über diese Nachricht nicht entschieden. Sie war gelesen, bevor sie hier ankam, oder wurde mit älteren Nachrichten geladen.',
    },
    list: 'Letzte Benachrichtigungen',
    ways: {
      settings: 'Benachrichtigungseinstellungen',
      get stream() {
        return `Einstellungen des ${word.ofOne}`
      },
      topics: 'Gewählte Themen',
      people: 'Stumme Personen',
    },
  },
}

export const notificationReasons: typeof englishReasons = {
  DIRECT_MESSAGE: 'Sie ist eine Direktnachricht.',
  MENTIONED: 'Sie erwähnt dich oder eine Gruppe, zu der du gehörst.',
  ALERT_WORD: 'Sie enthält eins deiner Signalwörter.',
  EVERYBODY_MENTIONED: 'Sie erwähnt alle.',
  EVERYBODY_IN_FOLLOWED: 'Sie erwähnt alle in einem Thema, dem du folgst.',
  FOLLOWED_TOPIC: 'Du folgst ihrem Thema.',
  WHOLE_STREAM: ({ by }) =>
    by === 'stream'
      ? `Du möchtest über jede Nachricht in diesem ${word.one} benachrichtigt werden.`
      : `Du möchtest über jede Nachricht in deinen ${word.toMany} benachrichtigt werden.`,
  OWN_MESSAGE: 'Du hast sie geschrieben.',
  SENDER_MUTED: 'Du hast die Person stummgeschaltet, die sie geschrieben hat.',
  ALREADY_NOTIFIED: 'Du warst schon benachrichtigt worden.',
  READ_BEFORE: 'Sie war schon gelesen, hier oder auf einem anderen Gerät.',
  ON_SCREEN: 'Ihre Unterhaltung war gerade zu sehen.',
  TOO_OLD: 'Sie war bei ihrer Ankunft mehr als einen Tag alt.',
  TOPIC_MUTED: 'Du hast ihr Thema stummgeschaltet.',
  get STREAM_MUTED() {
    return `Du hast ihren ${word.one} stummgeschaltet.`
  },
  TURNED_OFF: 'Du hast Benachrichtigungen für Direktnachrichten, Erwähnungen und Signalwörter ausgeschaltet.',
  FOLLOWED_OFF: 'Du folgst ihrem Thema, hast aber Benachrichtigungen für gefolgte Themen ausgeschaltet.',
  EVERYBODY_OFF: ({ by }) =>
    by === 'stream'
      ? `Sie erwähnt alle, aber dafür hast du Benachrichtigungen in diesem ${word.one} ausgeschaltet.`
      : 'Sie erwähnt alle, aber dafür hast du Benachrichtigungen ausgeschaltet.',
  NOTHING_ASKS: ({ by }) =>
    by === 'stream'
      ? `Sie erwähnt dich nicht, und für andere Nachrichten in diesem ${word.one} hast du Benachrichtigungen ausgeschaltet.`
      : `Sie erwähnt dich nicht, und ${word.many} benachrichtigen dich nur bei Erwähnungen und Signalwörtern.`,
  DO_NOT_DISTURB: ({ by, until }) => {
    const what = by === 'hand' ? '„Nicht stören“ war an' : '„Nicht stören“ war nach deinen wöchentlichen Zeiten an'
    return until === null ? `${what}.` : `${what}, bis ${german.weekday(until)}, ${german.time(until)}.`
  },
  DESPITE_MUTE: ({ what }) =>
    what === 'topic'
      ? 'Sie kam durch, obwohl du ihr Thema stummgeschaltet hast.'
      : `Sie kam durch, obwohl du ihren ${word.one} stummgeschaltet hast.`,
  SUMMARY: ({ count }) =>
    `Sie kam mit anderen an, daher stand eine Benachrichtigung für ${german.number(count)} Nachrichten.`,
  TEXT_HIDDEN: 'Ihr Text war verborgen, wie du es für Direktnachrichten gewählt hast.',
  SOUND_OFF: 'Es gab keinen Ton, weil du Töne dafür ausgeschaltet hast.',
  NO_SOUND: 'Es gab keinen Ton, weil der Benachrichtigungston deines Kontos „keiner“ ist.',
  SYSTEM_REFUSED: 'Dein System hat die Benachrichtigung nicht gezeigt.',
  SYSTEM_QUIET: 'Dein System war selbst auf „Nicht stören“ gestellt und hat sie vielleicht zurückgehalten.',
  READ_HERE: 'Du hast die Nachricht hier gelesen, daher wurde die Benachrichtigung entfernt.',
  READ_ELSEWHERE: 'Die Nachricht wurde auf einem anderen Gerät gelesen, daher wurde die Benachrichtigung entfernt.',
  MESSAGE_GONE: 'Die Nachricht wurde gelöscht, daher wurde die Benachrichtigung entfernt.',
}
