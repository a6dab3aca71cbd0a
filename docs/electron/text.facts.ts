import type { ElectronFact } from './fact.ts'

const guards = 'tests/unit/main/shell/security/guards.test.ts'
const given = `${guards}: are granted to the page for full screen and copying, in present and future sessions`
const refused = `${guards}: are denied to frames, to other origins and for other purposes, with one line in the log`
const noneFetched = `${guards}: are not fetched by any session unless the user chose a language`
const opensNone = `${guards}: opens no window: the system’s browser opens the address`
const stays = `${guards}: does not navigate, and embeds no other page`
const keepsNothing = `${guards}: is refused in present and future sessions`
const menus = 'tests/e2e/context-menu.spec.ts'
const zooms = 'tests/unit/main/shell/window/zoom.test.ts: follows keys, which nothing else receives, and the wheel'
const ofField = `${menus}: the menu of a text field edits, corrects and learns words, and checks spelling on request`
const ofLink = `${menus}: the menus open and copy a link and copy a picture, and an empty area has no menu`
const kept = `${menus}: a choice of spelling survives a restart`
const checker = 'tests/unit/main/shell/menus/spelling.test.ts'
const switchedOn = `${checker}: is off before the first page loads, and is enabled after a question that names the source of dictionaries`
const failed = `${checker}: reports a failed dictionary, and a choice that could not be stored`

const byTypes = 'electron.d.ts of electron 45.4.1'
const app = `${byTypes}, App; docs/api/app.md`
const contents = `${byTypes}, WebContents; docs/api/web-contents.md`
const session = `${byTypes}, Session; docs/api/session.md`
const security = 'docs/tutorial/security.md'
const menu = `${byTypes}, Menu; docs/api/menu.md`
const spelling = `${session}; docs/tutorial/spellchecker.md`

