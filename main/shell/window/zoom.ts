import type { BrowserWindow, Input } from 'electron'
import { keysOfPress } from '#shared/pressed-key.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'

/** One step larger or smaller, or back to the actual size. */
export type ZoomStep = 1 | -1 | 0

/** Half a level is a tenth, as in the entries of the menu. */
const levelsOfStep = 0.5
/** The bounds: just below half of the actual size, and just below three times. */
const [lowest, highest] = [-4, 6]

const stepsOfKeys: Readonly<Record<string, ZoomStep>> = { '+': 1, '=': 1, '-': -1, _: -1, 0: 0 }

/** The fields of a key event that decide the step. */
type ZoomInput = Pick<Input, 'type' | 'key' | 'code' | 'control' | 'meta' | 'alt' | 'shift' | 'isComposing'>

/**
 * The step of a key with Ctrl or ⌘; null for none. The menu has one key for each step, `+` among them, which needs
 * Shift on many layouts. This function also accepts `=`, the number pad, and the positions of a Latin keyboard.
 */
export function zoomStepOf(input: ZoomInput, platform: DesktopPlatform): ZoomStep | null {
  const { type, key, code, control, meta, alt, shift, isComposing } = input
  const isCommand = platform === 'darwin' ? meta && !control : control && !meta
  if (type !== 'keyDown' || !isCommand || alt || isComposing) return null
  for (const meant of keysOfPress({ key, code, shiftKey: shift }, { isCommand: true, script: null })) {
    const step = stepsOfKeys[meant]
    if (step !== undefined) return step
    // Digits switch organizations, whatever else the layout has on their keys.
    if (/^[1-9]$/.test(meant)) return null
  }
  return null
}

/** The level after a step, within the bounds. */
export function zoomedLevel(level: number, step: ZoomStep): number {
  return step === 0 ? 0 : Math.min(highest, Math.max(lowest, level + step * levelsOfStep))
}

/**
 * Zooms the page by keys that the menu lacks, and by the wheel with Ctrl. Chromium stores the level with its settings.
 */
export function followZoom({ webContents }: Pick<BrowserWindow, 'webContents'>, platform: DesktopPlatform): void {
  const zoom = (step: ZoomStep) => {
    webContents.setZoomLevel(zoomedLevel(webContents.getZoomLevel(), step))
  }
  webContents.on('before-input-event', (event, input) => {
    const step = zoomStepOf(input, platform)
    if (step === null) return
    // Neither the page nor the menu gets the key.
    event.preventDefault()
    zoom(step)
  })
  webContents.on('zoom-changed', (_event, direction) => {
    zoom(direction === 'in' ? 1 : -1)
  })
}
