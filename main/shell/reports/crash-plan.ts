import type { Notice } from '#contract/app.ts'
import { catalogue } from '#i18n/catalogue.ts'

/** Electron's reasons for the end of a renderer process (`RenderProcessGoneDetails`). */
export type GoneReason =
  | 'clean-exit'
  | 'abnormal-exit'
  | 'killed'
  | 'crashed'
  | 'oom'
  | 'launch-failed'
  | 'integrity-failure'
  | 'memory-eviction'

/** The faults of a page. After the last two, the process runs without a page. */
export type PageFault = GoneReason | 'load-failed' | 'preload-failed'

/** The time for which a fault counts, milliseconds. */
export const faultsCountMs = 300_000
/** The number of reloads without a message to the user. Drafts are on disk within half a second. */
const quietReloads = 2

export type PagePlan =
  /** The process ended on purpose. */
  { readonly act: 'none' } | { readonly act: 'load' } | { readonly act: 'notify'; readonly sentence: string }

/**
 * The reaction to a fault of the page. `faults` are the times of the recent faults including this one, UNIX milliseconds. If
 * the system did not start the process or refused its files, the page is not reloaded automatically: the cause persists.
 */
export function planForPage(
  fault: PageFault,
  { faults, now, isEnding }: { readonly faults: readonly number[]; readonly now: number; readonly isEnding: boolean },
): PagePlan {
  if (isEnding) return { act: 'none' }
  const times = recentFaults(faults, now).length
  switch (fault) {
    case 'launch-failed':
      return { act: 'notify', sentence: catalogue.dialogs.windowNotStarted }
    case 'integrity-failure':
      return { act: 'notify', sentence: catalogue.dialogs.windowFileRefused }
    case 'preload-failed':
      return { act: 'notify', sentence: catalogue.dialogs.windowFileDamaged }
    case 'oom':
      return times <= quietReloads
        ? { act: 'load' }
        : { act: 'notify', sentence: catalogue.dialogs.windowOutOfMemory(times) }
    case 'clean-exit':
    case 'abnormal-exit':
    case 'killed':
    case 'crashed':
    case 'memory-eviction':
    case 'load-failed':
      return times <= quietReloads
        ? { act: 'load' }
        : { act: 'notify', sentence: catalogue.dialogs.windowFailed(times) }
  }
}

export function recentFaults(faults: readonly number[], now: number): number[] {
  return faults.filter((at) => at > now - faultsCountMs && at <= now)
}

/** Whether `did-fail-load` is a fault: not for subframes, or for loads that another one replaced (`ERR_ABORTED`). */
export function isLoadFault(errorCode: number, isMainFrame: boolean): boolean {
  return isMainFrame && errorCode !== -3
}

/** The other processes of Chromium (`child-process-gone`). */
export interface GoneProcess {
  readonly type: string
  readonly reason: GoneReason
  /** The service of a utility process, such as `Network Service`. */
  readonly name: string
}

/**
 * The number of failures after which Chromium draws without the GPU (`content/browser/gpu`), which the user is notified
 * of.
 */
const notifiedGpuFaults = 3

/**
 * The reaction to the end of another process, which Chromium restarts. `gpuFaults` counts the faults of the GPU process
 * since the start, including this one.
 */
export function planForProcess(
  { type, reason: end }: GoneProcess,
  gpuFaults: number,
): { readonly isFault: boolean; readonly notice: Notice | null } {
  if (end === 'clean-exit') return { isFault: false, notice: null }
  return {
    isFault: true,
    notice: type === 'GPU' && gpuFaults === notifiedGpuFaults ? { code: 'GRAPHICS_FAILED' } : null,
  }
}
