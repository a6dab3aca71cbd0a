import { formatFull, formatNear } from '#i18n/times.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { laterMoments, writtenMoment } from '../../moments/moments.ts'
import type { Offer } from './offer.ts'

const mark = { kind: 'sign', sign: '◷' } as const

/** The pattern of a typed moment: a day, a day and a time, or a time of today. */
const typed = /^(?:(\d{4})-(\d{1,2})-(\d{1,2}))?(?:[T ]?(\d{1,2})(?::(\d{2})))?$/

/**
 * Returns the typed day or time, the usual moments whose names continue the query, and a calendar.
 * @param query the text after the colon
 * @param now UNIX milliseconds
 */
export function timeOffers(query: string, now: number): Offer[] {
  const t = catalogue.screens.composer.completion.time
  const { kinds, other } = catalogue.screens.moments
  const wanted = query.trim().toLowerCase()
  const named = [
    { label: t.now, seconds: Math.floor(now / 60_000) * 60 },
    ...laterMoments(now).map(({ kind, seconds }) => ({ label: kinds[kind], seconds })),
  ]
  const own = secondsTyped(wanted, now)
  return [
    ...(own === null
      ? []
      : [{ label: formatFull(own), detail: '', text: `${writtenMoment(own)} `, isBegun: true, mark }]),
    ...named
      .filter(({ label }) => ` ${label.toLowerCase()}`.includes(` ${wanted}`))
      .map(({ label, seconds }) => ({
        label,
        detail: formatNear(seconds),
        text: `${writtenMoment(seconds)} `,
        isBegun: wanted !== '' && label.toLowerCase().startsWith(wanted),
        mark,
      })),
    { label: other, detail: '', text: '', isBegun: false, mark, opens: 'moment' },
  ]
}

/** Returns a typed moment in UNIX seconds; null unless the text is a whole moment that exists in the calendar. */
function secondsTyped(text: string, now: number): number | null {
  const parts = typed.exec(text)
  if (parts === null || text === '') return null
  const [, year, month, day, hours, minutes] = parts
  const today = new Date(now)
  const [years, months, days] =
    year === undefined
      ? [today.getFullYear(), today.getMonth(), today.getDate()]
      : [Number(year), Number(month) - 1, Number(day)]
  const date = new Date(years, months, days, Number(hours ?? 0), Number(minutes ?? 0))
  // `Date` turns the 31st of February into the 3rd of March, which is refused here.
  const isWhole = date.getMonth() === months && date.getDate() === days && Number(hours ?? 0) < 24
  return isWhole && Number(minutes ?? 0) < 60 ? date.getTime() / 1000 : null
}
