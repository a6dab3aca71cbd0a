import type { ActionNameValues } from '#contract/outbox.ts'
import type { UserSettingName } from '#contract/people/user-settings.ts'
import { english, word } from '#i18n/en/format.ts'
import type { Phrase, Section } from '#i18n/section.ts'
import { accountList } from './accounts/en.ts'
import { network } from './network/en.ts'
import { spelling } from './spelling/en.ts'
import { storage } from './storage/en.ts'

/** A setting of the account: its title, what the title does not say, and further words by which it is found. */
interface AccountSetting {
  readonly title: string
  readonly hint?: string
  readonly words?: readonly string[]
}

/** The settings of the account. Several groups have rows with the same title. */
const accountSettings = {
  allow_private_data_export: {
    title: 'Let administrators export your private data',
    get hint() {
      return `Your direct messages and private ${word.many} can be part of an export of the organization.`
    },
    words: ['privacy'],
  },
  automatically_follow_topics_policy: { title: 'Follow topics', words: ['automatically', 'subscribe'] },
  automatically_follow_topics_where_mentioned: {
    title: 'Follow topics where you’re mentioned',
    words: ['automatically'],
  },
  automatically_unmute_topics_in_muted_streams_policy: {
    get title() {
      return `Unmute topics in muted ${word.many}`
    },
    words: ['automatically'],
  },
  default_language: {
    title: 'Language of your account',
    hint: 'The organization’s emails to you are in this language. So is Skein, if you choose “Match account” in Appearance.',
    words: ['locale', 'translation', 'email', 'German', 'Deutsch'],
  },
  demote_inactive_streams: {
    get title() {
      return `Group inactive ${word.many}`
    },
    get hint() {
      return `${word.Many} without messages in the last month have their own group in the sidebar.`
    },
    words: ['hide', 'demote', 'silent', 'channels'],
  },
  desktop_icon_count_display: { title: 'Number on the app icon', words: ['badge', 'dock', 'tray', 'count'] },
  display_emoji_reaction_users: {
    title: 'Names in reactions',
    hint: 'If at most three people reacted to a message, their names replace the number.',
    words: ['emoji', 'who reacted'],
  },
  email_notifications_batching_period_seconds: {
    title: 'Wait before sending an email',
    words: ['delay', 'batch', 'mail'],
  },
  enable_desktop_notifications: { title: 'Desktop notifications', words: ['pop-up', 'banner', 'alerts', 'mentions'] },
  enable_digest_emails: { title: 'Summaries of what you missed', words: ['digest', 'mail'] },
  enable_drafts_synchronization: {
    title: 'Sync drafts with your other devices',
    hint: 'If you turn this off, drafts on the server are deleted. Drafts on this computer stay.',
    words: ['synchronize', 'unsent'],
  },
  enable_followed_topic_audible_notifications: { title: 'Sounds', words: ['audio', 'noise', 'beep'] },
  enable_followed_topic_desktop_notifications: {
    title: 'Desktop notifications',
    words: ['pop-up', 'banner', 'alerts'],
  },
  enable_followed_topic_email_notifications: { title: 'Email', words: ['mail'] },
  enable_followed_topic_push_notifications: { title: 'Mobile notifications', words: ['phone', 'push'] },
  enable_followed_topic_wildcard_mentions_notify: {
    get title() {
      return `Mentions of everyone in the topic or ${word.one}`
    },
    words: ['all', 'everybody', 'wildcard'],
  },
  enable_login_emails: { title: 'New sign-ins to your account', words: ['login', 'security', 'mail'] },
  enable_marketing_emails: { title: 'News and tips', words: ['marketing', 'newsletter', 'mail'] },
  enable_offline_email_notifications: { title: 'Email', words: ['mail', 'offline'] },
  enable_offline_push_notifications: { title: 'Mobile notifications', words: ['phone', 'push', 'offline'] },
  enable_online_push_notifications: {
    title: 'Mobile notifications even while you’re online',
    words: ['phone', 'push'],
  },
  enable_sounds: { title: 'Sounds', words: ['audio', 'noise', 'beep'] },
  enable_stream_audible_notifications: { title: 'Sounds', words: ['audio', 'noise', 'beep', 'channels'] },
  enable_stream_desktop_notifications: {
    title: 'Desktop notifications',
    words: ['pop-up', 'banner', 'alerts', 'channels'],
  },
  enable_stream_email_notifications: { title: 'Email', words: ['mail', 'channels'] },
  enable_stream_push_notifications: { title: 'Mobile notifications', words: ['phone', 'push', 'channels'] },
  message_content_in_email_notifications: { title: 'Include messages in emails', words: ['text', 'content', 'mail'] },
  pm_content_in_desktop_notifications: {
    title: 'Show the text of direct messages',
    hint: 'If this is off, notifications show only who wrote.',
    words: ['privacy', 'content', 'preview', 'hide'],
  },
  presence_enabled: {
    title: 'When you’re online',
    hint: 'If this is off, others always see you as offline.',
    words: ['presence', 'invisible', 'availability', 'active'],
  },
  realm_name_in_email_notifications_policy: {
    title: 'Organization name in email subjects',
    words: ['mail', 'realm'],
  },
  receives_typing_notifications: { title: 'When others are typing', words: ['notices', 'indicator'] },
  resolved_topic_notice_auto_read_policy: {
    title: 'Notices that a topic was resolved',
    words: ['automatically', 'unresolved'],
  },
  send_private_typing_notifications: {
    title: 'When you’re typing a direct message',
    words: ['notices', 'indicator', 'privacy'],
  },
  send_read_receipts: {
    title: 'What you have read',
    hint: 'If this is off, you’re missing from the lists of people who have read a message.',
    words: ['read receipts', 'seen', 'privacy'],
  },
  send_stream_typing_notifications: {
    get title() {
      return `When you’re typing in a ${word.one}`
    },
    words: ['notices', 'indicator', 'privacy', 'channels'],
  },
  starred_message_counts: { title: 'Count starred messages', words: ['number', 'badge'] },
  translate_emoticons: { title: 'Turn emoticons into emoji', hint: 'For example, :) becomes 🙂.', words: ['smiley'] },
  twenty_four_hour_time: { title: 'Time format', words: ['clock', '24-hour', '12-hour', 'am pm'] },
  web_home_view: { title: 'Home view', words: ['start', 'default', 'first screen', 'open'] },
  web_mark_read_on_scroll_policy: { title: 'Mark messages as read', words: ['scroll', 'automatically', 'unread'] },
  web_stream_unreads_count_display_policy: {
    get title() {
      return `${word.Many} that show unread counts`
    },
    words: ['number', 'badge', 'channels'],
  },
  wildcard_mentions_notify: {
    title: 'Mentions of everyone',
    words: ['all', 'everybody', 'wildcard'],
  },
} satisfies Record<UserSettingName, AccountSetting>

