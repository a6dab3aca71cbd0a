/**
 * The part of the electron module that main/ imports. An access to any other name throws an error with that name. The
 * types are Electron's own, so that the type check reports drift.
 */
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, parse } from 'node:path'
import type Electron from 'electron'
import { appPart } from './app-part.ts'
import { strictPart } from './strict-part.ts'
import { hostSchemes, netPart } from './net.ts'
import { PageChannel, Shuffle } from './page-channel.ts'
import { record, type NotificationRecord, type TrayRecord } from './recorder.ts'
import { defaultSession, sessionFromPartition } from './session-part.ts'
import { BrowserWindowPart } from './window-part.ts'

export const app = strictPart('app', appPart)
export const net = strictPart('net', netPart)
export const BrowserWindow = BrowserWindowPart

/** The host's own parts: the channel to the page, and the handlers of the program's schemes. */
export const hostChannel = new PageChannel(new Shuffle(process.env.SKEIN_HOST_SHUFFLE))
export { hostSchemes }

export const ipcMain = strictPart('ipcMain', {
  handle(channel: string, handler: (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown): void {
    // The window creates the event with the fields that main/ reads.
    hostChannel.handle(channel, handler as (event: unknown, ...args: unknown[]) => unknown)
  },
} satisfies Pick<Electron.IpcMain, 'handle'>)

export const protocol = strictPart('protocol', {
  registerSchemesAsPrivileged(_schemes: Electron.CustomScheme[]): void {
    // Browsers have no program schemes; the host serves them over HTTP.
  },
  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>): void {
    hostSchemes.set(scheme, handler)
  },
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'>)

export const session = strictPart('session', { defaultSession, fromPartition: sessionFromPartition })

export const shell = strictPart('shell', {
  openExternal(url: string): Promise<void> {
    // Without a program for an address, Electron rejects on macOS and Windows (shell/common/platform_util_mac.mm,
    // _win.cc).
    const untaken = process.env.SKEIN_HOST_UNTAKEN
    if (untaken !== undefined && url.startsWith(untaken)) return Promise.reject(new Error('Failed to open path'))
    record.opened.push(url)
    process.stderr.write(`skein: open this address in your browser: ${url}\n`)
    return Promise.resolve()
  },
  showItemInFolder(path: string): void {
    record.shownFiles.push(path)
    process.stderr.write(`skein: the file is ${path}\n`)
  },
} satisfies Pick<Electron.Shell, 'openExternal' | 'showItemInFolder'>)

/** A menu without the click handlers of its entries. */
function described(template: readonly Electron.MenuItemConstructorOptions[]): unknown[] {
  return template.map(({ click: _, submenu, ...entry }) => ({
    ...entry,
    ...(Array.isArray(submenu) ? { submenu: described(submenu) } : {}),
  }))
}

export const applicationMenus: Electron.MenuItemConstructorOptions[][] = []

/** The opened menus in the order of the record; a test chooses an entry by its index. */
export const openedMenus: Electron.MenuItemConstructorOptions[][] = []

export const clipboard = strictPart('clipboard', {
  writeText(text: string): Promise<void> {
    record.copied.push(text)
    return Promise.resolve()
  },
} satisfies Pick<Electron.Clipboard, 'writeText'>)

export const Menu = strictPart('Menu', {
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) => ({
    template,
    popup() {
      record.popups.push(described(template))
      openedMenus.push(template)
    },
  }),
  setApplicationMenu(menu: { template: Electron.MenuItemConstructorOptions[] }): void {
    record.menus.push(described(menu.template))
    applicationMenus.push(menu.template)
  },
})

/** The buttons that answer the next message boxes; set by tests. */
export const dialogAnswers: (number | null)[] = []

const givenNames = new Set<string>()

/** A file name that no earlier answer used, since no dialog can ask whether to replace a file. */
function freeName(wanted: string): string {
  const { dir, name, ext } = parse(wanted)
  let free = wanted
  for (let count = 1; existsSync(free) || givenNames.has(free); count += 1) free = join(dir, `${name} (${count})${ext}`)
  givenNames.add(free)
  return free
}

export const dialog = strictPart('dialog', {
  /**
   * Answers with the first button, or with the answer that a test prepared; with `null` the box stays open until its
   * signal aborts.
   */
  showMessageBox(...args: unknown[]): Promise<{ response: number; checkboxChecked: boolean }> {
    const { signal, ...options } = args.at(-1) as Electron.MessageBoxOptions // the last argument, in both of its forms
    record.dialogs.push(options)
    const answer = dialogAnswers.shift()
    if (answer === null && signal !== undefined) {
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          resolve({ response: options.cancelId ?? 0, checkboxChecked: false })
        })
      })
    }
    return Promise.resolve({ response: answer ?? 0, checkboxChecked: false })
  },
  showErrorBox(title: string, content: string): void {
    record.dialogs.push({ title, content })
    process.stderr.write(`skein: ${title}: ${content}\n`)
  },
  /** Answers with the path that a test prepared; otherwise files are saved to the home folder without a dialog. */
  showSaveDialog(...args: unknown[]): Promise<{ canceled: boolean; filePath: string }> {
    record.dialogs.push(args.at(-1))
    const options = args.at(-1) as Electron.SaveDialogOptions // the last argument, in both of its forms
    const filePath = freeName(join(process.env.SKEIN_HOST_DOWNLOADS ?? homedir(), options.defaultPath ?? 'file'))
    process.stderr.write(`skein: saving to ${filePath}\n`)
    return Promise.resolve({ canceled: false, filePath })
  },
})

