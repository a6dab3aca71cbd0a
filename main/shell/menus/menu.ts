import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import { keysOfCommand, parseChord, type CommandId } from '#shared/command-keys.ts'
import { desktopPlatform, type DesktopPlatform } from '../system/desktop-platform.ts'
import { catalogue } from '#i18n/catalogue.ts'

/** Sets the application menu; `onCommand` gets the commands for the page. */
export function setApplicationMenu(onCommand: (command: CommandId) => void): void {
  const template = menuTemplate({
    platform: desktopPlatform(process.platform),
    name: app.name,
    isPackaged: app.isPackaged,
    onCommand,
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

export interface MenuLook {
  readonly platform: DesktopPlatform
  readonly name: string
  /** A packaged program has no entries for developers. */
  readonly isPackaged: boolean
  readonly onCommand: (command: CommandId) => void
}

const { menus, commands } = catalogue
const separator: MenuItemConstructorOptions = { type: 'separator' }
/** Commands that navigate, in the order of their menu. */
const goes: readonly CommandId[] = [
  'palette',
  'jump',
  'search_here',
  'search_everywhere',
  'next_unread',
  'drafts',
  'unsent',
  'snippets',
  'connections',
]

/** The application menu. On macOS the program's own menu is first; elsewhere its entries are under File. */
export function menuTemplate({ platform, name, isPackaged, onCommand }: MenuLook): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  const entry = (id: CommandId, label: string = commands.titles[id]): MenuItemConstructorOptions => ({
    label,
    ...accelerator(id),
    click() {
      onCommand(id)
    },
  })
  const program: MenuItemConstructorOptions[] = [
    { role: 'about', label: menus.about(name) },
    separator,
    entry('settings', menus.settings),
    separator,
    { role: 'services' },
    separator,
    { role: 'hide', label: menus.hide(name) },
    { role: 'hideOthers' },
    { role: 'unhide' },
    separator,
    { role: 'quit', label: menus.quit(name) },
  ]
  return [
    ...(isMac ? [{ label: name, submenu: program }] : []),
    {
      label: menus.file,
      submenu: isMac
        ? [entry('new_direct'), separator, { role: 'close' }]
        : [
            entry('new_direct'),
            separator,
            entry('settings', menus.settings),
            separator,
            { role: 'close' },
            { role: 'quit', label: menus.quit(name) },
          ],
    },
    { role: 'editMenu', submenu: editing(isMac) },
    {
      label: menus.view,
      submenu: [
        ...(isPackaged ? [] : [{ role: 'reload' } as const, { role: 'toggleDevTools' } as const, separator]),
        { role: 'resetZoom', label: menus.actualSize },
        { role: 'zoomIn', label: menus.zoomIn },
        { role: 'zoomOut', label: menus.zoomOut },
        separator,
        { role: 'togglefullscreen' },
      ],
    },
    { label: menus.go, submenu: goes.map((id) => entry(id)) },
    { role: 'windowMenu' },
    { role: 'help', label: menus.help, submenu: [entry('shortcuts', menus.keys)] },
  ]
}

/** Electron's entries of the Edit menu, and the entry that pastes plain text, with the key of its command. */
function editing(isMac: boolean): MenuItemConstructorOptions[] {
  return [
    { role: 'undo' },
    { role: 'redo' },
    separator,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'pasteAndMatchStyle', label: menus.pasteWithoutFormatting, ...accelerator('paste_plain') },
    { role: 'delete' },
    ...(isMac ? [] : [separator]),
    { role: 'selectAll' },
    ...(isMac
      ? [
          separator,
          {
            label: menus.speech,
            submenu: [{ role: 'startSpeaking' } as const, { role: 'stopSpeaking' } as const],
          },
        ]
      : []),
  ]
}

/** The first key of a command. Keys without Ctrl or ⌘ are omitted, since the menu would take them from text fields. */
function accelerator(id: CommandId): { accelerator?: string } {
  const [notation] = keysOfCommand(id)
  return notation !== undefined && parseChord(notation).mod
    ? { accelerator: notation.replace('Mod', 'CommandOrControl') }
    : {}
}
