import type { RecentFilters } from '#contract/views/recent.ts'

/** What a visit begins with: all but muted conversations. */
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

export type Toggle = (typeof toggles)[number]

export function isOn(filters: RecentFilters, toggle: Toggle): boolean {
  return toggle === 'direct' || toggle === 'topic' ? filters.only === toggle : filters[toggle]
}

/** The filters after a press on a toggle. Direct messages and streams exclude each other. */
export function toggled(filters: RecentFilters, toggle: Toggle): RecentFilters {
  return toggle === 'direct' || toggle === 'topic'
    ? { ...filters, only: filters.only === toggle ? null : toggle }
    : { ...filters, [toggle]: !filters[toggle] }
}

/** The text that a visit keeps. */
export function textOf(filters: RecentFilters): string {
  return [...toggles.filter((toggle) => isOn(filters, toggle)), `:${filters.text}`].join(' ')
}

/** The filters of the text of a visit; none for an empty one. */
export function readFilters(kept: string): RecentFilters {
  const end = kept.indexOf(':')
  const on = new Set(kept.slice(0, Math.max(0, end)).split(' '))
  const chosen = toggles.filter((toggle) => on.has(toggle)).reduce(toggled, noFilters)
  return { ...chosen, text: kept.slice(end + 1) }
}
