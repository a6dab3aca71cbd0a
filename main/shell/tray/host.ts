import { askProgram, type Ask } from '../system/ask-program.ts'

/** The D-Bus name of the desktop's component that shows tray icons. */
const watcher = 'org.kde.StatusNotifierWatcher'
const deadlineMs = 1_000

/** Two programs that query the session bus; a desktop has at least one. */
const questions: readonly (readonly [program: string, args: readonly string[], yes: RegExp])[] = [
  [
    'gdbus',
    [
      'call',
      '--session',
      '--dest=org.freedesktop.DBus',
      '--object-path=/org/freedesktop/DBus',
      '--method=org.freedesktop.DBus.NameHasOwner',
      watcher,
    ],
    /^\(true,\)/,
  ],
  [
    'dbus-send',
    [
      '--session',
      '--print-reply',
      '--dest=org.freedesktop.DBus',
      '/org/freedesktop/DBus',
      'org.freedesktop.DBus.NameHasOwner',
      `string:${watcher}`,
    ],
    /^\s*boolean true/m,
  ],
]

/** Whether a Linux desktop shows tray icons now; false without an answer. */
export async function hasTrayHost(ask: Ask = askProgram): Promise<boolean> {
  for (const [program, args, yes] of questions) {
    const answer = await ask(program, args, deadlineMs)
    if (answer !== null) return yes.test(answer)
  }
  return false
}
