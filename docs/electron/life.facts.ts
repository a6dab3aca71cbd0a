import type { ElectronFact } from './fact.ts'

const window = 'tests/e2e/window.spec.ts'
const hidesWithTray = `${window}: closing hides the window if there is a tray, whose icon brings it back`
const isChosen = `${window}: closing follows the choice in the settings, and a second start shows a hidden window`
const isNotWatched = `${window}: the open conversation notifies of messages when the window loses the focus or is hidden`
const endsWithSystem = `${window}: Skein ends at a shutdown of the system, with its files in order`
const life = 'tests/unit/main/shell/window/window-life.test.ts'
const leavesFullScreen = `${life}: leaves full screen before hiding on macOS, and continues without a window`
const isUpdated = `${life}: hides no window on %s when an update closes the windows`
const endsWithSession = `${life}: ends with the session on Windows, which notifies the windows`
const staysHidden = `${life}: stays hidden on Linux if the desktop has a tray, and ends otherwise`
const tellsOfFailure =
  'tests/unit/main/shell/reports/start-failure.test.ts: shows a dialog with the failure and the path of the log, which has the details'

const byTypes = 'electron.d.ts of electron 45.4.1'
const ofWindow = `${byTypes}, BrowserWindow; docs/api/browser-window.md`

/** When the window hides, when the program ends, and whether the window has the focus. */
export const lifeFacts: readonly ElectronFact[] = [
  {
    api: 'new BrowserWindow{icon}',
    tests: [hidesWithTray],
    behaviour: 'The window’s own picture on Linux and Windows; without one it has that of the executable.',
    source: `${byTypes}, BaseWindowConstructorOptions; docs/api/structures/base-window-options.md`,
    onlyARun: 'Which picture the taskbar takes; under Wayland it is that of the .desktop file.',
  },
  {
    api: 'BrowserWindow:close',
    tests: [hidesWithTray],
    behaviour: 'Fires before the page’s `beforeunload`; preventDefault() keeps the window.',
    source: ofWindow,
    onlyARun: 'That each way to close a window fires it, Cmd+W and the taskbar’s menu too.',
  },
  {
    api: 'BrowserWindow#hide',
    tests: [hidesWithTray],
    behaviour: 'The window is there, and neither seen nor in the taskbar; its page goes on.',
    source: ofWindow,
    onlyARun: 'Where the focus goes.',
  },
  {
    api: 'BrowserWindow#isVisible',
    tests: [staysHidden, isNotWatched],
    behaviour: 'Whether the window is shown; one behind others is, on macOS also one that is minimized.',
    source: ofWindow,
    onlyARun: 'Its answer for a minimized window on each system.',
  },
  {
    api: 'BrowserWindow#isFullScreen',
    tests: [hidesWithTray],
    behaviour: 'Whether the window has a screen for itself.',
    source: ofWindow,
    onlyARun: null,
  },
  {
    api: 'BrowserWindow#setFullScreen',
    tests: [leavesFullScreen],
    behaviour: 'Enters or leaves a full screen; on macOS that takes a moment, and events tell of its end.',
    source: ofWindow,
    onlyARun: 'That no black space stays behind.',
  },
  {
    api: 'BrowserWindow:leave-full-screen',
    tests: [leavesFullScreen],
    behaviour: 'Fires when the window has left its full screen.',
    source: ofWindow,
    onlyARun: 'That it comes after the animation.',
  },
  {
    api: 'BrowserWindow:show',
    tests: [hidesWithTray],
    behaviour: 'Fires when the window is shown.',
    source: ofWindow,
    onlyARun: null,
  },
  {
    api: 'BrowserWindow:hide',
    tests: [isNotWatched],
    behaviour: 'Fires when the window is hidden.',
    source: ofWindow,
    onlyARun: 'Whether hiding the whole program on macOS (Cmd+H) fires it; `blur` comes in any case.',
  },
  {
    api: 'BrowserWindow:blur',
    tests: [isNotWatched],
    behaviour: 'Fires when the window loses the focus.',
    source: ofWindow,
    onlyARun: 'That a hidden, minimized or covered window fires it on each system.',
  },
  {
    api: 'BrowserWindow:minimize',
    tests: [isChosen],
    behaviour: 'Fires when the window is minimized.',
    source: ofWindow,
    onlyARun: 'Whether Wayland tells of it.',
  },
  {
    api: 'BrowserWindow:restore',
    tests: [isChosen],
    behaviour: 'Fires when the window comes back from being minimized.',
    source: ofWindow,
    onlyARun: null,
  },
  {
    api: 'BrowserWindow:session-end',
    tests: [endsWithSession],
    behaviour:
      'Windows alone: the session ends at log-out or shutdown, and nothing prevents it. Before it `query-session-end` asks, which another program may answer with no.',
    source: ofWindow,
    onlyARun: 'How long Windows waits after it.',
  },
  {
    api: 'autoUpdater:before-quit-for-update',
    tests: [isUpdated],
    behaviour:
      'Fires before an update closes the windows; `before-quit` comes after they have closed. electron-updater emits it on Windows and Linux.',
    source: `${byTypes}, AutoUpdater and App (before-quit); docs/api/auto-updater.md; electron-updater 6.8.10, out/BaseUpdater.js`,
    onlyARun: 'The order of the events on macOS.',
  },
  {
    api: 'powerMonitor:shutdown',
    tests: [endsWithSystem],
    behaviour:
      'Linux and macOS: the system is about to shut down; preventDefault() delays that, and the program should quit as soon as it can.',
    source: `${byTypes}, PowerMonitor; docs/api/power-monitor.md`,
    onlyARun: 'How long each system waits, and whether log-out fires it.',
  },
  {
    api: 'dialog.showErrorBox',
    tests: [tellsOfFailure],
    behaviour:
      'Shows an error and waits; may be called before `ready`, where Linux writes it to the standard error instead.',
    source: `${byTypes}, Dialog; docs/api/dialog.md`,
    onlyARun: 'The box.',
  },
]
