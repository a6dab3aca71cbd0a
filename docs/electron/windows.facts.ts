import type { ElectronFact } from './fact.ts'

const desktop = 'tests/e2e/desktop.spec.ts'
const opensLinks = `${desktop}: a link in a message opens in the system’s browser, and a link into the organization opens in Skein`
const quits = `${desktop}: quitting closes the files cleanly, and the log records it without secrets`
const window = 'tests/unit/main/shell/window/main-window.test.ts'
const shows = `${window}: loads the page, and shows itself at the first frame`
const guards = 'tests/unit/main/shell/security/guards.test.ts'
const opensNone = `${guards}: opens no window: the system’s browser opens the address`
const showsLoaded = `${window}: shows itself once after the load if no event reports the first frame (Wayland)`
const closesFirst =
  'tests/e2e/window.spec.ts: closing follows the choice in the settings, and a second start shows a hidden window'
const comesToFront = `${window}: comes to the front, also from the taskbar`
const calls = 'tests/unit/main/shell/calls/ipc.test.ts'
const ownPage = `${calls}: from the own page reach the account, without its id`
const foreign = `${calls}: from %s are refused`
const bridge = 'tests/unit/preload/bridge.test.ts'
const twoFunctions = `${bridge}: the page gets two functions and nothing of Electron`
const hears = `${bridge}: the page receives texts without their events until it unsubscribes`

const notifications = 'tests/unit/main/shell/notifications/notifications.test.ts'
const isAnswered = `${notifications}: close after a reply, and are handled once`
const isClosed = `${notifications}: are dropped when the user closes them, on other systems when they close for any reason`

const byTypes = 'electron.d.ts of electron 45.4.1'
const ofWindow = `${byTypes}, BrowserWindow; docs/api/browser-window.md`
const preferences = `${byTypes}, WebPreferences; docs/api/structures/web-preferences.md`