/** Permissions of pages, context menus, and spell checking. */
export const textFacts: readonly ElectronFact[] = [
  {
    api: 'app.isPackaged',
    tests: [ofField],
    behaviour: 'True where the executable is not named `electron`: in every package, and nowhere else.',
    source: app,
    onlyARun: 'That it is true in each package.',
  },
  {
    api: 'app.getPreferredSystemLanguages',
    tests: [switchedOn],
    behaviour: 'The languages of the user as the system has them, the first one first, such as `en-GB`.',
    source: app,
    onlyARun: 'The list of each system.',
  },
  {
    api: 'app:session-created',
    tests: [given],
    behaviour: 'Fires for each session that is made after `ready`, before anybody uses it.',
    source: app,
    onlyARun: 'That it comes before the first request of a session.',
  },
  {
    api: 'app:web-contents-created',
    tests: [opensNone, stays],
    behaviour: 'Fires for each page’s contents: windows, webviews, developer tools.',
    source: `${app}; ${security}, 12`,
    onlyARun: 'That nothing is shown that it was not fired for.',
  },
  {
    api: 'Session#setPermissionRequestHandler',
    tests: [given, refused],
    behaviour: 'Decides what a page may when it asks; without it everything is allowed.',
    source: `${session}; ${security}, 5`,
    onlyARun: 'That each wish of a page asks it, and that a video fills the screen, which Escape ends.',
  },
  {
    api: 'Session:will-download',
    tests: [keepsNothing],
    behaviour:
      'Fires for each download of a page: a link with Alt, the menu of a video, an answer that is an attachment. `preventDefault` cancels it before anything is written.',
    source: session,
    onlyARun: 'That Alt and the menu of a video save nothing.',
  },
  {
    api: 'Session#setPermissionCheckHandler',
    tests: [given, refused],
    behaviour:
      'Decides what a page may without asking, such as writing to the clipboard; the handler of requests is not asked for it.',
    source: `${session}; ${security}, 5`,
    onlyARun: 'Which checks Chromium makes.',
  },
  {
    api: 'Session#setDevicePermissionHandler',
    tests: [refused],
    behaviour: 'Decides on devices that a page was given before: HID, serial and USB.',
    source: session,
    onlyARun: 'That a device asks it.',
  },
  ...(
    [
      'PermissionRequest',
      'MediaAccessPermissionRequest',
      'OpenExternalPermissionRequest',
      'FilesystemPermissionRequest',
    ] as const
  ).map((api): ElectronFact => ({
    api,
    parts: ['requestingUrl', 'isMainFrame'],
    tests: [given, refused],
    behaviour: 'The address of the frame that asks, and whether it is the outermost one.',
    source: `${byTypes}, ${api}`,
    onlyARun: null,
  })),
  {
    api: 'PermissionCheckHandlerHandlerDetails',
    parts: ['isMainFrame'],
    tests: [given, refused],
    behaviour: 'Whether the outermost frame asks.',
    source: `${byTypes}, PermissionCheckHandlerHandlerDetails`,
    onlyARun: null,
  },
  {
    api: 'DevicePermissionHandlerHandlerDetails',
    parts: ['deviceType', 'origin'],
    tests: [refused],
    behaviour: 'The kind of the device, and the origin that wants it.',
    source: `${byTypes}, DevicePermissionHandlerHandlerDetails`,
    onlyARun: null,
  },
  {
    api: 'WebContents#setWindowOpenHandler',
    parts: ['action'],
    tests: [opensNone],
    behaviour: 'Is asked for each window that the page wants to open; `deny` opens none.',
    source: `${contents}; ${security}, 14`,
    onlyARun: 'That each way to open a window asks it.',
  },
  {
    api: 'WebContents:will-navigate',
    tests: [stays],
    behaviour: 'Fires where the page or its user leads the main frame elsewhere, not for loadURL(); can be prevented.',
    source: `${contents}; ${security}, 13`,
    onlyARun: 'That each way to leave the page fires it.',
  },
  {
    api: 'WebContents:will-frame-navigate',
    tests: [stays],
    behaviour: 'As will-navigate, for every frame.',
    source: `${contents}; ${security}, 13`,
    onlyARun: 'That each way to leave a frame fires it.',
  },
  {
    api: 'WebContents:will-redirect',
    tests: [stays],
    behaviour: 'Fires where a server answers a navigation with another address; can be prevented.',
    source: contents,
    onlyARun: 'All of it: the page comes from no server.',
  },
  {
    api: 'WebContents:will-attach-webview',
    tests: [stays],
    behaviour: 'Fires before a webview gets its page; prevented, there is none.',
    source: `${contents}; ${security}, 12`,
    onlyARun: 'All of it: `webviewTag` is off.',
  },
  {
    api: 'WebContents:context-menu',
    tests: [ofField, ofLink],
    behaviour: 'Fires for a click for a menu that the page has not kept to itself by preventDefault().',
    source: contents,
    onlyARun: 'That the page’s own menus keep it away.',
  },
  {
    api: 'ContextMenuParams',
    parts: [
      ...['x', 'y', 'frame', 'isEditable', 'selectionText', 'linkURL', 'linkText', 'mediaType', 'hasImageContents'],
      ...['misspelledWord', 'dictionarySuggestions', 'formControlType', 'editFlags'],
    ],
    tests: [ofField, ofLink],
    behaviour: 'What was clicked, and what can be done with it now.',
    source: `${byTypes}, ContextMenuParams and EditFlags`,
    onlyARun: 'Their values on each system.',
  },
  {
    api: 'Menu#popup',
    parts: ['window', 'frame'],
    tests: [ofField],
    behaviour: 'Opens the menu at the pointer; with `frame` macOS adds Writing Tools, AutoFill and Services.',
    source: menu,
    onlyARun: 'Where the menu opens, also by its key.',
  },
  {
    api: 'WebContents#replaceMisspelling',
    tests: [ofField],
    behaviour: 'Puts another word in the place of the misspelled one, which undo takes back.',
    source: contents,
    onlyARun: 'That undo takes it back.',
  },
  {
    api: 'WebContents#showDefinitionForSelection',
    tests: [],
    behaviour: 'Looks the selected word up in the dictionary of macOS.',
    source: contents,
    onlyARun: 'All of it: only macOS has it.',
  },
  {
    api: 'WebContents#copyImageAt',
    tests: [ofLink],
    behaviour: 'Copies the picture at a place of the page.',
    source: contents,
    onlyARun: 'That a picture of `media:` is copied.',
  },
  {
    api: 'WebContents:before-input-event',
    tests: [zooms],
    behaviour: 'Fires before the page gets a key; preventDefault() keeps it from the page and from the keys of menus.',
    source: contents,
    onlyARun: 'The keys of layouts as Chromium reports them on each system.',
  },
  {
    api: 'Input',
    parts: ['type', 'key', 'code', 'control', 'meta', 'alt', 'shift', 'isComposing'],
    tests: [zooms],
    behaviour: 'Key and modifiers as in a KeyboardEvent of the page.',
    source: `${byTypes}, Input`,
    onlyARun: null,
  },
  {
    api: 'WebContents:zoom-changed',
    tests: [zooms],
    behaviour: 'Fires when the wheel is turned with Ctrl; nothing is zoomed by itself.',
    source: contents,
    onlyARun: 'The wheel of each system.',
  },
  {
    api: 'WebContents#getZoomLevel',
    tests: [zooms],
    behaviour: 'The level: 0 is the actual size, each one is a fifth larger.',
    source: contents,
    onlyARun: null,
  },
  {
    api: 'WebContents#setZoomLevel',
    tests: [zooms],
    behaviour: 'Zooms the page; Chromium keeps the level of an origin with the settings of the session.',
    source: `${contents}; shell/browser/zoom_level_delegate.cc`,
    onlyARun: 'That the level is there after a restart.',
  },
  {
    api: 'WebContents#session',
    tests: [ofField],
    behaviour: 'The session of the page.',
    source: contents,
    onlyARun: null,
  },
  {
    api: 'clipboard.writeText',
    tests: [ofLink],
    behaviour: 'Puts plain text on the clipboard, and resolves when it is there.',
    source: `${byTypes}, Clipboard; docs/api/clipboard.md`,
    onlyARun: null,
  },
  {
    api: 'Session#setSpellCheckerEnabled',
    tests: [ofField, kept, switchedOn],
    behaviour: 'Switches the checker of the session on or off; what is off fetches no dictionary.',
    source: spelling,
    onlyARun: 'That nothing is fetched while it is off.',
  },
  {
    api: 'Session#setSpellCheckerLanguages',
    tests: [ofField, kept, noneFetched],
    behaviour:
      'The languages to check in, which throws for one that is unknown. Their dictionaries are fetched. Every session begins with the language of the system, so that none but an emptied one fetches nothing. macOS finds the language by itself: there it does nothing.',
    source: `${spelling}; shell/browser/electron_browser_context.cc (InitPrefs); shell/browser/api/electron_api_session.cc (Session::Session, SetSpellCheckerLanguages)`,
    onlyARun: 'That a first start fetches no dictionary, in the session of an account either.',
  },
  {
    api: 'Session#availableSpellCheckerLanguages',
    tests: [ofField, kept],
    behaviour: 'The codes that setSpellCheckerLanguages takes; empty on macOS.',
    source: spelling,
    onlyARun: 'The list.',
  },
  {
    api: 'Session#addWordToSpellCheckerDictionary',
    tests: [ofField],
    behaviour: 'Adds a word to the user’s own dictionary; false in a session in memory.',
    source: spelling,
    onlyARun: 'That the word is no longer marked.',
  },
  {
    api: 'Session:spellcheck-dictionary-download-failure',
    tests: [failed, ofField],
    behaviour: 'Fires with the language whose dictionary could not be fetched.',
    source: spelling,
    onlyARun: 'That it fires without a network.',
  },
]
