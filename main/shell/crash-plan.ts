import type { Notice } from '../../preload/contract/notices.ts'
import { words } from '../../words/words.ts'

/** Why a page's process is gone, in Electron's words (`RenderProcessGoneDetails`). */
export type GoneReason =
  | 'clean-exit'
  | 'abnormal-exit'
  | 'killed'
  | 'crashed'
  | 'oom'
  | 'launch-failed'
  | 'integrity-failure'
  | 'memory-eviction'

/** What can befall the page of the window; the last two leave a process without a page in it. */
export type PageFault = GoneReason | 'load-failed' | 'preload-failed'

/** Faults count for this long. */
export const faultsCountMs = 300_000
/** A page is loaded anew so often without a word: what is written is on disk within half a second. */
const quietReloads = 2

export type PagePlan =
  /** It was meant to end. */
  { readonly act: 'none' } | { readonly act: 'load' } | { readonly act: 'tell'; readonly sentence: string }

/**
 * What follows a fault of the page. `faults` are the moments of all of late, this one among them, UNIX milliseconds.
 * A process that the system did not start, or whose files it refused, is not started again by itself: nothing changes
 * in the moment between.
 */
export function planForPage(
  fault: PageFault,
  { faults, now, isEnding }: { readonly faults: readonly number[]; readonly now: number; readonly isEnding: boolean },
): PagePlan {
  if (isEnding) return { act: 'none' }
  const times = recentFaults(faults, now).length
  switch (fault) {
    case 'launch-failed':
      return { act: 'tell', sentence: words.dialogs.windowNotStarted }
    case 'integrity-failure':
      return { act: 'tell', sentence: words.dialogs.windowFileRefused }
    case 'preload-failed':
      return { act: 'tell', sentence: words.dialogs.windowFileDamaged }
    case 'oom':
      return times <= quietReloads ? { act: 'load' } : { act: 'tell', sentence: words.dialogs.windowOutOfMemory(times) }
    case 'clean-exit':
    case 'abnormal-exit':
    case 'killed':
    case 'crashed':
    case 'memory-eviction':
    case 'load-failed':
      return times <= quietReloads ? { act: 'load' } : { act: 'tell', sentence: words.dialogs.windowFailed(times) }
  }
}

export function recentFaults(faults: readonly number[], now: number): number[] {
  return faults.filter((at) => at > now - faultsCountMs && at <= now)
}

/** `did-fail-load`: pages inside of the page, and loads that another one replaced (`ERR_ABORTED`), are none of it. */
export function isLoadFault(errorCode: number, isMainFrame: boolean): boolean {
  return isMainFrame && errorCode !== -3
}

/** The other processes of Chromium (`child-process-gone`). */
export interface GoneProcess {
  readonly type: string
  readonly reason: GoneReason
  /** What a utility process does, such as `Network Service`. */
  readonly name: string
}

/** Chromium draws without the graphics card after its third failure (`content/browser/gpu`); that is when to say it. */
const toldGpuFaults = 3

/**
 * What follows the end of another process; Chromium starts each again by itself. `gpuFaults` counts those of the graphics
 * process since the start, this one among them.
 */
export function planForProcess(
  { type, reason: end }: GoneProcess,
  gpuFaults: number,
): { readonly isFault: boolean; readonly notice: Notice | null } {
  if (end === 'clean-exit') return { isFault: false, notice: null }
  return {
    isFault: true,
    notice: type === 'GPU' && gpuFaults === toldGpuFaults ? { code: 'GRAPHICS_FAILED' } : null,
  }
}
