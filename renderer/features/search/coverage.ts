import type { SearchCoverage } from '#contract/search.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { isolated } from '#i18n/names.ts'

const t = catalogue.search.coverage

/** What the search says about how far back this computer reaches. */
export interface ShownCoverage {
  readonly sentence: string
  /** What the settings can do about it; null if nothing is missing. */
  readonly link: string | null
}

/** Returns how far back this computer has what is searched in one organization or several; null if that is unknown. */
export function shownCoverage(coverages: readonly SearchCoverage[]): ShownCoverage | null {
  const [first] = coverages
  if (first === undefined) return null
  if (coverages.length > 1 || first.kind === 'everything') return ofEverything(coverages.map(asEverything))
  const { reach, streamName, isLive } = first
  const place = streamName === null ? t.direct : `#${isolated(streamName)}`
  const text = reach.kind === 'since' ? t.since(place, catalogue.format.date(reach.at)) : t[reach.kind](place)
  return {
    sentence: t.searched(isLive || reach.kind === 'nothing' ? text : t.copied(text)),
    link: reach.kind !== 'everything' ? t.older : isLive ? null : t.refresh,
  }
}

type Everything = Extract<SearchCoverage, { kind: 'everything' }>

function asEverything(coverage: SearchCoverage): Everything {
  if (coverage.kind === 'everything') return coverage
  const { reach } = coverage
  return {
    kind: 'everything',
    total: 1,
    whole: reach.kind === 'everything' ? 1 : 0,
    missing: reach.kind === 'nothing' ? 1 : 0,
    since: reach.kind === 'since' ? reach.at : null,
  }
}

function ofEverything(all: readonly Everything[]): ShownCoverage {
  const sum = (key: 'total' | 'whole' | 'missing') => all.reduce((count, coverage) => count + coverage[key], 0)
  const [total, whole, missing] = [sum('total'), sum('whole'), sum('missing')]
  if (whole === total) return { sentence: t.searched(t.all), link: null }
  const times = all.flatMap(({ since }) => since ?? [])
  const since = times.length === 0 ? null : catalogue.format.date(Math.max(...times))
  return { sentence: t.searched(t.parts({ whole, total, missing, since })), link: t.older }
}
