import type { RecentFilters } from '#contract/navigation.ts'

/** The default filters: all but muted conversations. */
export const noFilters: RecentFilters = {
  isUnread: false,
  hasOwn: false,
  isFollowed: false,
  withMuted: false,
  only: null,
  text: '',
}

/** The toggles above the list, in their order. */
export const toggles = ['isUnread', 'hasOwn', 'direct', 'topic', 'isFollowed', 'withMuted'] as const

/** A filter with a toggle of its own. */
export type Toggle = (typeof toggles)[number]

/** Whether a toggle is on. */
export function isOn(filters: RecentFilters, toggle: Toggle): boolean {
  return toggle === 'direct' || toggle === 'topic' ? filters.only === toggle : filters[toggle]
}

/** Returns the filters after a toggle was pressed. Direct messages and streams exclude each other. */
export function toggled(filters: RecentFilters, toggle: Toggle): RecentFilters {
  return toggle === 'direct' || toggle === 'topic'
    ? { ...filters, only: filters.only === toggle ? null : toggle }
    : { ...filters, [toggle]: !filters[toggle] }
}

/** Serializes the filters for a visit. */
export function textOf(filters: RecentFilters): string {
  return [...toggles.filter((toggle) => isOn(filters, toggle)), `:${filters.text}`].join(' ')
}

/** Parses the filters of a visit; an empty text has the default filters. */
export function readFilters(kept: string): RecentFilters {
  const end = kept.indexOf(':')
  const on = new Set(kept.slice(0, Math.max(0, end)).split(' '))
  const chosen = toggles.filter((toggle) => on.has(toggle)).reduce(toggled, noFilters)
  return { ...chosen, text: kept.slice(end + 1) }
}