/** When topics are followed or unmuted without a choice, by the value of the setting. */
const participation = {
  1: 'When you take part in them',
  2: 'When you send messages to them',
  3: 'When you start them',
  4: 'Never',
}

export const settings = {
  title: 'Settings',
  /** Of the field above the sections. */
  search: 'Search settings',
  sectionList: 'Sections',
  sections: {
    appearance: 'Appearance',
    reading: 'Reading',
    writing: 'Writing',
    notifications: 'Notifications',
    shortcuts: 'Keyboard shortcuts',
    network: 'Network',
    storage: 'Storage',
    account: 'Account',
    updates: 'Updates',
    about: 'About and help',
  },
  /** An entry of the command palette. */
  palette: (section: string) => `Settings: ${section}`,
  found: (count: number) => english.plural(count, { one: '1 setting', other: `${english.number(count)} settings` }),
  noMatches: 'No matches.',
  /** Where the settings of a group hold. */
  holds: {
    computer: 'This computer',
    account: 'Your account, on all devices',
    organization: 'Everyone in the organization',
  },
  accountNotShown: 'Couldn’t load the settings of your account',
  accountNotThereYet: 'The settings of your account load when Skein reaches the server.',
  row: {
    saving: 'Not synced yet',
    /** Of a button whose visible label is `common.undo`. */
    undo: (setting: string) => `Undo: ${setting}`,
    less: (setting: string) => `${setting}: smaller`,
    more: (setting: string) => `${setting}: larger`,
  },
  legends: {
    language: 'Language',
    time: 'Time format',
    home: 'Home view',
    reading: 'Mark messages as read',
    counts: 'Unread counts',
    get streams() {
      return word.Many
    },
    topics: 'Topics',
    messages: 'Messages',
    drafts: 'Drafts',
    othersSee: 'What others see',
    youSee: 'What you see',
    direct: 'Direct messages, mentions and alert words',
    followed: 'Followed topics',
    get inStreams() {
      return word.Many
    },
    shown: 'In notifications',
    mobile: 'Mobile',
    email: 'Email',
    privacy: 'Privacy',
  },
  accountSettings,
  choices: {
    automatically_follow_topics_policy: participation,
    automatically_unmute_topics_in_muted_streams_policy: participation,
    desktop_icon_count_display: {
      1: 'All unread messages',
      2: 'Direct messages, mentions and followed topics',
      3: 'Direct messages and mentions',
      4: 'No number',
    },
    realm_name_in_email_notifications_policy: { 1: 'Automatically', 2: 'Always', 3: 'Never' },
    resolved_topic_notice_auto_read_policy: {
      always: 'Mark as read',
      except_followed: 'Mark as read except in followed topics',
      never: 'Leave unread',
    },
    twenty_four_hour_time: { false: '12 hours (5:00 PM)', true: '24 hours (17:00)' },
    web_home_view: { inbox: 'Inbox', recent: 'Recent conversations', all_messages: 'All messages' },
    web_mark_read_on_scroll_policy: {
      1: 'When you scroll past them',
      2: 'When you scroll past them in a topic or direct conversation',
      3: 'Only when you choose to',
    },
    web_stream_unreads_count_display_policy: {
      get 1() {
        return `All ${word.many}`
      },
      get 2() {
        return `${word.Many} that aren’t muted`
      },
      get 3() {
        return `No ${word.many}`
      },
    },
  },
  /** The reasons why a setting has no effect. */
  overruled: {
    send_read_receipts: 'Your organization has turned off read receipts.',
    presence_enabled: 'Your organization doesn’t show who is online.',
    message_content_in_email_notifications: 'Your organization doesn’t allow messages in emails.',
    push: 'This server doesn’t send mobile notifications.',
  },
  language: {
    legend: 'Language',
    words: ['Sprache', 'German', 'Deutsch', 'English', 'translation', 'locale'],
    system: 'Match system',
    account: 'Match account',
    accountHint:
      'Your account in the first organization decides. If Skein doesn’t have its language, the system’s is used.',
    /** Each language calls itself by its own name, so that people find it in a language that they cannot read. */
    names: { en: 'English', de: 'Deutsch' },
  },
  theme: {
    legend: 'Theme',
    words: ['dark mode', 'light mode', 'night', 'colours'],
    system: 'Match system',
    light: 'Light',
    dark: 'Dark',
  },
  contrast: {
    legend: 'Contrast',
    words: ['accessibility', 'legibility'],
    system: 'Match system',
    more: 'High: stronger text and outlined selections',
  },
  text: {
    legend: 'Text and spacing',
    size: 'Text size',
    sizeHint: 'To make images and everything else larger too, zoom the window.',
    sizeWords: ['font', 'letters', 'zoom', 'larger', 'smaller', 'accessibility'],
    pixels: (count: number) => `${count} px`,
    density: 'Density',
    densityHint: 'Compact leaves less space between elements, so that more fits on the screen.',
    densityWords: ['compact', 'dense', 'space'],
    comfortable: 'Comfortable',
    compact: 'Compact',
  },
  weekStart: {
    legend: 'First day of the week',
    hint: 'Applies where Skein lists days. In the calendars of date fields, the system decides.',
    words: ['calendar', 'Saturday', 'Sunday', 'Monday'],
    system: 'Match system',
    saturday: 'Saturday',
    sunday: 'Sunday',
    monday: 'Monday',
  },
  sidebar: {
    legend: 'First in the sidebar',
    words: ['order', 'navigation', 'DM', 'private messages', 'channels'],
    get streams() {
      return word.Many
    },
    direct: 'Direct messages',
  },
  sendKey: { legend: 'Send messages with', words: ['Enter', 'Return', 'new line', 'key'] },
  files: {
    legend: 'Files',
    words: ['pictures', 'photos', 'location', 'EXIF', 'metadata', 'privacy'],
    cleansPictures: 'Remove personal data from images',
    cleansPicturesHint:
      'Removes where, when and on which device a JPEG, PNG or WebP image was taken before it’s attached. The image itself doesn’t change.',
  },
  notifications: {
    legend: 'Notifications',
    words: ['quiet', 'mute', 'silence', 'DND', 'focus', 'schedule', 'night', 'snooze', 'pause'],
    doNotDisturb: 'Do not disturb',
    doNotDisturbHint: 'No notifications. Messages still arrive and are counted.',
    off: 'Off',
    on: 'Until you turn it off',
    hour: 'For an hour',
    tomorrow: 'Until tomorrow at 9:00',
    /** `moment` is a day and a time; null without an end. */
    until: (moment: string | null) => (moment === null ? 'On' : `Until ${moment}`),
    byHours: (moment: string | null) => (moment === null ? 'On every week' : `Every week: until ${moment}`),
    weekly: 'Do not disturb every week',
    weeklyHint: 'It turns on and off by itself.',
    weeklyTimes: 'Days and times',
    days: 'Days on which it begins',
    /** By the day of the week, Sunday first. */
    dayMarks: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    from: 'From',
    to: 'to',
    nextDay: 'on the next day',
    noDays: 'Choose at least one day.',
    recent: 'Recent notifications',
    recentHint: 'See for each message why you were notified, or why not.',
    recentWords: ['log', 'history', 'why', 'reasons'],
  },
  sound: {
    legend: 'Sound',
    title: 'Sound of notifications',
    hint: 'Your account’s notification settings decide which messages have a sound.',
    words: ['audio', 'noise', 'beep', 'loud', 'volume', 'ring'],
    names: { system: 'The system’s own', chime: 'Chime', bell: 'Bell', knock: 'Knock', drop: 'Drop' },
    volume: 'Volume',
    percent: (count: number) => `${english.number(count)} %`,
    play: 'Play',
    playHint: 'Hear the chosen sound.',
  },
  test: {
    legend: 'Test',
    words: ['try', 'check', 'broken', 'missing', 'not shown'],
    hint: 'Shows a notification, with a sound and a number on the app icon.',
    run: 'Send a test notification',
    /** By what became of it. */
    notification: {
      shown:
        'The notification was handed to your system. If you don’t see it, check the system’s notification settings.',
      quiet: 'Do not disturb is on, so nothing was shown.',
      unsupported: 'Your system has no notifications.',
      failed: 'Your system refused the notification. Allow notifications for Skein in the system’s settings.',
      unanswered: 'Your system didn’t say whether it showed the notification.',
    },
    played: 'The sound was played.',
    notPlayed: 'The sound couldn’t be played.',
    badge: 'The number was handed to your system. It stays for five seconds.',
    noBadge: 'Your system shows no number on the app icon.',
  },
  alertWords: {
    legend: 'Alert words',
    words: ['keywords', 'highlight'],
    /** `organization` is an element with its name. */
    intro: <T>(organization: T): Phrase<T> => [
      'Messages in ',
      organization,
      ' that contain one of these words notify you, and the word is highlighted.',
    ],
    field: 'New alert word',
    none: 'No alert words yet.',
    notThereYet: 'Loading your alert words…',
    saving: 'not synced yet',
    /** Of a button whose visible label is `common.remove`. */
    removeWord: (alertWord: string) => `Remove ${alertWord}`,
  },
  shortcuts: {
    legend: 'Changed shortcuts',
    words: ['hotkeys', 'keybindings', 'keys'],
    resetAll: 'Reset all',
    resetAllHint: 'Gives every command its original keys again.',
    none: 'No keys',
    change: 'Change',
    /** Of a button whose visible label is `change`. */
    changeOf: (title: string) => `Change keys: ${title}`,
    /** The button that waits for a press. */
    press: 'Press the new keys',
    useNone: 'Use no keys',
    reset: 'Reset',
    resetOf: (title: string) => `Reset keys: ${title}`,
    used: (keys: string, titles: readonly string[]) =>
      `${keys} is used for ${english.list(titles.map((title) => `“${title}”`))}.`,
    useHere: 'Use it here instead',
    kept: (keys: string) => `${keys} can’t be used, because the system, text fields or lists need it.`,
    typed: (keys: string) => `${keys} would only type text here. Add Ctrl or Alt.`,
    typedOnMac: (keys: string) => `${keys} would only type text here. Add ⌘.`,
  },
  spelling,
  storage,
  accountList,
  ...network,
  closing: {
    legend: 'When you close the window',
    words: ['tray', 'background', 'quit', 'exit'],
    auto: 'Keep running if there’s a system tray',
    autoHint: 'Click the tray icon to reopen the window. Without a tray, Skein quits.',
    hide: 'Keep running',
    hideHint: 'Start Skein again to reopen the window.',
    quit: 'Quit',
  },
  version: {
    legend: 'Version',
    words: ['update', 'upgrade', 'licences', 'licenses'],
    current: (version: string) => `Skein ${version}`,
    licences: 'Licences',
    licencesHint: 'The licence of Skein and of the software that it contains.',
  },
  updates: {
    legend: 'When an update is available',
    words: ['upgrade', 'new version', 'automatic'],
    install: 'Install it on the next start',
    installHint: 'It’s downloaded in the background, without interrupting you.',
    /** Beside a choice to install. */
    onlyNotify: 'Just notify me',
    notify: 'Notify me',
    never: 'Don’t check for updates',
  },
  help: {
    legend: 'Help',
    words: ['log', 'bug', 'problem', 'support'],
    shortcuts: 'Keyboard shortcuts',
    shortcutsHint: 'All keys of Skein, by where they work.',
    shortcutsWords: ['hotkeys', 'keybindings', 'keys'],
    intro: 'A report shows the person helping you what went wrong. You can read all of it before you save it.',
    report: 'Save report…',
  },
  accounts: {
    legend: 'Accounts',
    add: 'Add account…',
    addHint: 'Sign in to another organization, or with another account.',
    words: ['organization', 'server', 'sign in', 'log in'],
    mutedPeople: 'Muted people…',
    mutedPeopleHint: 'People whose messages are hidden.',
    mutedPeopleWords: ['block', 'ignore'],
  },
}

/** The names of the actions that change settings of the account. */
export const settingActionNames = {
  USER_SETTING: ({ property }) => {
    // A stored action may come from another version.
    const known: Partial<Record<string, AccountSetting>> = accountSettings
    const title = known[property]?.title
    return title === undefined ? 'Change a setting' : `Change a setting: ${title}`
  },
} satisfies Section<Pick<ActionNameValues, 'USER_SETTING'>>
