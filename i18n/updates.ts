import type { UpdateNews, UpdateStep, UpdateWay } from '#contract/app.ts'
import { catalogue, sentenceOf } from './catalogue.ts'
import { formatDay, formatTime } from './times.ts'

/** An available action on updates, and the label of its button. */
export type UpdateAct =
  | { readonly action: 'check' | 'fetch' | 'restart'; readonly label: string }
  | { readonly action: 'open'; readonly label: string; readonly page: string }

/** Why this installation cannot update itself; null if it can. */
export function hindranceText(way: UpdateWay): string | null {
  return way.kind === 'install' ? null : catalogue.updateStates.hindrances[way.hindrance]
}

/** @param now UNIX milliseconds */
export function stepText(step: UpdateStep, now: number): string {
  const { updateStates } = catalogue
  switch (step.kind) {
    case 'idle': {
      if (step.checkedAt === null) return updateStates.notChecked
      const seconds = step.checkedAt / 1000
      return updateStates.newest(catalogue.times.moment({ day: formatDay(seconds, now), time: formatTime(seconds) }))
    }
    case 'checking':
      return updateStates.checking
    case 'notified':
      return updateStates.available(step.version)
    case 'fetching':
      return updateStates.fetching({ version: step.version, percent: Math.round(step.part * 100) })
    case 'ready':
      return updateStates.ready(step.version)
    case 'kept':
      return updateStates.kept(step.version)
    case 'staging':
      return updateStates.staging(step.version)
    case 'failed':
      return sentenceOf(step.failure)
  }
}

/** The available action; null if the user can only wait. */
export function updateAct({ way, step, page }: UpdateNews): UpdateAct | null {
  if (way.kind === 'none') return null
  const { acts } = catalogue.updateStates
  switch (step.kind) {
    case 'idle':
      return { action: 'check', label: acts.idle }
    case 'failed':
      return { action: 'check', label: acts.failed }
    case 'notified':
      if (way.kind === 'install') return { action: 'fetch', label: acts.fetch }
      return page === null ? null : { action: 'open', label: acts.open, page }
    case 'ready':
    case 'kept':
      return { action: 'restart', label: acts.ready }
    case 'checking':
    case 'fetching':
    case 'staging':
      return null
  }
}

/** The version that the menu can start; null if there is none. */
export function startableVersion(news: UpdateNews | undefined): string | null {
  const step = news?.step
  return step?.kind === 'ready' || step?.kind === 'kept' ? step.version : null
}

/** The version that is ready for the user, for the mark at the menu; null if there is none. */
export function waitingVersion(news: UpdateNews | undefined): string | null {
  const step = news?.step
  return step?.kind === 'notified' ? step.version : startableVersion(news)
}
