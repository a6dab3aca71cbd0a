export interface NotificationRecord {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly hasReply: boolean
  readonly isSilent: boolean
  isOpen: boolean
}

export interface TrayRecord {
  toolTip: string
  /** File name of the picture; empty if there is none. */
  image: string
  isTemplate: boolean
  menu: { label: string; checked: boolean }[]
}

/** The state of the window. */
export interface WindowRecord {
  isOpen: boolean
  isVisible: boolean
  isMinimized: boolean
  isFocused: boolean
  isFullScreen: boolean
  /** File name of the icon; empty if there is none. */
  icon: string
}

/** Records the effects of the program on the desktop; tests read it over the control channel. */
export interface DesktopRecord {
  readonly notifications: NotificationRecord[]
  readonly trays: TrayRecord[]
  badge: number
  readonly menus: unknown[]
  readonly dialogs: unknown[]
  readonly opened: string[]
  /** The opened context menus: labels and roles of their entries. */
  readonly popups: unknown[]
  /** Texts that menus copied. */
  readonly copied: string[]
  /** Commands that menus sent to pages. */
  readonly edits: string[]
  spelling: {
    readonly isEnabled: boolean | null
    readonly languages: readonly string[]
    readonly words: readonly string[]
    /** Fetched dictionaries of sessions, with repetitions. */
    readonly fetched: readonly string[]
  }
  /** Files that were revealed in the file manager. */
  readonly shownFiles: string[]
  windowShown: number
  window: WindowRecord
  /** The overlays of the taskbar button, and whether it flashes. */
  readonly overlays: { readonly image: string | null; readonly description: string }[]
  isFlashing: boolean
  /** The identity that Windows was given for the program. */
  readonly windowsIdentity: string[]
  /** The Chromium switches that were set. */
  readonly switches: string[]
  /** Requests for a client certificate with the sent certificate; null if none was sent. */
  readonly certificates: { readonly asker: string; readonly shown: string | null }[]
}

export const record: DesktopRecord = {
  notifications: [],
  trays: [],
  badge: 0,
  menus: [],
  dialogs: [],
  opened: [],
  popups: [],
  copied: [],
  edits: [],
  spelling: { isEnabled: null, languages: [], words: [], fetched: [] },
  shownFiles: [],
  windowShown: 0,
  window: {
    isOpen: false,
    isVisible: false,
    isMinimized: false,
    isFocused: false,
    isFullScreen: false,
    icon: '',
  },
  overlays: [],
  isFlashing: false,
  windowsIdentity: [],
  switches: [],
  certificates: [],
}
