import type { ElectronFact } from './fact.ts'

const watch = 'tests/unit/main/shell/reports/crash-watch.test.ts'
const loads = `${watch}: reloads a dead page in a later turn of the event loop, and asks after the third death`
const counts = `${watch}: counts a failed load and a failed preload`
const hangs = `${watch}: ends an unresponsive page at the user’s choice, without counting it as a death`
const answers = `${watch}: closes its dialog when the page responds, and shows one dialog at a time`
const processes = `${watch}: logs their end, and notifies the user once that the graphics can be switched off`
const dialogs = 'tests/unit/main/shell/reports/crash-dialogs.test.ts'
const asksFaults = `${dialogs}: offer three actions after deaths of the page, without a parent window, and explain the report`
const asksHang = `${dialogs}: offer to wait for or reload an unresponsive page, before its window`
const desk = 'tests/unit/main/shell/reports/report-desk.test.ts'
const savesReport = `${desk}: saves exactly the shown text, with the mode of the user’s other files`
const showsLog = `${desk}: shows the folder of the log`

const byTypes = 'electron.d.ts of electron 45.4.1'
const contents = `${byTypes}, WebContents; docs/api/web-contents.md`

/** Electron's events about ended processes and unresponsive pages, and the dialogs for them. */
export const crashFacts: readonly ElectronFact[] = [
  {
    api: 'WebContents:render-process-gone',
    tests: [loads],
    behaviour:
      'The page’s process is gone; the window stays, empty. Loading in the very turn of the event brought the program down.',
    source: `${contents}; electron/electron#19887`,
    onlyARun: 'A page that was killed from outside comes back.',
  },
  {
    api: 'RenderProcessGoneDetails',
    parts: ['reason', 'exitCode'],
    tests: [loads, hangs],
    behaviour:
      'One of eight reasons; `launch-failed`: it never ran, `integrity-failure`: Windows refused code in it, `memory-eviction`: ended to save memory.',
    source: `${byTypes}, RenderProcessGoneDetails; docs/api/structures/render-process-gone-details.md`,
    onlyARun: 'Which reason each system gives for which end.',
  },
  {
    api: 'WebContents:did-fail-load',
    tests: [counts],
    behaviour:
      'A load failed or was cancelled, by Chromium’s codes; -3 (`ERR_ABORTED`) is a load that another replaced.',
    source: `${contents}; chromium, net/base/net_error_list.h`,
    onlyARun: 'That a file of app.asar that cannot be read fires it under the scheme `app`.',
  },
  {
    api: 'WebContents:preload-error',
    tests: [counts],
    behaviour: 'The preload script threw what it did not catch: the page has no bridge.',
    source: contents,
    onlyARun: null,
  },
  {
    api: 'WebContents#forcefullyCrashRenderer',
    tests: [hangs],
    behaviour:
      'Ends the page’s process, which tells `killed` or `crashed`; a load right after it takes a new process. Meant for pages that hang.',
    source: contents,
    onlyARun: 'All of it.',
  },
  {
    api: 'BrowserWindow:unresponsive',
    tests: [hangs, answers],
    behaviour: 'The page has not answered for a while to what its user did.',
    source: `${byTypes}, BrowserWindow; docs/api/browser-window.md`,
    onlyARun: 'After how long, and that pages at work do not fire it.',
  },
  {
    api: 'BrowserWindow:responsive',
    tests: [answers],
    behaviour: 'The page answers again.',
    source: `${byTypes}, BrowserWindow; docs/api/browser-window.md`,
    onlyARun: null,
  },
  {
    api: 'app:child-process-gone',
    tests: [processes],
    behaviour:
      'Another process of Chromium ended; it is started again when it is needed. After three deaths of the GPU’s Chromium draws without it.',
    source: `${byTypes}, App; docs/api/app.md; chromium, content/browser/gpu/gpu_process_host.cc`,
    onlyARun: 'All of it.',
  },
  {
    api: 'Details',
    parts: ['type', 'reason', 'exitCode', 'name', 'serviceName'],
    tests: [processes],
    behaviour: '`GPU`, `Utility` and others; a utility has the name of what it does.',
    source: `${byTypes}, Details; docs/api/app.md`,
    onlyARun: null,
  },
  {
    api: 'dialog.showMessageBox{title}',
    tests: [asksFaults],
    behaviour: 'The title of the box; some systems show none.',
    source: `${byTypes}, MessageBoxOptions; docs/api/dialog.md`,
    onlyARun: null,
  },
  {
    api: 'dialog.showMessageBox{defaultId}',
    tests: [asksFaults],
    behaviour: 'The button that Enter presses.',
    source: `${byTypes}, MessageBoxOptions; docs/api/dialog.md`,
    onlyARun: null,
  },
  {
    api: 'dialog.showMessageBox{signal}',
    tests: [asksHang],
    behaviour: 'Closes the box as if it was cancelled; macOS does that only for a box of a window.',
    source: `${byTypes}, MessageBoxOptions; docs/api/dialog.md`,
    onlyARun: 'That the box goes.',
  },
  {
    api: 'dialog.showSaveDialog{title}',
    tests: [savesReport],
    behaviour: 'The title of the dialog; some systems show none.',
    source: `${byTypes}, SaveDialogOptions; docs/api/dialog.md`,
    onlyARun: null,
  },
  {
    api: 'shell.showItemInFolder',
    tests: [showsLog],
    behaviour: 'Opens the file manager at a file.',
    source: `${byTypes}, Shell; docs/api/shell.md`,
    onlyARun: 'All of it.',
  },
]
