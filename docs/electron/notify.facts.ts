import type { ElectronFact } from './fact.ts'

const rules = 'tests/unit/main/shell/notifications/rules.test.ts'
const notifications = 'tests/unit/main/shell/notifications/notifications.test.ts'
const attention = 'tests/unit/main/shell/notifications/attention.test.ts'
const tray = 'tests/unit/main/shell/tray/tray.test.ts'
const page = 'tests/e2e/notifications.spec.ts'
const daily = 'tests/e2e/daily-work.spec.ts'

const byTypes = 'electron.d.ts of electron 45.4.1'

/** Notifications, the count on the icon, the tray and its images. */
export const notifyFacts: readonly ElectronFact[] = [
  {
    api: 'app.setAppUserModelId',
    tests: [`${rules}: include an identity for Windows only, by the names of the installer`],
    behaviour: 'Windows names the program by this id; toasts need the id that stands in the shortcut of the installer.',
    source: `${byTypes}, App; docs/tutorial/notifications.md, "Windows"`,
    onlyARun: 'That Windows shows toasts under the name and the icon of Skein.',
  },
  {
    api: 'app.setToastActivatorCLSID',
    tests: [`${rules}: include an identity for Windows only, by the names of the installer`],
    behaviour:
      'Takes a GUID in braces before the first notification, and throws for anything else; Electron writes it into the registry and into the shortcut of the Start menu.',
    source: `${byTypes}, App; shell/browser/notifications/win/windows_toast_activator.cc (EnsureShortcut, EnsureCLSIDRegistry)`,
    onlyARun: 'That a toast in the Action Center starts Skein, and that an update keeps the shortcut.',
  },
  {
    api: 'Notification.handleActivation',
    tests: [
      `${notifications}: are handled once, although Windows reports each twice`,
      `${notifications}: of an earlier run open their conversation`,
    ],
    behaviour:
      'Is called for each click and answer, also for one that started the program, and in addition to the events of a notification that is held. `arguments` is `type=…&tag=<id>`, with the id as it was given.',
    source: `${byTypes}, Notification; electron/electron#49919 and #50328`,
    onlyARun: 'The arguments that Windows hands over when a toast starts the program.',
  },
  {
    api: 'ActivationArguments',
    parts: ['type', 'arguments', 'reply'],
    tests: [
      `${notifications}: are handled once, although Windows reports each twice`,
      `${notifications}: of an earlier run open their conversation`,
    ],
    behaviour: 'What was done, the text that the toast was made with, and the answer where one was written.',
    source: `${byTypes}, ActivationArguments`,
    onlyARun: 'What Windows puts into them.',
  },
  {
    api: 'Notification.getHistory',
    tests: [
      `${notifications}: of an earlier run can be clicked`,
      `${notifications}: are logged if they cannot be listed`,
    ],
    behaviour:
      'On macOS resolves with what still stands in the Notification Center; the events of these notifications fire as long as somebody holds them.',
    source: `${byTypes}, Notification`,
    onlyARun:
      'That a click which starts the program is told of after getHistory has resolved; a signed program is needed.',
  },
  {
    api: 'Notification.isSupported',
    tests: [`${notifications}: are reported as missing if the system has none`],
    behaviour: 'False where there is nothing that shows notifications (Linux without libnotify).',
    source: `${byTypes}, Notification; shell/browser/api/electron_api_notification.cc (IsSupported)`,
    onlyARun: null,
  },
  {
    api: 'new Notification',
    parts: ['title', 'body', 'silent', 'replyPlaceholder'],
    tests: [
      `${daily}: notifications open their conversation, accept a reply, disappear when read elsewhere, and respect do-not-disturb`,
      `${rules}: accepts a reply if the system has a field for it (%s)`,
    ],
    behaviour:
      'Takes title, body and silence on every system. Title and body go to Linux as they are, where servers read the body as markup.',
    source: `${byTypes}, NotificationConstructorOptions; shell/browser/notifications/linux/libnotify_notification.cc (Show)`,
    onlyARun: 'How the systems cut long texts.',
  },
  {
    api: 'new Notification{id}',
    tests: [`${page}: a notification that the system closes is dropped, and its id names its message`],
    behaviour: 'Is the identifier on macOS and the tag of the toast on Windows, there of at most 64 UTF-16 characters.',
    source: `${byTypes}, NotificationConstructorOptions; electron/electron#50328`,
    onlyARun: null,
  },
  {
    api: 'new Notification{hasReply}',
    tests: [`${rules}: accepts a reply if the system has a field for it (%s)`],
    behaviour: 'A field for an answer on macOS and on Windows. Linux shows neither that nor buttons, only a click.',
    source: `${byTypes}, NotificationConstructorOptions (@platform darwin,win32); electron/electron#48132 and #51397; shell/browser/notifications/linux/libnotify_notification.cc (the one action is "default")`,
    onlyARun: 'That an answer written in the Action Center arrives.',
  },
  {
    api: 'Notification#show',
    tests: [`${page}: a notification that the system closes is dropped, and its id names its message`],
    behaviour: 'Shows the notification, or leads to the event `failed`.',
    source: `${byTypes}, Notification`,
    onlyARun: null,
  },
  {
    api: 'Notification#close',
    tests: [`${notifications}: can still be clicked and withdrawn`],
    behaviour:
      'Takes the notification away; on Windows also from the Action Center when it has been closed for the first time.',
    source: `${byTypes}, Notification; shell/browser/api/electron_api_notification.cc (Close: Remove after dismissal)`,
    onlyARun: 'That a toast goes from the Action Center when its message is read elsewhere.',
  },
  {
    api: 'Notification#id',
    tests: [`${notifications}: of an earlier run can be clicked`],
    behaviour: 'The id that was given, also of notifications of earlier runs on macOS.',
    source: `${byTypes}, Notification`,
    onlyARun: null,
  },
  {
    api: 'Notification:click',
    tests: [`${notifications}: can still be clicked and withdrawn`],
    behaviour: 'Fires as long as the object is held; on Linux for the default action of the notification.',
    source: `${byTypes}, Notification; shell/browser/notifications/linux/libnotify_notification.cc (OnNotificationView)`,
    onlyARun: null,
  },
  {
    api: 'Notification:reply',
    tests: [`${notifications}: close after a reply, and are handled once`],
    behaviour: 'Carries the answer as `reply` of its event; macOS and Windows.',
    source: `${byTypes}, NotificationReplyEventParams; electron/electron#51397`,
    onlyARun: null,
  },
  {
    api: 'Notification:close',
    tests: [`${notifications}: are dropped when the user closes them, on other systems when they close for any reason`],
    behaviour:
      'On Windows also when the toast moves to the Action Center, with the reason `timedOut` or `applicationHidden`; `userCanceled` is the user.',
    source: `${byTypes}, Notification and NotificationCloseEventParams`,
    onlyARun: 'Which reason Windows gives when a toast moves to the Action Center.',
  },
  {
    api: 'Notification:show',
    tests: [`${notifications}: are tested, with what became of the test`],
    behaviour: 'Fires when the notification was handed to the system, which may still hold it back.',
    source: `${byTypes}, Notification`,
    onlyARun: null,
  },
  {
    api: 'Notification:failed',
    tests: [
      `${notifications}: that fail are logged each, and reported once with advice`,
      `${page}: a system without notifications is reported once to the user with advice, and each time in the log`,
    ],
    behaviour: 'Fires with a text where the system refuses, on macOS for every program that is not signed.',
    source: `${byTypes}, Notification; docs/api/notification.md (UNNotification); shell/browser/notifications/linux/libnotify_notification.cc (NotificationFailed)`,
    onlyARun: 'That an unsigned program on macOS leads to the sentence.',
  },
  {
    api: 'app.setBadgeCount',
    tests: [
      `${attention}: is the program’s count on %s`,
      'tests/unit/build/desktop-name.test.ts: is the same in the installed desktop file, in Electron’s windows and in its badge: %s',
    ],
    behaviour:
      'A number on the icon of macOS, with the permission for notifications, and of docks on Linux that know LauncherEntry, by the name of the desktop file (`desktopName` of package.json); 0 takes it away.',
    source: `${byTypes}, App (setBadgeCount, setDesktopName); electron/website blog/electron-44-0.md (#52895); lib/browser/init.ts; shell/common/platform_util_linux.cc (GetXdgAppId takes one suffix away)`,
    onlyARun: 'That docks show the number, and none for an AppImage, whose desktop file is not installed.',
  },
  {
    api: 'BrowserWindow#setOverlayIcon',
    tests: [`${attention}: is a picture on the window of Windows, and stops flashing when that gets the focus`],
    behaviour: 'A picture of 16 × 16 points on the taskbar button, with a text for screen readers; null takes it away.',
    source: `${byTypes}, BrowserWindow`,
    onlyARun: 'How sharp the number is on displays with a scale.',
  },
  {
    api: 'BrowserWindow#flashFrame',
    tests: [`${attention}: is a picture on the window of Windows, and stops flashing when that gets the focus`],
    behaviour: 'Starts and stops the flashing of the taskbar button.',
    source: `${byTypes}, BrowserWindow`,
    onlyARun: null,
  },
  {
    api: 'BrowserWindow#isFocused',
    tests: [`${attention}: is a picture on the window of Windows, and stops flashing when that gets the focus`],
    behaviour: 'Whether the window has the focus, true already in its event `focus`.',
    source: `${byTypes}, BrowserWindow`,
    onlyARun: 'That it is true inside of the event.',
  },
  {
    api: 'BrowserWindow:focus',
    tests: [
      'tests/e2e/window.spec.ts: the open conversation notifies of messages when the window loses the focus or is hidden',
    ],
    behaviour: 'Fires when the window gets the focus.',
    source: `${byTypes}, BrowserWindow`,
    onlyARun: null,
  },
  {
    api: 'new Tray',
    tests: [
      `${tray}: has its picture on %s, and a click opens the window unless it opens a menu`,
      `${tray}: is missing on a desktop without a tray, and Skein continues`,
    ],
    behaviour: 'Makes the icon. On a Linux desktop without a tray nothing shows; that is not told of.',
    source: `${byTypes}, Tray; docs/api/tray.md, "Platform considerations"`,
    onlyARun: 'Whether it throws anywhere; if it does, Skein goes on without.',
  },
  {
    api: 'Tray:click',
    tests: [`${tray}: has its picture on %s, and a click opens the window unless it opens a menu`],
    behaviour:
      'Fires on Windows and Linux for an activation. On macOS it fires although the click opens the menu, so nobody listens there.',
    source: `${byTypes}, Tray; shell/browser/ui/tray_icon_cocoa.mm (mouseDown with a menu)`,
    onlyARun: null,
  },
  {
    api: 'Tray#setImage',
    tests: [`${tray}: has its picture on %s, and a click opens the window unless it opens a menu`],
    behaviour: 'Takes another picture.',
    source: `${byTypes}, Tray`,
    onlyARun: 'How the pictures look on light and dark bars of each system.',
  },
  {
    api: 'Tray#setToolTip',
    tests: [
      `${daily}: notifications open their conversation, accept a reply, disappear when read elsewhere, and respect do-not-disturb`,
    ],
    behaviour: 'The text that shows over the icon.',
    source: `${byTypes}, Tray`,
    onlyARun: null,
  },
  {
    api: 'Tray#setContextMenu',
    tests: [
      `${daily}: notifications open their conversation, accept a reply, disappear when read elsewhere, and respect do-not-disturb`,
    ],
    behaviour: 'The menu of the icon, set anew for each change, as Linux needs it; a click on macOS opens it.',
    source: `${byTypes}, Tray; docs/api/tray.md, "Platform considerations"`,
    onlyARun: null,
  },
  {
    api: 'nativeImage.createFromPath',
    tests: [`${tray}: logs a missing picture`],
    behaviour:
      'Reads PNG, with `@1.25x`, `@1.5x` and `@2x` beside it, and on Windows ICO; of a file that cannot be read it makes an empty picture. Reads from archives too.',
    source: `${byTypes}, nativeImage; docs/api/native-image.md, "High resolution image" and "Supported formats"`,
    onlyARun: 'That pictures inside of app.asar are found with their scales.',
  },
  {
    api: 'NativeImage#isEmpty',
    tests: [`${tray}: logs a missing picture`],
    behaviour: 'True for a file that could not be read.',
    source: `${byTypes}, NativeImage`,
    onlyARun: null,
  },
  {
    api: 'NativeImage#setTemplateImage',
    tests: [`${tray}: has its picture on %s, and a click opens the window unless it opens a menu`],
    behaviour: 'macOS draws a black picture in the colour that its menu bar needs.',
    source: `${byTypes}, NativeImage; docs/api/native-image.md, "Template image"`,
    onlyARun: null,
  },
]
