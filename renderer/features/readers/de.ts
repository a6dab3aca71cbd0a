import { german, word } from '#i18n/de/format.ts'
import { roleNames } from '#i18n/de/lists.ts'
import type { readers as english } from './en.ts'

/** One name, or the first and the number of the others. */
const several = ({ name, others }: { readonly name: string; readonly others: number }) =>
  others === 0
    ? name
    : `${name} und ${german.plural(others, { one: 'eine weitere Person', other: `${german.number(others)} weitere Personen` })}`

export const readers: typeof english = {
  title: { stream: 'Abonnenten', topic: 'Personen', direct: 'Personen' },
  open: 'Personen in dieser Unterhaltung',
  openCounted: (count) => `Personen in dieser Unterhaltung: ${german.number(count)}`,
  find: 'Personen nach Namen suchen',
  list: 'Personen',
  participants: (count) => `An diesem Thema beteiligt · ${german.number(count)}`,
  subscribers: (count) => `Abonnenten des ${word.ofOne} · ${german.number(count)}`,
  found: (count) => german.plural(count, { one: '1 Person', other: `${german.number(count)} Personen` }),
  you: 'du',
  bot: 'Bot',
  roles: roleNames,
  menu: (name) => `Aktionen für ${name}`,
  message: 'Nachricht',
  notesToSelf: 'Notiz an mich schreiben',
  profile: 'Profil zeigen',
  get removePerson() {
    return `Aus dem ${word.one} entfernen`
  },
  get leave() {
    return `${word.one} verlassen`
  },
  add: 'Personen hinzufügen',
  addTitle: (stream) => `Personen zu #${stream} hinzufügen`,
  addConfirm: 'Hinzufügen',
  adding: 'Personen werden hinzugefügt…',
  added: (people) => `Hinzugefügt: ${several(people)}.`,
  already: (people) => `Schon dabei: ${several(people)}.`,
  refused: (people) => `Du kannst ${several(people)} nicht hinzufügen.`,
  removed: (name) => `Entfernt: ${name}.`,
  removing: {
    question: (name) => `${name} entfernen?`,
    consequence: (stream) =>
      `#${stream} ist privat. Lesen ist dann erst wieder möglich, wenn ein Abonnent die Person hinzufügt.`,
    act: 'Entfernen',
  },
  offline: 'Du bist offline. Diese Liste wurde zuletzt so geladen.',
  get offlineUnknown() {
    return `Du bist offline. Die Abonnenten dieses ${word.ofOne} wurden noch nicht geladen.`
  },
  loading: 'Abonnenten werden geladen…',
  failed: 'Die Abonnenten konnten nicht geladen werden.',
  get refusedList() {
    return `Du darfst die Abonnenten dieses ${word.ofOne} nicht sehen.`
  },
  nobody: 'Noch keine Abonnenten.',
  nobodyFound: 'Niemand gefunden.',
}
