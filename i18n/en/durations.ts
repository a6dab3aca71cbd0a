import { english } from './format.ts'

const counted = (unit: string) => (count: number) =>
  english.plural(count, { one: `${count} ${unit}`, other: `${count} ${unit}s` })

/** Parts of a duration, each with its unit. */
export const durations = {
  seconds: counted('second'),
  minutes: counted('minute'),
  hours: counted('hour'),
  days: counted('day'),
  /** Less than a second ago. */
  justNow: 'just now',
  ago: (elapsed: string) => `${elapsed} ago`,
  /** Short forms, for a remaining time. */
  left: {
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
  },
}
