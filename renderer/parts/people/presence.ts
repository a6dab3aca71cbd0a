import type { PersonPresence } from '#contract/people.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { formatAgo } from '#i18n/times.ts'

/** Returns a presence in words. `now` is in UNIX milliseconds. */
export function presenceText({ state, lastActive }: PersonPresence, now: number): string {
  const t = catalogue.people
  switch (state) {
    case 'active':
      return t.activeNow
    case 'idle':
      return t.idle
    case 'offline':
      return lastActive === null ? t.offline : t.lastActive(formatAgo(now - lastActive * 1000))
  }
}
