import { german, word } from '#i18n/de/format.ts'
import type { recent as english } from './en.ts'

export const recent: typeof english = {
  title: 'Letzte Unterhaltungen',
  entry: 'Zuletzt',
  empty: 'Noch keine Unterhaltungen.',
  nothingFound: (most) => `Keine Treffer unter den letzten ${german.number(most)} Unterhaltungen.`,
  notShown: 'Die letzten Unterhaltungen konnten nicht geladen werden',
  search: 'Nach Namen suchen',
  filters: 'Filter',
  toggles: {
    isUnread: 'Ungelesen',
    hasOwn: 'Beteiligt',
    direct: 'Direktnachrichten',
    get topic() {
      return word.many
    },
    isFollowed: 'Gefolgt',
    withMuted: 'Auch stumme',
  },
  wroteLately: (names) => `, mit ${names}`,
}
