import { app, Menu, nativeImage, Tray } from 'electron'

const size = 32

export interface TrayState {
  readonly unread: number
  readonly mentions: number
  readonly doNotDisturb: boolean
}

export interface TrayEvents {
  onOpen(): void
  onDoNotDisturb(isOn: boolean): void
}

/** The icon in the system's tray: whether there is something unread, and do-not-disturb. */
export class SkeinTray {
  readonly #tray: Tray
  readonly #events: TrayEvents
  #shown = ''

  constructor(events: TrayEvents) {
    this.#events = events
    this.#tray = new Tray(icon('idle'))
    this.#tray.on('click', () => {
      events.onOpen()
    })
  }

  update(state: TrayState): void {
    const text = JSON.stringify(state)
    if (text === this.#shown) return
    this.#shown = text
    this.#tray.setImage(
      icon(state.doNotDisturb ? 'quiet' : state.mentions > 0 ? 'mentioned' : state.unread > 0 ? 'unread' : 'idle'),
    )
    this.#tray.setToolTip(toolTip(state))
    this.#tray.setContextMenu(
      Menu.buildFromTemplate([
        {
          label: 'Open Skein',
          click: () => {
            this.#events.onOpen()
          },
        },
        { type: 'separator' },
        {
          label: 'Do not disturb',
          type: 'checkbox',
          checked: state.doNotDisturb,
          click: (item) => {
            this.#events.onDoNotDisturb(item.checked)
          },
        },
        { type: 'separator' },
        {
          label: 'Quit Skein',
          click: () => {
            app.quit()
          },
        },
      ]),
    )
  }
}

function toolTip({ unread, mentions, doNotDisturb }: TrayState): string {
  const news = unread === 0 ? 'nothing unread' : `${unread} unread${mentions > 0 ? `, ${mentions} for you` : ''}`
  return `Skein – ${news}${doNotDisturb ? ' – do not disturb' : ''}`
}

type IconState = 'idle' | 'unread' | 'mentioned' | 'quiet'

const threadColor = { idle: 0x8a93a3, unread: 0x4c6ef5, mentioned: 0x4c6ef5, quiet: 0x6b7280 }
const dotColor = { idle: null, unread: 0xffffff, mentioned: 0xe8590c, quiet: 0xe03131 }

/** A disc with a thread across, and a dot for news; drawn here, so that no picture can be missing. */
function icon(state: IconState): Electron.NativeImage {
  const pixels = Buffer.alloc(size * size * 4)
  const put = (x: number, y: number, color: number, cover: number) => {
    const at = (y * size + x) * 4
    const alpha = Math.max(0, Math.min(1, cover))
    if (alpha === 0) return
    // BGRA, premultiplied against what lies below.
    for (const [channel, value] of [color & 0xff, (color >> 8) & 0xff, (color >> 16) & 0xff].entries()) {
      pixels[at + channel] = Math.round(value * alpha + (pixels[at + channel] ?? 0) * (1 - alpha))
    }
    pixels[at + 3] = Math.round(255 * alpha + (pixels[at + 3] ?? 0) * (1 - alpha))
  }
  const dot = dotColor[state]
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const disc = Math.hypot(x - 15.5, y - 15.5)
      put(x, y, threadColor[state], 14.5 - disc)
      const wave = Math.abs(y - 15.5 - Math.sin((x - 15.5) / 4) * 5)
      if (disc < 12) put(x, y, 0xffffff, 2 - wave)
      if (dot !== null) {
        const away = Math.hypot(x - 24.5, y - 7.5)
        put(x, y, threadColor.quiet, 7.5 - away)
        put(x, y, dot, 6 - away)
      }
    }
  }
  return nativeImage.createFromBitmap(pixels, { width: size, height: size })
}
