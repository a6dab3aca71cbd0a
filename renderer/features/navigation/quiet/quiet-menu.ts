import { catalogue } from '#i18n/catalogue.ts'
import { formatTime } from '#i18n/times.ts'
import type { Quiet } from '#shared/time/quiet-time.ts'
import { openSettings } from '#renderer/state/routes/open-settings.ts'
import type { PageParts } from '#renderer/state/page-parts.ts'
import type { MenuEntry } from '#renderer/ui/overlay/menu-entries.ts'
import type { Position } from '#renderer/ui/overlay/position.ts'

const t = catalogue.screens.quiet

type QuietParts = Pick<PageParts, 'accounts' | 'overlays' | 'routes'>

/** Returns the name of the do-not-disturb that goes on, with its end. */
export function quietName({ by, until }: Quiet): string {
  if (until === null) return t.on
  const time = formatTime(until / 1000)
  return by === 'hand' ? t.until(time) : t.untilByHours(time)
}

/** Returns the menu of do-not-disturb: its beginning with or without an end, or its end. */
export function quietMenu(parts: QuietParts): readonly (MenuEntry | null)[] {
  const { accounts } = parts
  const wish = (label: string, wanted: Parameters<typeof accounts.wishQuiet>[0]): MenuEntry => ({
    label,
    onSelect: () => void accounts.wishQuiet(wanted),
  })
  return [
    ...(accounts.state?.quiet == null ? [] : [wish(t.end, 'off'), null]),
    wish(t.wishes.on, 'on'),
    wish(t.wishes.hour, 'hour'),
    wish(t.wishes.tomorrow, 'tomorrow'),
    null,
    { label: t.hours, onSelect: () => openSettings(parts, 'notifications') },
  ]
}

/** Opens the menu of do-not-disturb. */
export function openQuietMenu(parts: QuietParts, position: Position): void {
  parts.overlays.openMenu(t.title, position, quietMenu(parts), t.title)
}
