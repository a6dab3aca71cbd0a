import type { App } from 'electron'
import type { DesktopPlatform } from '../system/desktop-platform.ts'

/**
 * The identity of Skein on Windows. The taskbar groups windows by the model id, which is the installer's `appId`, and
 * the Action Center starts the program by the class id. The shortcut in the Start menu contains both, so neither may
 * change. Electron writes the class id into it (`EnsureShortcut` in
 * shell/browser/notifications/win/windows_toast_activator.cc).
 */
export const windowsIdentity = {
  appUserModelId: 'org.skein.desktop',
  toastActivator: '{6C0B1D4E-9A53-4F0B-8D2E-51B6E7A4C3F9}',
} as const

/**
 * Sets the identity. Call it before the first notification; it does nothing on other systems, which lack both calls.
 */
export function takeWindowsIdentity(
  platform: DesktopPlatform,
  app: Pick<App, 'setAppUserModelId' | 'setToastActivatorCLSID'>,
): void {
  if (platform !== 'win32') return
  app.setAppUserModelId(windowsIdentity.appUserModelId)
  app.setToastActivatorCLSID(windowsIdentity.toastActivator)
}
