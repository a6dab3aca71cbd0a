/** What the program did to the desktop; tests read it over the control channel. */
export interface DesktopRecord {
  readonly notifications: { title: string; body: string }[]
  readonly trays: { toolTip: string }[]
  badge: number
  readonly menus: unknown[]
  readonly dialogs: unknown[]
  readonly opened: string[]
  windowShown: number
}

export const record: DesktopRecord = {
  notifications: [],
  trays: [],
  badge: 0,
  menus: [],
  dialogs: [],
  opened: [],
  windowShown: 0,
}
