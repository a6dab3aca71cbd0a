import type { ElectronFact } from './fact.ts'

const opensLinks =
  'tests/e2e/desktop.spec.ts: a link in a message opens in the system’s browser, and a link into the organization opens in Skein'
const saysNoProgram =
  'tests/unit/main/shell/security/links/links.test.ts: reports that the system has no program for an address'
const saysNoneOnLinux =
  'tests/unit/main/shell/security/links/links.test.ts: reports it on Linux after the attempt, although opening always resolves there'
const editsText =
  'tests/e2e/context-menu.spec.ts: the menu of a text field edits, corrects and learns words, and checks spelling on request'
const dialogs = 'tests/unit/main/shell/security/certificate-dialog.test.ts'
const chosen = `${dialogs}: names the server and each certificate, and returns the chosen one`
const none = `${dialogs}: belongs to the window, and Escape chooses no certificate`
const saved = 'tests/unit/main/shell/files/save-file.test.ts: is complete under its name, without other files beside it'
const daily =
  'tests/e2e/daily-work.spec.ts: notifications open their conversation, accept a reply, disappear when read elsewhere, and respect do-not-disturb'

const byTypes = 'electron.d.ts of electron 45.4.1'
const dialog = `${byTypes}, Dialog; docs/api/dialog.md`
const menu = `${byTypes}, Menu; docs/api/menu.md`
const menuItem = `${byTypes}, MenuItemConstructorOptions; docs/api/menu-item.md`

/** Dialogs, menus, and calls to other programs of the system. */
export const shellFacts: readonly ElectronFact[] = [
  {
    api: 'shell.openExternal',
    tests: [opensLinks, saysNoProgram, saysNoneOnLinux],
    behaviour:
      'Opens an address in the program that the system has for its scheme, whatever that may do: so only few get there, and most of them after a question. Rejects with an `Error` whose text names the reason in English and has no code. Windows: “Failed to open” where ShellExecute fails, such as for a scheme without a program; where Windows itself offers to look for a program, it resolves. macOS: “No application in the Launch Services database matches the input criteria.” without a program, “Failed to open URL” where that does not start, “Invalid URL” for what is none. Linux: “Failed to open path” only where no process can be started; `xdg-open` and `xdg-email` are not waited for, so it resolves where they find no program, or are missing themselves.',
    source: `${byTypes}, Shell; docs/api/shell.md; docs/tutorial/security.md, 15; shell/common/api/electron_api_shell.cc (OnOpenFinished); shell/common/platform_util_win.cc (OpenExternalOnWorkerThread), platform_util_mac.mm (OpenURL), platform_util_linux.cc (XDGUtil); electron/electron#13842, #28141`,
    onlyARun: 'That the browser and the mail program open, and the texts of the rejections.',
  },
  {
    api: 'dialog.showMessageBox',
    parts: ['type', 'message', 'detail', 'buttons'],
    tests: [chosen, none],
    behaviour: 'Asks with these buttons, before the window where one is given, else by itself.',
    source: dialog,
    onlyARun: 'How eight certificates look on each system.',
  },
  {
    api: 'dialog.showMessageBox{cancelId}',
    tests: [none],
    behaviour: 'The button that Escape and closing stand for; without it that may be the first one.',
    source: `${byTypes}, MessageBoxOptions; docs/api/dialog.md`,
    onlyARun: null,
  },
  {
    api: 'dialog.showMessageBox{noLink}',
    tests: [chosen],
    behaviour: 'Windows shows buttons as buttons, not as links.',
    source: `${byTypes}, MessageBoxOptions; docs/api/dialog.md`,
    onlyARun: 'The dialog of Windows.',
  },
  {
    api: 'MessageBoxReturnValue',
    parts: ['response'],
    tests: [chosen, none],
    behaviour: 'The place of the button that was chosen.',
    source: `${byTypes}, MessageBoxReturnValue; docs/api/dialog.md`,
    onlyARun: null,
  },
  {
    api: 'dialog.showSaveDialog',
    parts: ['defaultPath'],
    tests: [saved],
    behaviour:
      'Asks for a name, before the window; a name alone is offered in the folder for downloads. The system asks before a file is replaced.',
    source: `${dialog}; ${byTypes}, SaveDialogOptions`,
    onlyARun: 'The question before a file is replaced.',
  },
  {
    api: 'SaveDialogReturnValue',
    parts: ['canceled', 'filePath'],
    tests: [saved],
    behaviour: 'An empty path where nothing was chosen.',
    source: `${byTypes}, SaveDialogReturnValue; docs/api/dialog.md`,
    onlyARun: null,
  },
  {
    api: 'Menu.setApplicationMenu',
    tests: [opensLinks],
    behaviour: 'The menu bar of macOS, elsewhere the one of each window.',
    source: menu,
    onlyARun: 'The menu of each system, and its keys.',
  },
  {
    api: 'Menu.buildFromTemplate',
    parts: ['label', 'type', 'checked', 'enabled', 'accelerator'],
    tests: [opensLinks, editsText],
    behaviour: 'Makes a menu of descriptions; `&` in a label names a key on Windows and Linux.',
    source: menu,
    onlyARun: null,
  },
  {
    api: 'Menu.buildFromTemplate{role}',
    tests: [opensLinks],
    behaviour: 'An entry with the label, key and action of the system; `click` is not called then.',
    source: menuItem,
    onlyARun: 'What each role does.',
  },
  {
    api: 'Menu.buildFromTemplate{click}',
    tests: [daily],
    behaviour: 'Is called with the entry when that is chosen.',
    source: menuItem,
    onlyARun: null,
  },
  {
    api: 'MenuItem#checked',
    tests: [daily],
    behaviour: 'A `checkbox` has turned it over before `click` is called.',
    source: `${byTypes}, MenuItem; docs/api/menu-item.md`,
    onlyARun: 'That it has turned on each system.',
  },
]
