import type { ElectronFact } from './fact.ts'

const opensLinks =
  'tests/e2e/desktop.spec.ts: a link in a message opens in the system’s browser, one into the organization opens here'
const daily =
  'tests/e2e/daily-work.spec.ts: notifications open their conversation, take an answer, go when read elsewhere, and do not disturb when asked'
const go = 'tests/unit/main/shell/notifications.test.ts: notifications of one account go, all of them, and no others'

const byTypes = 'electron.d.ts of electron 45.4.1'
const notification = `${byTypes}, Notification; docs/api/notification.md`
const tray = `${byTypes}, Tray; docs/api/tray.md`

/** Notifications, the number on the icon, and the tray. */
export const notifyFacts: readonly ElectronFact[] = [
  {
    api: 'new Notification',
    parts: ['title', 'body', 'silent', 'hasReply', 'replyPlaceholder'],
    tests: [go],
    behaviour: 'Describes a notification; the field for an answer is one of macOS and Windows.',
    source: `${byTypes}, NotificationConstructorOptions; docs/api/notification.md`,
    onlyARun: 'Notifications of each system.',
  },
  { api: 'Notification#show', tests: [go], behaviour: 'Shows it.', source: notification, onlyARun: null },
  { api: 'Notification#close', tests: [go], behaviour: 'Takes it away.', source: notification, onlyARun: null },
  {
    api: 'Notification:click',
    tests: [go],
    behaviour: 'Fires as long as somebody holds the object.',
    source: notification,
    onlyARun: null,
  },
  {
    api: 'Notification:reply',
    tests: [daily],
    behaviour: 'Brings the answer that was written.',
    source: notification,
    onlyARun: null,
  },
  {
    api: 'Notification:close',
    tests: [go],
    behaviour: 'Fires when it was closed, though not always.',
    source: notification,
    onlyARun: 'When it comes on Windows.',
  },
  {
    api: 'app.setBadgeCount',
    tests: [daily],
    behaviour: 'The number on the icon of macOS and of some docks on Linux; 0 takes it away.',
    source: `${byTypes}, App; docs/api/app.md`,
    onlyARun: 'The number itself.',
  },
  { api: 'new Tray', tests: [opensLinks], behaviour: 'Makes the icon.', source: tray, onlyARun: 'The icon itself.' },
  { api: 'Tray#setImage', tests: [daily], behaviour: 'Takes another picture.', source: tray, onlyARun: null },
  { api: 'Tray#setToolTip', tests: [daily], behaviour: 'The text over the icon.', source: tray, onlyARun: null },
  { api: 'Tray#setContextMenu', tests: [daily], behaviour: 'The menu of the icon.', source: tray, onlyARun: null },
  {
    api: 'Tray:click',
    tests: [],
    behaviour: 'Fires for a click; on Linux for an activation, whatever that is.',
    source: tray,
    onlyARun: 'All of it.',
  },
  {
    api: 'nativeImage.createFromBitmap',
    parts: ['width', 'height'],
    tests: [opensLinks],
    behaviour: 'Makes a picture of pixels in the order of the system.',
    source: `${byTypes}, NativeImage; docs/api/native-image.md`,
    onlyARun: 'The order of the channels.',
  },
]
