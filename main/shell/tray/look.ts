import { catalogue } from '#i18n/catalogue.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'

export interface TrayState {
  readonly unread: number
  readonly mentions: number
  readonly doNotDisturb: boolean
}

export interface TrayLook {
  /** A file of `out/icons`; `nativeImage` finds the other scales beside it. */
  readonly file: string
  /** Whether the picture is a template: macOS recolours black pictures for its menu bar. */
  readonly isTemplate: boolean
  readonly toolTip: string
}

/** The look of the tray icon. Windows selects the size from an ICO file. */
export function trayLook(platform: DesktopPlatform, state: TrayState): TrayLook {
  const picture = pictureOf(state)
  const toolTip = catalogue.tray.toolTip(state)
  switch (platform) {
    case 'darwin':
      return { file: `${picture}Template.png`, isTemplate: true, toolTip }
    case 'win32':
      return { file: `tray-${picture}.ico`, isTemplate: false, toolTip }
    case 'linux':
      return { file: `tray-${picture}.png`, isTemplate: false, toolTip }
  }
}

/**
 * Whether a click on the icon opens the window. On macOS a click opens the menu, and Electron emits the event as well
 * (`mouseDown` in shell/browser/ui/tray_icon_cocoa.mm).
 */
export function opensOnClick(platform: DesktopPlatform): boolean {
  return platform !== 'darwin'
}

function pictureOf({ unread, mentions, doNotDisturb }: TrayState): 'idle' | 'unread' | 'mentioned' | 'quiet' {
  if (doNotDisturb) return 'quiet'
  if (mentions > 0) return 'mentioned'
  return unread > 0 ? 'unread' : 'idle'
}
