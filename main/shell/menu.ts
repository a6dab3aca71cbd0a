import { app, Menu } from 'electron'
import { desktopPlatform } from './desktop-platform.ts'
import { menuTemplate } from './menu-template.ts'

/** Sets the application menu; `onCommand` gets the commands for the page. */
export function setApplicationMenu(onCommand: (command: 'settings') => void): void {
  const template = menuTemplate({
    platform: desktopPlatform(process.platform),
    name: app.name,
    isPackaged: app.isPackaged,
    onSettings() {
      onCommand('settings')
    },
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
