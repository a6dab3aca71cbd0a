import { app } from 'electron'
import type { Notice } from '#contract/app.ts'
import type { LogLevel } from '#engine/ports.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'

/**
 * The switch that disables the sandbox of every page. The start script of an AppImage adds it on systems that restrict user
 * namespaces, as Ubuntu does since 24.04 (`generateAppRunScript` in app-builder-lib/out/targets/appimage/appImageUtil.js).
 */
const sandboxOffSwitch = 'no-sandbox'

/** Reports in the log and to the user that Skein runs without the sandbox of its pages. */
export function reportSandboxOff(
  platform: DesktopPlatform,
  log: (level: LogLevel, message: string) => void,
  notify: (notice: Notice) => void,
): void {
  if (!app.commandLine.hasSwitch(sandboxOffSwitch)) return
  log('warn', 'Skein runs without the sandbox of its pages')
  notify({ code: 'SANDBOX_OFF', values: { platform } })
}
