import type { conversation as english } from '../../en/page/conversation.ts'
import type { Phrase } from '../../section.ts'
import { german, word } from '../format.ts'

export const conversation: typeof english = {
  showAllTopics: 'Alle Themen zeigen',
  archived: 'Archiviert',
  muted: 'Stumm',
  followed: 'Gefolgt',
  options: 'Optionen der Unterhaltung',
  notShown: 'Diese Unterhaltung konnte nicht geladen werden',
  dropFiles: 'Dateien hier ablegen, um sie anzuhängen',
  header: {
    openNavigation: (failed) =>
      failed > 0 ? `Seitenleiste öffnen, ${german.number(failed)} nicht gesendet` : 'Seitenleiste öffnen',
    back: 'Zurück',
    forward: 'Vor',
  },
  empty: {
    notShown: 'Dieses Konto konnte nicht geladen werden',
    choose: 'Wähle eine Unterhaltung',
    hint: <T>(keys: T): Phrase<T> => [
      'Wähle ein Thema oder eine Person aus der Liste, oder drücke ',
      keys,
      ' und gib einen Namen ein.',
    ],
    showList: 'Liste zeigen',
    getting: 'Deine Unterhaltungen werden geladen',
    gettingHint: 'Das geschieht nur einmal. Danach öffnet sich Skein sofort, online oder offline.',
    fetched: ({ done, total }) =>
      `Nachrichten werden geladen: ${german.number(done)} von ${german.number(total)} Unterhaltungen. Was schon da ist, kannst du lesen und durchsuchen.`,
    known: ({ people, streams, unread }) => {
      const withPeople = german.plural(people, { one: '1 Person', other: `${german.number(people)} Personen` })
      const withStreams = german.plural(streams, {
        one: `1 ${word.one}`,
        other: `${german.number(streams)} ${word.many}`,
      })
      return `Bisher geladen: ${withPeople}, ${withStreams}, ${german.number(unread)} ungelesen.`
    },
  },
  list: {
    label: 'Nachrichten',
    firstUnread: 'Neu',
    fetchingOlder: 'Ältere Nachrichten werden geladen…',
    olderUnreachable:
      'Ältere Nachrichten sind noch nicht auf diesem Computer. Sie werden geladen, wenn du online bist.',
    beginning: 'Hier beginnt diese Unterhaltung.',
    fetching: 'Nachrichten werden geladen…',
    unreachable: 'Diese Unterhaltung ist noch nicht auf diesem Computer. Sie wird geladen, wenn du online bist.',
    nothing: 'Noch keine Nachrichten. Schreib die erste.',
    unread: (count) => `${german.number(count)} ungelesen`,
    toNewest: 'Zur neuesten Nachricht',
  },
  spoken: {
    message: ({ sender, text }) => `${sender}: ${text}`,
    withoutText: (sender) => `${sender} hat eine Nachricht ohne Text gesendet`,
    several: ({ count, sender }) => `${german.number(count)} neue Nachrichten, die letzte von ${sender}`,
  },
  readLine: {
    read: (count) =>
      german.plural(count, {
        one: '1 Nachricht als gelesen markiert',
        other: `${german.number(count)} Nachrichten als gelesen markiert`,
      }),
    unread: (count) =>
      german.plural(count, {
        one: '1 Nachricht als ungelesen markiert',
        other: `${german.number(count)} Nachrichten als ungelesen markiert`,
      }),
  },
}
