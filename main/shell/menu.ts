import { app, Menu } from 'electron'
import type { CommandId } from '#shared/command-keys.ts'
import { desktopPlatform } from './desktop-platform.ts'
import { menuTemplate } from './menu-template.ts'

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
