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
  /** The name of the picture's file; empty where there is none. */
  image: string
  isTemplate: boolean
  menu: { label: string; checked: boolean }[]
}

/** How the window stands. */
export interface WindowRecord {
  isOpen: boolean
  isVisible: boolean
  isMinimized: boolean
  isFocused: boolean
  isFullScreen: boolean
  /** The name of its icon's file; empty where it was given none. */
  icon: string
}

/** What the program did to the desktop; tests read it over the control channel. */
export interface DesktopRecord {
  readonly notifications: NotificationRecord[]
  readonly trays: TrayRecord[]
  badge: number
  readonly menus: unknown[]
  readonly dialogs: unknown[]
  readonly opened: string[]
  /** Context menus as they were opened: their labels and roles. */
  readonly popups: unknown[]
  /** What was copied by a menu. */
  readonly copied: string[]
  /** What pages were told to do by a menu. */
  readonly edits: string[]
  spelling: {
    readonly isEnabled: boolean | null
    readonly languages: readonly string[]
    readonly words: readonly string[]
  }
  /** Files that were shown in the file manager. */
  readonly shownFiles: string[]
  windowShown: number
  window: WindowRecord
  /** The taskbar button: overlays as they were set, and whether it flashes. */
  readonly overlays: { readonly image: string | null; readonly description: string }[]
  isFlashing: boolean
  /** What Windows was told of who the program is. */
  readonly windowsIdentity: string[]
  /** Chromium's switches that were set. */
  readonly switches: string[]
  /** Who wanted a client certificate, and whose was shown; null where none was. */
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
  spelling: { isEnabled: null, languages: [], words: [] },
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