/** Squirrel of macOS, which also emits `before-quit-for-update`; tests control it. */
class HostAutoUpdater extends EventEmitter {
  setFeedURL: Electron.AutoUpdater['setFeedURL'] = () => {
    throw new Error('the browser host has no Squirrel')
  }

  checkForUpdates: Electron.AutoUpdater['checkForUpdates'] = () => {
    throw new Error('the browser host has no Squirrel')
  }

  quitAndInstall: Electron.AutoUpdater['quitAndInstall'] = () => {
    throw new Error('the browser host has no Squirrel')
  }
}

export const autoUpdater = strictPart('autoUpdater', new HostAutoUpdater())

export const nativeTheme = strictPart('nativeTheme', { themeSource: 'system' })

/**
 * The state of the system's user; set by tests. A browser does not know it, so there is no idle time, as under some
 * desktops.
 */
export const systemUser: {
  idleSeconds: number | null
  idleState: ReturnType<Electron.PowerMonitor['getSystemIdleState']>
} = {
  idleSeconds: null,
  idleState: 'unknown',
}

class HostPowerMonitor extends EventEmitter {
  getSystemIdleTime: Electron.PowerMonitor['getSystemIdleTime'] = () => {
    if (systemUser.idleSeconds === null) throw new Error('the browser host knows no idle time')
    return systemUser.idleSeconds
  }

  getSystemIdleState: Electron.PowerMonitor['getSystemIdleState'] = () => systemUser.idleState
}

export const powerMonitor = strictPart('powerMonitor', new HostPowerMonitor())

/** The picture of a file; empty if the file does not exist. Electron also finds files for other scales. */
class HostImage {
  readonly file: string
  #isTemplate = false

  constructor(file: string) {
    this.file = existsSync(file) ? file : ''
  }

  isEmpty(): boolean {
    return this.file === ''
  }

  setTemplateImage(isTemplate: boolean): void {
    this.#isTemplate = isTemplate
  }

  isTemplateImage(): boolean {
    return this.#isTemplate
  }
}

export const nativeImage = strictPart('nativeImage', {
  createFromPath: (path: string) => strictPart('NativeImage', new HostImage(path)),
})

export class Notification extends EventEmitter {
  readonly #entry: NotificationRecord
  readonly id: string

  static isSupported(): boolean {
    return true
  }

  /** Windows only, as in Electron; tests hand over the activation by `activateNotification`. */
  static handleActivation(callback: (details: Electron.ActivationArguments) => void): void {
    Notification.activate = callback
  }

  static activate: (details: Electron.ActivationArguments) => void = () => undefined

  /** The contents of the Notification Center of macOS; set by tests. */
  static history: Notification[] = []

  static getHistory(): Promise<Notification[]> {
    return Promise.resolve(Notification.history)
  }

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super()
    this.id = options.id ?? ''
    this.#entry = {
      id: this.id,
      title: options.title ?? '',
      body: options.body ?? '',
      hasReply: options.hasReply === true,
      isSilent: options.silent === true,
      isOpen: false,
    }
    record.notifications.push(this.#entry)
    shownNotifications.push(this)
  }

  /** Shows the notification. With SKEIN_HOST_NOTIFICATIONS=fail it fails, as on macOS for an unsigned program. */
  show(): void {
    if (process.env.SKEIN_HOST_NOTIFICATIONS === 'fail') {
      this.emit('failed', {}, 'notifications are not allowed')
      return
    }
    this.#entry.isOpen = true
    this.emit('show')
  }

  /** Closes the notification by the program, for which Electron gives no reason. */
  close(): void {
    this.closeFor(undefined)
  }

  /** Closes the notification by the user or the system. */
  closeFor(reason: Electron.NotificationCloseEventParams['reason']): void {
    if (!this.#entry.isOpen) return
    this.#entry.isOpen = false
    this.emit('close', reason === undefined ? {} : { reason })
  }
}

/** The shown notifications in the order of the record, so that a test can click one of them. */
export const shownNotifications: Notification[] = []

export class Tray extends EventEmitter {
  readonly #entry: TrayRecord

  /** With SKEIN_HOST_TRAY=none the tray is unavailable, as on some desktops. */
  constructor(image: HostImage) {
    super()
    if (process.env.SKEIN_HOST_TRAY === 'none') throw new Error('there is no tray')
    this.#entry = { toolTip: '', image: imageOf(image), isTemplate: image.isTemplateImage(), menu: [] }
    record.trays.push(this.#entry)
    trays.push(this)
  }

  setToolTip(toolTip: string): void {
    this.#entry.toolTip = toolTip
  }

  setImage(image: HostImage): void {
    this.#entry.image = imageOf(image)
    this.#entry.isTemplate = image.isTemplateImage()
  }

  setContextMenu(menu: { template: Electron.MenuItemConstructorOptions[] } | null): void {
    this.template = menu?.template ?? []
    this.#entry.menu = this.template.map(({ label = '', checked = false }) => ({ label, checked }))
  }

  template: Electron.MenuItemConstructorOptions[] = []
}

export const trays: Tray[] = []

function imageOf({ file }: HostImage): string {
  return parse(file).base
}
