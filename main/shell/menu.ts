import { app, Menu } from 'electron'
import { desktopPlatform } from './desktop-platform.ts'
import { menuTemplate } from './menu-template.ts'

/** The application menu; `onCommand` hears what is to be done in the page. */
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
