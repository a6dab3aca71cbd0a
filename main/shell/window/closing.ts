import type { Closing } from '#contract/app.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'

export interface ClosedWindow {
  readonly platform: DesktopPlatform
  /** The user's setting. */
  readonly choice: Closing
  /** Whether the program is ending, by its menu, the tray, an update or the system. */
  readonly isQuitting: boolean
  /** Whether Electron has created a tray icon. */
  readonly hasTrayIcon: boolean
  readonly isFullScreen: boolean
}

export type ClosingStep =
  /** The window closes; the program ends after the last one. */
  | 'close'
  | 'hide'
  /** macOS would leave a black space behind a hidden full-screen window. */
  | 'leave full screen, then hide'
  /** The window hides, and the program quits if the desktop then reports that it shows no tray icons. */
  | 'hide, and quit without a tray'

/**
 * The effect of closing the window. On macOS the program keeps running in the Dock; elsewhere only if a tray icon can
 * bring the window back. Windows always has a tray; on Linux Electron creates an icon even if the desktop does not show
 * it.
 */
export function closingStep({ platform, choice, isQuitting, hasTrayIcon, isFullScreen }: ClosedWindow): ClosingStep {
  if (isQuitting) return 'close'
  if (platform === 'darwin') return isFullScreen ? 'leave full screen, then hide' : 'hide'
  switch (choice) {
    case 'quit':
      return 'close'
    case 'hide':
      return 'hide'
    case 'auto':
      if (!hasTrayIcon) return 'close'
      return platform === 'win32' ? 'hide' : 'hide, and quit without a tray'
  }
}
