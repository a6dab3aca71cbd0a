import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import { followChosenKeys, keysOfCommand, parseChord, type ChosenKeys, type CommandId } from '#shared/command-keys.ts'
import { desktopPlatform, type DesktopPlatform } from '../system/desktop-platform.ts'
import { catalogue } from '#i18n/catalogue.ts'

/**
 * Sets the application menu.
 * @param keys the keys that the user has chosen, which the entries show
 * @param onCommand gets the commands for the page
 */
export function setApplicationMenu(keys: () => ChosenKeys, onCommand: (command: CommandId) => void): void {
  followChosenKeys(keys)
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
  const { menus, commands } = catalogue
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
    named('services'),
    separator,
    { role: 'hide', label: menus.hide(name) },
    named('hideOthers'),
    named('unhide'),
    separator,
    { role: 'quit', label: menus.quit(name) },
  ]
  return [
    ...(isMac ? [{ label: name, submenu: program }] : []),
    {
      label: menus.file,
      submenu: isMac
        ? [entry('new_direct'), separator, named('close')]
        : [
            entry('new_direct'),
            separator,
            entry('settings', menus.settings),
            separator,
            named('close'),
            { role: 'quit', label: menus.quit(name) },
          ],
    },
    { role: 'editMenu', label: menus.edit, submenu: editing(isMac) },
    {
      label: menus.view,
      submenu: [
        ...(isPackaged ? [] : [named('reload'), named('toggleDevTools'), separator]),
        { role: 'resetZoom', label: menus.actualSize },
        { role: 'zoomIn', label: menus.zoomIn },
        { role: 'zoomOut', label: menus.zoomOut },
        separator,
        named('togglefullscreen'),
      ],
    },
    { label: menus.go, submenu: goes.map((id) => entry(id)) },
    {
      role: 'windowMenu',
      label: menus.window,
      submenu: [named('minimize'), named('zoom'), ...(isMac ? [separator, named('front')] : [named('close')])],
    },
    { role: 'help', label: menus.help, submenu: [entry('shortcuts', menus.keys)] },
  ]
}

/** An entry of Electron with a name in the language of the program. */
function named(role: keyof typeof catalogue.menus.roles): MenuItemConstructorOptions {
  return { role, label: catalogue.menus.roles[role] }
}

/** Electron's entries of the Edit menu, and the entry that pastes plain text, with the key of its command. */
function editing(isMac: boolean): MenuItemConstructorOptions[] {
  const { menus } = catalogue
  return [
    named('undo'),
    named('redo'),
    separator,
    named('cut'),
    named('copy'),
    named('paste'),
    { ...named('pasteAndMatchStyle'), ...accelerator('paste_plain') },
    named('delete'),
    ...(isMac ? [] : [separator]),
    named('selectAll'),
    ...(isMac
      ? [
          separator,
          {
            label: menus.speech,
            submenu: [named('startSpeaking'), named('stopSpeaking')],
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
