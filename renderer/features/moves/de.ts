import type { MoveMode } from '#contract/base/choices.ts'
import type { MoveCount } from '#contract/moves.ts'
import { german, word } from '#i18n/de/format.ts'
import type { moving as englishMoving, movingFailures as englishFailures } from './en.ts'

/** The number of messages, as far as it is known. */
function messages({ count, isAll }: MoveCount): string {
  const number = german.plural(count, { one: '1 Nachricht', other: `${german.number(count)} Nachrichten` })
  return isAll ? number : `mindestens ${number}`
}

/** A limit of the organization. */
function span(seconds: number): string {
  const counted = (count: number, one: string, other: string) =>
    german.plural(count, { one: `1 ${one}`, other: `${german.number(count)} ${other}` })
  if (seconds < 3600) return counted(Math.max(1, Math.round(seconds / 60)), 'Minute', 'Minuten')
  if (seconds < 2 * 86_400) return counted(Math.round(seconds / 3600), 'Stunde', 'Stunden')
  return counted(Math.round(seconds / 86_400), 'Tag', 'Tage')
}

const mode: Readonly<Record<MoveMode, (count: MoveCount) => string>> = {
  change_one: () => 'Nur diese Nachricht',
  change_later: (count) => `Diese und alle späteren Nachrichten im Thema (${messages(count)})`,
  change_all: (count) => `Das ganze Thema (${messages(count)})`,
}

export const moving: typeof englishMoving = {
  titles: { messages: 'Nachrichten verschieben', topic: 'Thema verschieben oder umbenennen' },
  moveTopic: 'Thema verschieben oder umbenennen…',
  resolve: 'Als gelöst markieren',
  unresolve: 'Als nicht gelöst markieren',
  get stream() {
    return word.one
  },
  topic: 'Thema',
  get streams() {
    return word.many
  },
  get topics() {
    return `Themen im ${word.one}`
  },
  get noStream() {
    return `Kein ${word.one}, in dem du schreiben kannst, hat diesen Namen.`
  },
  newTopic: 'neues Thema',
  emptyTopic: (name) => `Kein Thema: ${name}`,
  remaining: (count) =>
    count < 0 ? `${german.number(-count)} Zeichen zu viel` : `noch ${german.number(count)} Zeichen`,
  which: 'Nachrichten zum Verschieben',
  mode,
  consequences: 'Was geschieht',
  begins: (topic) => `Es entsteht ein neues Thema, „${topic}“.`,
  merges: ({ topic, isWhole }) =>
    isWhole
      ? `„${topic}“ gibt es schon. Beide Themen werden vereint und können danach nicht mehr getrennt werden.`
      : `Die Nachrichten werden nach ihrer Zeit in „${topic}“ eingeordnet.`,
  readers: {
    leave: ({ before, after }) =>
      `Wer ${before} lesen kann, aber nicht ${after}, verliert den Zugriff auf die Nachrichten.`,
    closes: ({ before, after }) =>
      `${after} ist privat. Nur die Abonnenten können die Nachrichten dann lesen, nicht mehr alle, die ${before} lesen können.`,
    opens: ({ before, after }) =>
      `${after} ist öffentlich. Alle in der Organisation können die Nachrichten dann lesen, auch wer ${before} nicht lesen kann.`,
    opensToWeb: ({ after }) =>
      `${after} ist im Web öffentlich. Alle können die Nachrichten dann lesen, auch ohne Konto.`,
    exchanges: ({ before, after }) =>
      `Abonnenten von ${after} können die Nachrichten dann lesen. Wer nur in ${before} ist, nicht mehr.`,
  },
  subscribers: ({ name, count }) =>
    german.plural(count, {
      one: `${name} hat 1 Abonnenten.`,
      other: `${name} hat ${german.number(count)} Abonnenten.`,
    }),
  hidesHistory: (stream) => `${stream} verbirgt Früheres. Wer später beitritt, sieht die Nachrichten nicht.`,
  notSubscribed: (stream) => `Du bist ${stream} nicht beigetreten und bekommst seine neuen Nachrichten nicht.`,
  policy: {
    whole: {
      muted: 'Du hast dieses Thema stummgeschaltet. Was alle zum Stummschalten und Folgen gewählt haben, zieht mit um.',
      followed: 'Du folgst diesem Thema. Was alle zum Folgen und Stummschalten gewählt haben, zieht mit um.',
      others: 'Was alle zum Folgen und Stummschalten gewählt haben, zieht mit dem Thema um.',
    },
    part: {
      muted: 'Du hast dieses Thema stummgeschaltet. Die Wahl zum Stummschalten und Folgen bleibt beim alten Thema.',
      followed: 'Du folgst diesem Thema. Die Wahl zum Folgen und Stummschalten bleibt beim alten Thema.',
      others: 'Die Wahl zum Folgen und Stummschalten bleibt beim alten Thema.',
    },
  },
  notes: 'Hinweis schreiben',
  noteOld: 'Im alten Thema',
  noteNew: 'Im neuen Thema',
  looking: 'Skein prüft, was geschieht…',
  gone: 'Hier gibt es nichts mehr zu verschieben. Es wurde gelöscht oder verschoben.',
  get goneStream() {
    return `Diesen ${word.one} gibt es nicht mehr, oder du hast keinen Zugriff mehr darauf.`
  },
  same: 'Die Nachrichten sind schon hier.',
  move: 'Verschieben',
  rename: 'Umbenennen',
  forward: {
    label: 'Weiterleiten an…',
    get example() {
      return `${word.many}, Themen und Personen suchen`
    },
    attribution: 'schrieb',
    several: 'Weiterleiten',
  },
}

export const movingFailures: typeof englishFailures = {
  MOVE_TOO_OLD: ({ limit, isWhole }) =>
    isWhole
      ? `Die ältesten Nachrichten in diesem Thema sind zu alt zum Verschieben. Die Frist deiner Organisation: ${span(limit)}.`
      : `Diese Nachricht ist zu alt zum Verschieben. Die Frist deiner Organisation: ${span(limit)}.`,
}
