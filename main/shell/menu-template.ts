import type { MenuItemConstructorOptions } from 'electron'
import { words } from '../../words/words.ts'
import type { DesktopPlatform } from './desktop-platform.ts'

export interface MenuLook {
  readonly platform: DesktopPlatform
  readonly name: string
  /** A packaged program has no entries for developers. */
  readonly isPackaged: boolean
  readonly onSettings: () => void
}

const { menus } = words
const separator: MenuItemConstructorOptions = { type: 'separator' }

/** The application menu: on macOS with the program's own menu first, on the others with its entries under File. */
export function menuTemplate({ platform, name, isPackaged, onSettings }: MenuLook): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  return [
    ...(isMac ? [{ label: name, submenu: macProgram(name, onSettings) }] : []),
    {
      label: menus.file,
      submenu: isMac
        ? [{ role: 'close' }]
        : [
            { label: menus.settings, accelerator: 'CommandOrControl+,', click: onSettings },
            separator,
            { role: 'close' },
            { role: 'quit', label: menus.quit(name) },
          ],
    },
    { role: 'editMenu' },
    {
      label: menus.view,
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
    { role: 'about', label: menus.about(name) },
    separator,
    { label: menus.settings, accelerator: 'CommandOrControl+,', click: onSettings },
    separator,
    { role: 'services' },
    separator,
    { role: 'hide', label: menus.hide(name) },
    { role: 'hideOthers' },
    { role: 'unhide' },
    separator,
    { role: 'quit', label: menus.quit(name) },
  ]
}
