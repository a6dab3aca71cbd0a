import type { links as englishLinks, search as englishSearch } from '../en/search.ts'
import { word } from './format.ts'

const removeOne = 'Entferne einen der Filter, oder setze ein Minus davor, um'

const twoOfOne = {
  sender: `Eine Nachricht ist nur von einer Person. ${removeOne} diese Person auszuschließen.`,
  get stream() {
    return `Eine Nachricht ist nur in einem ${word.one}. ${removeOne} diesen ${word.one} auszuschließen.`
  },
  topic: `Eine Nachricht hat nur ein Thema. ${removeOne} dieses Thema auszuschließen.`,
  dm: 'Eine Nachricht ist nur in einer Unterhaltung. Nenne alle Personen in einem Filter, etwa dm:ada,noor. Alle Unterhaltungen mit einer Person findest du mit with:ada.',
}

export const search: typeof englishSearch = {
  EMPTY_QUERY: 'Gib ein, wonach du suchst.',
  SUPERSEDED: 'Diese Suche wurde durch eine neuere ersetzt.',
  SEARCH_OFFLINE: 'Der Server ist nicht erreichbar. Nur Nachrichten auf diesem Computer wurden durchsucht.',
  SEARCH_HAS_UNKNOWN: ({ operand }) =>
    `Einen Filter „has:${operand}“ gibt es nicht. Möglich sind link, image, file und reaction.`,
  SEARCH_IS_UNKNOWN: ({ operand }) =>
    `Einen Filter „is:${operand}“ gibt es nicht. Möglich sind starred, unread, mentioned, alerted, resolved, followed und dm.`,
  SEARCH_NO_DATE: ({ operand }) => `„${operand}“ ist kein Datum. Schreib es wie 2026-01-31.`,
  SEARCH_NO_PERSON: ({ operand }) => `„${operand}“ passt auf niemanden.`,
  SEARCH_SEVERAL_PEOPLE: ({ operand, names }) =>
    `„${operand}“ passt auf mehrere Personen: ${names.join(', ')}. Gib mehr vom Namen ein.`,
  SEARCH_NO_STREAM: ({ operand }) => `„${operand}“ passt auf keinen ${word.one}.`,
  SEARCH_SEVERAL_STREAMS: ({ operand, names }) =>
    `„${operand}“ passt auf mehrere ${word.many}: ${names.join(', ')}. Gib mehr vom Namen ein.`,
  get SEARCH_STREAM_AND_DIRECT() {
    return `Eine Nachricht kann nicht zugleich in einem ${word.one} und direkt sein. Entferne die Filter für ${word.one} und Thema, oder die für Direktnachrichten.`
  },
  SEARCH_TWO_OF_ONE: ({ filter }) => twoOfOne[filter],
  SEARCH_TOO_MANY: ({ most }) =>
    `Eine Suche kann bis zu ${most} Wörter und Filter haben, mit bis zu ${most} Personen je Filter.`,
}

export const links: typeof englishLinks = {
  LINK_MESSAGE_GONE: 'Die verlinkte Nachricht gibt es nicht mehr, oder du hast keinen Zugriff darauf.',
  LINK_OFFLINE: 'Die verlinkte Nachricht ist nicht auf diesem Computer, und der Server ist gerade nicht erreichbar.',
  get LINK_NO_STREAM() {
    return `Den verlinkten ${word.one} gibt es nicht, oder du hast keinen Zugriff darauf.`
  },
  LINK_NO_PERSON: 'Dieser Link führt zu Personen, die Skein in dieser Organisation nicht kennt.',
}
