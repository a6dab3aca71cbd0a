import type { Closing } from '../../preload/contract/settings.ts'
import type { DesktopPlatform } from './desktop-platform.ts'

export interface ClosedWindow {
  readonly platform: DesktopPlatform
  /** The user's setting. */
  readonly choice: Closing
  /** The program ends: by its menu, the tray, an update or the system. */
  readonly isQuitting: boolean
  /** Electron could make an icon for the tray. */
  readonly hasTrayIcon: boolean
  readonly isFullScreen: boolean
}

export type ClosingStep =
  /** The window goes; where it is the last one, the program ends. */
  | 'close'
  | 'hide'
  /** macOS would leave a black space of its own behind a full-screen window that is hidden. */
  | 'leave full screen, then hide'
  /** Whether the desktop shows icons is known only when it has answered. */
  | 'hide, and quit without a tray'

/**
 * What happens when the window is closed. Programs of macOS live on in the Dock. Elsewhere Skein lives on where an icon in
 * the tray brings the window back. Windows always has a tray; on Linux it depends on the desktop, and Electron makes its
 * icon without knowing whether anything shows it.
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
