import { join } from 'node:path'
import { app, Menu, nativeImage, Tray, type NativeImage } from 'electron'
import { catalogue } from '#i18n/catalogue.ts'
import type { LogLevel } from '#engine/ports.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'
import { opensOnClick, trayLook, type TrayLook, type TrayState } from './look.ts'

export interface TrayPorts {
  readonly platform: DesktopPlatform
  /** The folder of the pictures. */
  readonly iconFolder: string
  readonly log: (level: LogLevel, message: string) => void
  onOpen(): void
  onDoNotDisturb(isOn: boolean): void
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
    const text = JSON.stringify(state)
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
          label: catalogue.tray.doNotDisturb,
          type: 'checkbox',
          checked: state.doNotDisturb,
          click: (item) => {
            this.#ports.onDoNotDisturb(item.checked)
          },
        },
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
