import type { MenuItemConstructorOptions } from 'electron'
import type { DesktopPlatform } from './desktop-platform.ts'

export interface MenuLook {
  readonly platform: DesktopPlatform
  readonly name: string
  /** Developers' entries are there where Skein runs from its sources. */
  readonly isPackaged: boolean
  readonly onSettings: () => void
}

const separator: MenuItemConstructorOptions = { type: 'separator' }

/** The application menu: on macOS with the program's own menu first, on the others with its entries under File. */
export function menuTemplate({ platform, name, isPackaged, onSettings }: MenuLook): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  return [
    ...(isMac ? [{ label: name, submenu: macProgram(name, onSettings) }] : []),
    {
      label: '&File',
      submenu: isMac
        ? [{ role: 'close' }]
        : [
            { label: 'Settings…', accelerator: 'CommandOrControl+,', click: onSettings },
            separator,
            { role: 'close' },
            { role: 'quit', label: `Quit ${name}` },
          ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        ...(isPackaged ? [] : [{ role: 'reload' } as const, { role: 'toggleDevTools' } as const, separator]),
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ]
}

function macProgram(name: string, onSettings: () => void): MenuItemConstructorOptions[] {
  return [
    { role: 'about', label: `About ${name}` },
    separator,
    { label: 'Settings…', accelerator: 'CommandOrControl+,', click: onSettings },
    separator,
    { role: 'services' },
    separator,
    { role: 'hide', label: `Hide ${name}` },
    { role: 'hideOthers' },
    { role: 'unhide' },
    separator,
    { role: 'quit', label: `Quit ${name}` },
  ]
}
