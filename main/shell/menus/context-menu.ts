import { clipboard, Menu, type BrowserWindow, type ContextMenuParams, type MenuItemConstructorOptions } from 'electron'
import type { Notice } from '#contract/app.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { LogLevel } from '#engine/ports.ts'
import { contextEntries, type ContextAction, type ContextEntry } from './context-menu-items.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'
import { openLink } from '../security/links/links.ts'
import type { Spelling } from './spelling.ts'

export interface ContextMenuPorts {
  readonly platform: DesktopPlatform
  readonly spelling: Spelling
  readonly log: (level: LogLevel, message: string) => void
  /** Shows a notice to the user. */
  readonly notify: (notice: Notice) => void
}

/** Opens the context menu of text fields, links, pictures and selected text, unless the page opens its own. */
export function openContextMenus(window: BrowserWindow, ports: ContextMenuPorts): void {
  const { webContents } = window
  webContents.on('context-menu', (_event, params) => {
    const entries = contextEntries(params, ports.platform, ports.spelling.state)
    if (entries.length === 0) return
    const run = (action: ContextAction) => {
      execute(window, params, action, ports).catch((error: unknown) => {
        ports.log('error', `an entry of a menu failed: ${String(error)}`)
      })
    }
    // Linux locates the menu by the frame, which is null if the frame has been removed.
    const menu = Menu.buildFromTemplate(templateOf(entries, run))
    menu.popup(params.frame === null ? { window } : { window, frame: params.frame })
  })
}

function templateOf(
  entries: readonly ContextEntry[],
  run: (action: ContextAction) => void,
): MenuItemConstructorOptions[] {
  return entries.map((entry): MenuItemConstructorOptions => {
    switch (entry.kind) {
      case 'separator':
        return { type: 'separator' }
      case 'role':
        return {
          role: entry.role,
          label: catalogue.menus.roles[entry.role],
          enabled: entry.isEnabled,
        }
      case 'note':
        return { label: entry.label, enabled: false }
      case 'submenu':
        return { label: entry.label, submenu: templateOf(entry.entries, run) }
      case 'action': {
        const click = () => {
          run(entry.action)
        }
        const label = entry.label.replaceAll('&', '&&')
        return entry.isChecked === null
          ? { label, click }
          : { label, click, type: 'checkbox', checked: entry.isChecked }
      }
    }
  })
}

async function execute(
  window: BrowserWindow,
  params: Pick<ContextMenuParams, 'x' | 'y'>,
  action: ContextAction,
  { spelling, notify }: ContextMenuPorts,
): Promise<void> {
  const { webContents } = window
  switch (action.kind) {
    case 'replace_word':
      webContents.replaceMisspelling(action.word)
      return
    case 'learn_word':
      webContents.session.addWordToSpellCheckerDictionary(action.word)
      return
    case 'look_up':
      webContents.showDefinitionForSelection()
      return
    case 'open_link':
      await open(action, window, notify)
      return
    case 'copy_text':
      await clipboard.writeText(action.text)
      return
    case 'copy_image':
      webContents.copyImageAt(params.x, params.y)
      return
    case 'toggle_spelling':
      await spelling.toggle()
      return
    case 'toggle_language':
      await spelling.toggleLanguage(action.language)
      return
  }
}

/** Opens a link, with the same question as a click if its text names another address. */
async function open(
  { address, shown }: Extract<ContextAction, { kind: 'open_link' }>,
  window: BrowserWindow,
  notify: ContextMenuPorts['notify'],
): Promise<void> {
  const opened = await openLink(address, { window, shown })
  if (!opened.ok) notify({ code: 'LINK_NOT_OPENED', values: { cause: opened.error } })
}
