import { describe, expect, it } from 'vitest'
import type { NavigationMeta } from '#contract/navigation.ts'
import type { Route } from '#renderer/state/routes/routes.ts'
import { listedViews } from '#renderer/features/navigation/navigation-views.ts'

const nothing: NavigationMeta = {
  organization: '',
  self: null,
  isReady: true,
  home: null,
  unread: 0,
  mentions: 0,
  failed: 0,
  drafts: 0,
  starred: 0,
  streamCounts: 'all',
  scheduled: 0,
  marking: null,
}

/** The names of the entries that are not always visible. */
const occasional = (meta: NavigationMeta | null, shown: Route['kind'] = 'start', filter = '') =>
  listedViews(meta, filter, shown)
    .filter(({ isOccasional }) => isOccasional)
    .map(({ name }) => name)

describe('the entries above the conversations', () => {
  it('are those with a count', () => {
    expect(occasional(null)).toEqual([])
    expect(occasional(nothing)).toEqual([])
    expect(occasional({ ...nothing, drafts: 2, scheduled: 3, failed: 4 })).toEqual(['Drafts', 'Scheduled', 'Unsent'])
  })

  it('include the current one', () => {
    expect(occasional({ ...nothing, drafts: 1 }, 'scheduled')).toEqual(['Drafts', 'Scheduled'])
    expect(occasional(null, 'scheduled')).toEqual(['Scheduled'])
  })

  it('are filtered by the beginning of their names', () => {
    expect(occasional({ ...nothing, drafts: 1, scheduled: 1 }, 'start', ' SCHED')).toEqual(['Scheduled'])
    expect(occasional({ ...nothing, drafts: 1, scheduled: 1 }, 'drafts', 'hed')).toEqual([])
  })
})
