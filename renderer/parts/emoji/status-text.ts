import type { OwnStatus } from '#contract/people/own-account.ts'
import type { FrequentEmoji } from '#contract/emoji.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { formatDayWithin, formatTime } from '#i18n/times.ts'
import { drawnEmoji } from './emoji-glyphs.ts'

/** Returns a status in one line: its emoji, its text and its end. An emoji with a picture is written by its name. */
export function statusText({ emoji, text, until }: Pick<OwnStatus, 'emoji' | 'text' | 'until'>, now: number): string {
  const shown = [emojiText(emoji), text].filter((part) => part !== '').join(' ')
  return until === null ? shown : catalogue.account.status.withEnd(shown, endText(until, now))
}

/** Returns the end of a status within a sentence: `17:00` of the same day, `tomorrow, 1 December, 09:00`. */
export function endText(until: number, now: number): string {
  const seconds = until / 1000
  const time = formatTime(seconds)
  const isToday = new Date(until).toDateString() === new Date(now).toDateString()
  return isToday ? time : catalogue.times.moment({ day: formatDayWithin(seconds, now), time })
}

function emojiText(emoji: FrequentEmoji | null): string {
  if (emoji === null) return ''
  const character = emoji.type === 'unicode_emoji' ? drawnEmoji(emoji.code) : null
  return character ?? `:${emoji.name}:`
}
