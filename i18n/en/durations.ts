import type { DurationWords } from '../page-words.ts'
import { english } from './format.ts'

const counted = (unit: string) => (count: number) =>
  english.plural(count, { one: `${count} ${unit}`, other: `${count} ${unit}s` })

export const durations = {
  seconds: counted('second'),
  minutes: counted('minute'),
  hours: counted('hour'),
  days: counted('day'),
  justNow: 'just now',
  ago: (elapsed) => `${elapsed} ago`,
  left: { seconds: (count) => `${count} s`, minutes: (count) => `${count} min`, hours: (count) => `${count} h` },
} satisfies DurationWords
