import type { ElectronFact } from './fact.ts'

const desktop = 'tests/e2e/desktop.spec.ts'
const opensLinks = `${desktop}: a link in a message opens in the system’s browser, and a link into the organization opens in Skein`
const isQuicOff = `${desktop}: QUIC is off before the network starts, since it resends requests after failures`
const wakes = `${desktop}: a resume polls the server at once, and a second start shows the first window`
const activity = 'tests/unit/main/shell/system/system-activity.test.ts'
const locks = `${activity}: ends with the lock of the screen and returns with its unlock on %s`
const asksLock = `${activity}: follows from queries of the lock on Linux`
const sleeps = `${activity}: returns after a sleep with an input, and resumes the connection at once on %s`
const switchesUser = `${activity}: ends while another user’s session is active on macOS`
const isIdle = `${activity}: ends with the idle time of the system`
const isNotTold = `${activity}: follows from the page’s inputs if the system cannot be queried, which is logged once`
const isNotSandboxed = `${desktop}: a notice warns about running Skein without its sandbox`
const isSecond = `${desktop}: a second Skein on the same data ends with a message, and the first continues`
const life = 'tests/e2e/window.spec.ts'
const isChosen = `${life}: closing follows the choice in the settings, and a second start shows a hidden window`
const takesOver = `${life}: the data folder of an older version is kept under its new name`
const failsToStart =
  'tests/unit/main/shell/reports/start-failure.test.ts: shows a dialog with the failure and the path of the log, which has the details'
const quits = `${desktop}: quitting closes the files cleanly, and the log records it without secrets`

const byTypes = 'electron.d.ts of electron 45.4.1'
const app = `${byTypes}, App; docs/api/app.md`
const power = `${byTypes}, PowerMonitor`

