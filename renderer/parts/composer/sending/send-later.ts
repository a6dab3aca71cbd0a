import type { Failure } from '#contract/base/failures.ts'
import { formatDayWithin, formatNear, formatTime } from '#i18n/times.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { Overlays } from '#renderer/state/overlays.svelte.ts'
import type { MenuEntry } from '#renderer/ui/overlay/menu-entries.ts'
import { laterMoments } from '../../moments/moments.ts'
import type { Position } from '#renderer/ui/overlay/position.ts'

/** The shortest time until delivery, in seconds. A nearer time would pass before the server has the message. */
const leastSeconds = 60

/** Returns the reason why a message cannot be scheduled for a moment; null if it can. @param now UNIX milliseconds */
export function scheduleProblem(seconds: number, now: number): Failure | null {
  const left = seconds - now / 1000
  if (left <= 0) return { code: 'TIME_PASSED' }
  return left < leastSeconds ? { code: 'TIME_TOO_NEAR' } : null
}

/** Opens a menu of the usual delivery times, with a calendar. @param onPick receives UNIX seconds */
export function chooseLater(
  overlays: Pick<Overlays, 'openMenu' | 'openMoment'>,
  position: Position,
  onPick: (seconds: number) => void,
  now: number = Date.now(),
): void {
  const { sendLater, schedule } = catalogue.screens.composer
  const { kinds, other } = catalogue.screens.moments
  const moments = laterMoments(now)
  const entries = moments.map(({ kind, seconds }): MenuEntry => ({
    label: kinds[kind],
    hint: formatNear(seconds),
    onSelect() {
      onPick(seconds)
    },
  }))
  const openCalendar = () => {
    const seconds = moments.find(({ kind }) => kind === 'tomorrow_morning')?.seconds ?? now / 1000
    const problemOf = (chosen: number) => scheduleProblem(chosen, Date.now())
    overlays.openMoment({ label: sendLater, act: schedule, position, seconds, problemOf, onPick })
  }
  overlays.openMenu(sendLater, position, [...entries, null, { label: other, onSelect: openCalendar }])
}

/** Returns the notice about a message that was scheduled. @param now UNIX milliseconds */
export function scheduledNotice(seconds: number, now: number = Date.now()): string {
  const moment = catalogue.times.moment({ day: formatDayWithin(seconds, now), time: formatTime(seconds) })
  return catalogue.screens.composer.scheduled(moment)
}
