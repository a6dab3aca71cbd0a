import { join } from 'node:path'
import { app, Menu, nativeImage, Tray, type NativeImage } from 'electron'
import { catalogue } from '#i18n/catalogue.ts'
import { formatTime } from '#i18n/times.ts'
import type { QuietWish } from '#shared/time/quiet-time.ts'
import type { LogLevel } from '#engine/ports.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'

export interface TrayState {
  readonly unread: number
  readonly mentions: number
  readonly doNotDisturb: boolean
  /** The end of do-not-disturb, UNIX milliseconds; null or missing without one. */
  readonly quietUntil?: number | null
}

interface TrayLook {
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
function opensOnClick(platform: DesktopPlatform): boolean {
  return platform !== 'darwin'
}

function pictureOf({ unread, mentions, doNotDisturb }: TrayState): 'idle' | 'unread' | 'mentioned' | 'quiet' {
  if (doNotDisturb) return 'quiet'
  if (mentions > 0) return 'mentioned'
  return unread > 0 ? 'unread' : 'idle'
}

function quietLabel({ doNotDisturb, quietUntil = null }: TrayState): string {
  const { tray } = catalogue
  return doNotDisturb && quietUntil !== null ? tray.quietUntil(formatTime(quietUntil / 1000)) : tray.doNotDisturb
}

export interface TrayPorts {
  readonly platform: DesktopPlatform
  /** The folder of the pictures. */
  readonly iconFolder: string
  readonly log: (level: LogLevel, message: string) => void
  onOpen(): void
  onDoNotDisturb(wish: QuietWish): void
}

/** The icon in the system's tray, which shows unread messages and do-not-disturb. */
export class SkeinTray {
  readonly #tray: Tray | null
  readonly #ports: TrayPorts
  #shown = ''

  constructor(ports: TrayPorts) {
    this.#ports = ports
    this.#tray = this.#make(trayLook(ports.platform, { unread: 0, mentions: 0, doNotDisturb: false }))
    if (opensOnClick(ports.platform)) {
      this.#tray?.on('click', () => {
        ports.onOpen()
      })
    }
  }

  /** Whether the icon exists; without one, the window is the only access to Skein. */
  get isThere(): boolean {
    return this.#tray !== null
  }

  showCounts(state: TrayState): void {
    // The language of the menu can change, too.
    const text = JSON.stringify([state, catalogue.language.tag])
    if (this.#tray === null || text === this.#shown) return
    this.#shown = text
    const look = trayLook(this.#ports.platform, state)
    this.#tray.setImage(this.#picture(look))
    this.#tray.setToolTip(look.toolTip)
    this.#tray.setContextMenu(
      Menu.buildFromTemplate([
        {
          label: catalogue.tray.open,
          click: () => {
            this.#ports.onOpen()
          },
        },
        { type: 'separator' },
        {
          label: quietLabel(state),
          type: 'checkbox',
          checked: state.doNotDisturb,
          click: (item) => {
            this.#ports.onDoNotDisturb(item.checked ? 'on' : 'off')
          },
        },
        ...(['hour', 'tomorrow'] as const).map((wish) => ({
          label: catalogue.tray.quietFor[wish],
          click: () => {
            this.#ports.onDoNotDisturb(wish)
          },
        })),
        { type: 'separator' },
        {
          label: catalogue.tray.quit,
          click: () => {
            app.quit()
          },
        },
      ]),
    )
  }

  #make(look: TrayLook): Tray | null {
    try {
      return new Tray(this.#picture(look))
    } catch (error) {
      this.#ports.log('warn', `there is no icon in the tray: ${String(error)}`)
      return null
    }
  }

  #picture({ file, isTemplate }: TrayLook): NativeImage {
    const image = nativeImage.createFromPath(join(this.#ports.iconFolder, file))
    // Electron makes an empty picture of an unreadable file.
    if (image.isEmpty()) this.#ports.log('error', `the picture ${file} of the tray is missing`)
    if (isTemplate) image.setTemplateImage(true)
    return image
  }
}