/** The life cycle of the program, its switches, and the system's events. */
export const appFacts: readonly ElectronFact[] = [
  {
    api: 'app.setPath',
    tests: [isSecond],
    behaviour:
      'Overrides a path that getPath knows, before `ready` for `userData`; throws where the folder is not there.',
    source: app,
    onlyARun: 'That cookies, caches and the remembered window follow the folder of SKEIN_DATA.',
  },
  {
    api: 'app.getPath',
    tests: [opensLinks, takesOver],
    behaviour:
      '`userData` is the folder of the program’s name in `appData`, the one for settings, and is made where it is asked for; throws where there is none.',
    source: `${app}; shell/common/electron_paths.cc`,
    onlyARun: 'The folder on each system.',
  },
  {
    api: 'app.getVersion',
    tests: [opensLinks],
    behaviour: 'The version of package.json; without one that of the bundle.',
    source: app,
    onlyARun: null,
  },
  {
    api: 'app.name',
    tests: [opensLinks],
    behaviour: '`productName` of package.json, else `name`.',
    source: app,
    onlyARun: 'The name that a package shows.',
  },
  {
    api: 'app.enableSandbox',
    tests: [isQuicOff],
    behaviour: 'Every renderer is sandboxed, whatever its preferences say; only before `ready`.',
    source: `${app}; docs/tutorial/sandbox.md`,
    onlyARun: 'The sandbox itself; systems without one end Electron at its start.',
  },
  {
    api: 'app.commandLine',
    tests: [isQuicOff],
    behaviour: 'The switches of Chromium, which main/ may add to until `ready`.',
    source: `${app}; docs/api/command-line.md`,
    onlyARun: null,
  },
  {
    api: 'CommandLine#appendSwitch',
    tests: [isQuicOff],
    behaviour: 'Adds a switch to Chromium’s command line; process.argv stays as it is.',
    source: `${byTypes}, CommandLine; docs/api/command-line.md`,
    onlyARun: 'That `disable-quic` reaches the network process.',
  },
  {
    api: 'CommandLine#hasSwitch',
    tests: [isNotSandboxed],
    behaviour:
      'Whether Chromium was started with the switch; `no-sandbox` takes the sandbox of all renderers away, whatever app.enableSandbox says.',
    source: `${byTypes}, CommandLine; docs/api/command-line.md; docs/tutorial/sandbox.md, "Disabling Chromium's sandbox (testing only)"`,
    onlyARun: 'That an AppImage is given it where user namespaces are restricted.',
  },
  {
    api: 'app.requestSingleInstanceLock',
    tests: [isSecond],
    behaviour: 'False where a program with the same `userData` runs, which gets `second-instance` instead.',
    source: app,
    onlyARun: 'The lock between two processes of Electron; the host has a file for it.',
  },
  {
    api: 'app:second-instance',
    tests: [wakes],
    behaviour: 'Fires in the first program when another one asks for the lock, after `ready`.',
    source: app,
    onlyARun: 'That the window comes to the front where the system keeps others from taking the focus.',
  },
  {
    api: 'app.whenReady',
    tests: [opensLinks],
    behaviour: 'Resolves once Electron has started; sessions, schemes’ handlers and windows need that.',
    source: app,
    onlyARun: null,
  },
  {
    api: 'app:activate',
    tests: [isChosen],
    behaviour: 'macOS alone: the program is started again while it runs, or its icon in the Dock is clicked.',
    source: app,
    onlyARun: 'That a click on the Dock fires it where the window is hidden.',
  },
  {
    api: 'app:window-all-closed',
    tests: [isChosen],
    behaviour:
      'Without a listener the program quits; with one it does what that decides. Quitting itself does not fire it.',
    source: app,
    onlyARun: null,
  },
  {
    api: 'app:before-quit',
    tests: [quits],
    behaviour:
      'Fires before windows close, and preventDefault() keeps the program running. Windows fires it neither at shutdown nor at log-out.',
    source: app,
    onlyARun: 'What a log-out waits for on each system.',
  },
  {
    api: 'app.quit',
    tests: [quits],
    behaviour: 'Fires `before-quit`, closes the windows, then ends the program.',
    source: app,
    onlyARun: null,
  },
  {
    api: 'app.exit',
    tests: [
      failsToStart,
      'tests/e2e/self-test.spec.ts: the self-test tests every part, prints one line, and leaves nothing behind',
    ],
    behaviour: 'Ends at once with a status, without `before-quit` and `will-quit`.',
    source: app,
    onlyARun: null,
  },
  {
    api: 'powerMonitor:resume',
    tests: [wakes],
    behaviour: 'Fires when the system wakes up.',
    source: `${byTypes}, PowerMonitor; docs/api/power-monitor.md`,
    onlyARun: 'That it comes on each system, and whether the network is back by then.',
  },
  {
    api: 'powerMonitor:suspend',
    tests: [sleeps],
    behaviour: 'Fires before the system sleeps.',
    source: `${power}; docs/api/power-monitor.md`,
    onlyARun: 'That it comes on each system, before what the waking brings.',
  },
  {
    api: 'powerMonitor:lock-screen',
    tests: [locks],
    behaviour: 'macOS and Windows: fires when the screen is about to be locked.',
    source: `${power}; docs/api/power-monitor.md`,
    onlyARun: 'All of it; Linux has no such event and is asked by `getSystemIdleState`.',
  },
  {
    api: 'powerMonitor:unlock-screen',
    tests: [locks],
    behaviour: 'macOS and Windows: fires as soon as the screen is unlocked.',
    source: `${power}; docs/api/power-monitor.md`,
    onlyARun: 'All of it.',
  },
  {
    api: 'powerMonitor:user-did-resign-active',
    tests: [switchesUser],
    behaviour: 'macOS: the session of another user comes to the front.',
    source: `${power}; docs/api/power-monitor.md`,
    onlyARun: 'All of it.',
  },
  {
    api: 'powerMonitor:user-did-become-active',
    tests: [switchesUser],
    behaviour: 'macOS: the session of this user comes to the front.',
    source: `${power}; docs/api/power-monitor.md`,
    onlyARun: 'All of it.',
  },
  {
    api: 'powerMonitor.getSystemIdleTime',
    tests: [isIdle, isNotTold],
    behaviour:
      'Whole seconds since the last input. Always zero where the desktop tells none; under Wayland an X server misses inputs to other programs.',
    source: `${power}; electron/electron#34826, #27912`,
    onlyARun: 'What each desktop of Linux tells.',
  },
  {
    api: 'powerMonitor.getSystemIdleState',
    tests: [asksLock],
    behaviour: '`locked` while the screen is locked, on systems that tell; the threshold is in seconds.',
    source: `${power}; docs/api/power-monitor.md`,
    onlyARun: 'Which desktops of Linux say `locked`.',
  },
  {
    api: 'nativeTheme.themeSource',
    tests: [opensLinks],
    behaviour:
      '`light` and `dark` override what the system says, `prefers-color-scheme` of pages too; `system` ends that.',
    source: `${byTypes}, NativeTheme; docs/api/native-theme.md`,
    onlyARun: 'The look of menus and window frames.',
  },
]
