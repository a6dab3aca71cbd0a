import type { durations as english } from '../en/durations.ts'
import { german } from './format.ts'

/** Durations follow “vor” or “seit”, so that days are in the dative. The other units have the same form in all cases. */
const counted = (one: string, other: string) => (count: number) =>
  german.plural(count, { one: `${german.number(count)} ${one}`, other: `${german.number(count)} ${other}` })

export const durations: typeof english = {
  seconds: counted('Sekunde', 'Sekunden'),
  minutes: counted('Minute', 'Minuten'),
  hours: counted('Stunde', 'Stunden'),
  days: counted('Tag', 'Tagen'),
  justNow: 'gerade eben',
  ago: (elapsed) => `vor ${elapsed}`,
  left: {
    seconds: (count) => `${count} s`,
    minutes: (count) => `${count} min`,
    hours: (count) => `${count} h`,
  },
}