/** The window, its page, and the communication between page and program. */
export const windowsFacts: readonly ElectronFact[] = [
  {
    api: 'new BrowserWindow',
    parts: ['width', 'height', 'minWidth', 'minHeight', 'title', 'backgroundColor'],
    tests: [shows],
    behaviour: 'Makes a window of these sizes in CSS pixels; the colour is what is seen before the page has painted.',
    source: `${byTypes}, BaseWindowConstructorOptions; docs/api/structures/base-window-options.md`,
    onlyARun: 'How it looks on each system.',
  },
  {
    api: 'new BrowserWindow{name}',
    tests: [shows],
    behaviour: 'Names the window for what is remembered of it; a name that another window has throws.',
    source: `${byTypes}, BaseWindowConstructorOptions; docs/tutorial/window-state-persistence.md`,
    onlyARun: null,
  },
  {
    api: 'new BrowserWindow{windowStatePersistence}',
    tests: [shows],
    behaviour:
      'Electron remembers place, size and state by the name, and puts them right for other displays. Experimental.',
    source: `${byTypes}, BaseWindowConstructorOptions; docs/tutorial/window-state-persistence.md`,
    onlyARun: 'All of it.',
  },
  {
    api: 'new BrowserWindow{show}',
    tests: [shows],
    behaviour: 'False: nothing is seen until show() is called.',
    source: `${byTypes}, BaseWindowConstructorOptions; ${ofWindow}`,
    onlyARun: null,
  },
  {
    api: 'new BrowserWindow{preload}',
    tests: [opensLinks],
    behaviour: 'An absolute path; the script runs before the page’s own.',
    source: preferences,
    onlyARun: 'That a sandboxed preload loads out of app.asar.',
  },
  {
    api: 'new BrowserWindow{contextIsolation}',
    tests: [opensLinks],
    behaviour: 'The preload has a world of its own; the page sees what the bridge shows.',
    source: `${preferences}; docs/tutorial/security.md, 3`,
    onlyARun: 'The walls between the worlds.',
  },
  {
    api: 'new BrowserWindow{sandbox}',
    tests: [opensLinks],
    behaviour: 'The renderer runs in Chromium’s sandbox, without Node; preloads have a few modules.',
    source: `${preferences}; docs/tutorial/sandbox.md`,
    onlyARun: 'The sandbox itself.',
  },
  {
    api: 'new BrowserWindow{nodeIntegration}',
    tests: [opensLinks],
    behaviour: 'False keeps Node out of the page; true would switch the sandbox off.',
    source: `${preferences}; docs/tutorial/security.md, 2`,
    onlyARun: null,
  },
  {
    api: 'new BrowserWindow{spellcheck}',
    tests: [shows],
    behaviour: 'Text fields are checked where the session’s checker is on.',
    source: `${preferences}; docs/tutorial/spellchecker.md`,
    onlyARun: 'Underlined words.',
  },
  {
    api: 'BrowserWindow#loadURL',
    tests: [shows],
    behaviour: 'Loads the page; a rejection has a handler already.',
    source: ofWindow,
    onlyARun: 'The page under the scheme `app`.',
  },
  {
    api: 'BrowserWindow#show',
    tests: [shows, comesToFront],
    behaviour: 'Shows the window and gives it the focus.',
    source: ofWindow,
    onlyARun: null,
  },
  {
    api: 'BrowserWindow#focus',
    tests: [comesToFront],
    behaviour: 'Gives the focus; on Wayland the desktop may show a notification instead.',
    source: ofWindow,
    onlyARun: 'Who takes the focus on Wayland and Windows.',
  },
  {
    api: 'BrowserWindow#isMinimized',
    tests: [comesToFront],
    behaviour: 'Whether the window is in the taskbar alone.',
    source: ofWindow,
    onlyARun: null,
  },
  {
    api: 'BrowserWindow#restore',
    tests: [comesToFront],
    behaviour: 'Brings a minimized window back to its state before.',
    source: ofWindow,
    onlyARun: null,
  },
  {
    api: 'BrowserWindow#isDestroyed',
    tests: [opensLinks],
    behaviour: 'True once the window is gone: nearly everything else throws then.',
    source: `${byTypes}, BaseWindow; docs/api/base-window.md`,
    onlyARun: null,
  },
  {
    api: 'BrowserWindow#webContents',
    tests: [ownPage, opensLinks],
    behaviour: 'The page of the window; reading it throws once the window is gone.',
    source: ofWindow,
    onlyARun: null,
  },
  {
    api: 'BrowserWindow:ready-to-show',
    tests: [shows],
    behaviour: 'Fires when a window that is not shown has painted its page for the first time.',
    source: `${ofWindow}; electron/electron#48859`,
    onlyARun: 'Whether it comes on Wayland; Skein does not count on it.',
  },
  {
    api: 'BrowserWindow:closed',
    tests: [closesFirst],
    behaviour: 'Fires when the window is gone; nobody may use it any more.',
    source: ofWindow,
    onlyARun: null,
  },
  {
    api: 'WebContents:did-finish-load',
    tests: [showsLoaded],
    behaviour: 'Fires when the page has loaded, as its `onload`, whether it was painted or not.',
    source: `${byTypes}, WebContents; docs/api/web-contents.md`,
    onlyARun: null,
  },
  {
    api: 'WebContents#send',
    tests: [opensLinks],
    behaviour: 'A message to the preload by structured clone; functions, promises and symbols throw.',
    source: `${byTypes}, WebContents; docs/api/web-contents.md`,
    onlyARun: null,
  },
  {
    api: 'HandlerDetails',
    parts: ['url'],
    tests: [opensNone],
    behaviour: 'The address that is to be opened, resolved.',
    source: `${byTypes}, HandlerDetails; docs/api/web-contents.md`,
    onlyARun: null,
  },
  {
    api: 'Event',
    parts: ['preventDefault', 'reply', 'reason'],
    tests: [quits, isAnswered, isClosed],
    behaviour:
      'preventDefault keeps Electron from what it does by itself after the event; `reply` and `reason` are those of a notification’s events.',
    source: `${byTypes}, Event, NotificationReplyEventParams, NotificationCloseEventParams; docs/api/structures/event.md`,
    onlyARun: null,
  },
  {
    api: 'ipcMain.handle',
    tests: [opensLinks],
    behaviour: 'Answers `invoke` of a channel with what the promise resolves to; of an error only the message arrives.',
    source: `${byTypes}, IpcMain; docs/api/ipc-main.md; electron/electron#24427`,
    onlyARun: null,
  },
  {
    api: 'IpcMainInvokeEvent',
    parts: ['sender', 'senderFrame'],
    tests: [ownPage, foreign],
    behaviour: 'The page and its frame that called; the frame is null once it has gone or shows another page.',
    source: `${byTypes}, IpcMainInvokeEvent; docs/api/structures/ipc-main-invoke-event.md; docs/tutorial/security.md, 17`,
    onlyARun: 'The frame of a call in Electron.',
  },
  {
    api: 'WebFrameMain#parent',
    tests: [ownPage, foreign],
    behaviour: 'Null for the outermost frame.',
    source: `${byTypes}, WebFrameMain; docs/api/web-frame-main.md`,
    onlyARun: null,
  },
  {
    api: 'WebFrameMain#url',
    tests: [ownPage, foreign],
    behaviour: 'The address that the frame shows now.',
    source: `${byTypes}, WebFrameMain; docs/api/web-frame-main.md`,
    onlyARun: 'Its form for `app://skein/`.',
  },
  {
    api: 'contextBridge.exposeInMainWorld',
    tests: [twoFunctions, opensLinks],
    behaviour: 'Gives the page an object under a name; what passes is copied, functions are called through the wall.',
    source: `${byTypes}, ContextBridge; docs/api/context-bridge.md; docs/tutorial/security.md, 20`,
    onlyARun: 'The wall between the worlds.',
  },
  {
    api: 'ipcRenderer.invoke',
    tests: [twoFunctions],
    behaviour: 'Calls `ipcMain.handle` by structured clone; functions, promises and symbols throw.',
    source: `${byTypes}, IpcRenderer; docs/api/ipc-renderer.md`,
    onlyARun: null,
  },
  {
    api: 'ipcRenderer.on',
    tests: [hears],
    behaviour: 'Hears messages of a channel; the first argument is an event that must not reach the page.',
    source: `${byTypes}, IpcRenderer; docs/api/ipc-renderer.md`,
    onlyARun: null,
  },
  {
    api: 'ipcRenderer.removeListener',
    tests: [hears],
    behaviour: 'Hears a channel no more by this listener.',
    source: `${byTypes}, IpcRenderer; docs/api/ipc-renderer.md`,
    onlyARun: null,
  },
]
