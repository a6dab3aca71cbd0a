import type { UpdateNews, UpdateStep, UpdateWay } from '../preload/contract/app-state.ts'
import { sentenceOf } from './words.ts'
import { formatDay, formatTime } from './times.ts'

/** An available action on updates, and the label of its button. */
export type UpdateAct =
  | { readonly action: 'check' | 'fetch' | 'restart'; readonly label: string }
  | { readonly action: 'open'; readonly label: string; readonly page: string }

/** Why this installation cannot update itself; null if it can. */
export function wayWords(way: UpdateWay): string | null {
  if (way.kind === 'install') return null
  switch (way.hindrance) {
    case 'no_address':
      return 'This copy of Skein was built without an address for new versions, and does not look for any.'
    case 'not_signed':
      return 'This copy of Skein is not signed by its makers: it can tell of new versions, not install them.'
    case 'not_installed':
      return 'This copy of Skein was not installed: it can tell of new versions, not install them.'
    case 'not_moved':
      return 'Move Skein to the Applications folder, and start it from there: then it can install new versions.'
    case 'not_writable':
      return 'Skein may not replace its own file where that lies: it can tell of new versions, not install them.'
    case 'system_package':
      return 'Skein came as a package of the system. It tells of new versions here; they are installed the same way.'
  }
}

/** @param now UNIX milliseconds */
export function stepWords(step: UpdateStep, now: number): string {
  switch (step.kind) {
    case 'idle': {
      if (step.checkedAt === null) return 'No newer version is known.'
      const seconds = step.checkedAt / 1000
      return `This is the newest version. Looked: ${formatDay(seconds, now)}, ${formatTime(seconds)}.`
    }
    case 'checking':
      return 'Looking for a newer version…'
    case 'told':
      return `Skein ${step.version} is there.`
    case 'fetching':
      return `Fetching Skein ${step.version}: ${Math.round(step.part * 100)} %. Go on as usual.`
    case 'ready':
      return `Skein ${step.version} is ready. It is there when Skein is started next.`
    case 'failed':
      return sentenceOf(step.failure)
  }
}

/** The available action; null if the user can only wait. */
export function updateAct({ way, step, page }: UpdateNews): UpdateAct | null {
  if (way.kind === 'none') return null
  switch (step.kind) {
    case 'idle':
      return { action: 'check', label: 'Look now' }
    case 'failed':
      return { action: 'check', label: 'Try again' }
    case 'told':
      if (way.kind === 'install') return { action: 'fetch', label: 'Fetch it' }
      return page === null ? null : { action: 'open', label: 'Open its page', page }
    case 'ready':
      return { action: 'restart', label: 'Restart now' }
    case 'checking':
    case 'fetching':
      return null
  }
}

/** The version that is ready for the user, for the mark at the menu; null if there is none. */
export function waitingVersion(news: UpdateNews | undefined): string | null {
  const step = news?.step
  return step?.kind === 'ready' || step?.kind === 'told' ? step.version : null
}
