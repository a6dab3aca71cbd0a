import type { EncryptionFailures } from '#contract/storage/encryption.ts'
import type { StorageFailures } from '#contract/storage/storage.ts'
import { english, word } from '#i18n/en/format.ts'
import type { Section } from '#i18n/section.ts'

const messages = (count: number) =>
  `${english.number(count)} ${english.plural(count, { one: 'message', other: 'messages' })}`
const images = (count: number) => `${english.number(count)} ${english.plural(count, { one: 'image', other: 'images' })}`

/** What is removed to free up space. */
interface Removed {
  /** A size in words; null if there are no images. */
  readonly images: string | null
  readonly messages: number
}

export const storageFailures = {
  get HISTORY_NOT_SUBSCRIBED() {
    return `You’re not subscribed to this ${word.one}, and can’t read it without that.`
  },
  DATABASE_KEY_UNREADABLE:
    'What Skein has stored on this computer is encrypted, and your keychain doesn’t give Skein the key. Unlock your keychain, then try again. Nothing is lost.',
  DATABASE_KEY_MISSING:
    'What Skein has stored on this computer is encrypted, and the key is no longer in your keychain. Restore your keychain, then try again. If the key is gone for good, sign out and sign in again: drafts and unsent messages on this computer are lost then. Nothing has been deleted.',
  DATABASE_KEY_WRONG:
    'What Skein has stored on this computer is encrypted, and the key in your keychain is a different one. Restore your keychain, then try again. If the key is gone for good, sign out and sign in again: drafts and unsent messages on this computer are lost then. Nothing has been deleted.',
  DATABASE_KEY_NOT_STORED:
    'Your keychain didn’t save the key, so nothing was encrypted. Unlock your keychain, then try again.',
  ENCRYPTION_BUSY: 'Skein is still changing the encryption. Try again when it’s done.',
} satisfies Section<StorageFailures & EncryptionFailures>

/** What is stored on this computer, how much of the past is kept, and the download of all messages. */
export const storage = {
  use: {
    legend: 'On this computer',
    words: ['disk', 'space', 'cache', 'size', 'memory', 'files', 'database'],
    get messages() {
      return `Messages, people and ${word.many}`
    },
    index: 'Search index',
    images: 'Images',
    all: 'All organizations together',
    messageCount: messages,
    imageCount: images,
    organizationCount: (count: number) =>
      english.plural(count, { one: '1 organization', other: `${english.number(count)} organizations` }),
    counting: 'Counting…',
  },
  free: {
    title: 'Free up space',
    words: ['clear cache', 'delete', 'clean up', 'disk full'],
    removes({ images: size, messages: count }: Removed): string {
      if (size === null && count === 0) return 'There’s nothing to remove.'
      const what = english.list([
        ...(size === null ? [] : [`${size} of images`]),
        ...(count === 0 ? [] : [`${messages(count)} older than what you keep`]),
      ])
      return `Removes ${what} from this computer. They’re downloaded again when you open them.`
    },
    stays: 'Nothing is deleted on the server. Drafts, unsent messages and starred messages stay.',
    removed({ images: size, messages: count }: Removed): string {
      if (size === null && count === 0) return 'There was nothing to remove.'
      const what = [...(size === null ? [] : [`${size} of images`]), ...(count === 0 ? [] : [messages(count)])]
      return `Removed ${english.list(what)}.`
    },
  },
  keep: {
    legend: 'Keep messages',
    get hint() {
      return `Older messages are removed from this computer, never from the server. You can still open them while you’re online. You can choose differently for each ${word.one} below.`
    },
    words: ['retention', 'history', 'past', 'old messages', 'days', 'offline'],
    days: (count: number) => `The last ${english.number(count)} days`,
    year: 'The last year',
    everything: 'Everything',
    /** The choice for a stream without one of its own: that of the organization holds, which is above the list. */
    asOrganization: 'As above',
    /** The accessible name of the choice for a stream or for direct messages. */
    of: (name: string) => `Keep messages: ${name}`,
    /** Messages take up space beyond the limit. */
    limit: (size: string) => `At most ${size} are kept, unless you keep everything.`,
  },
  encryption: {
    legend: 'Encryption',
    title: 'Encrypt what is stored on this computer',
    hint: 'Encrypts the messages, drafts and unsent messages of all organizations. The key is kept in your keychain; without it, nobody can read them, not even you. Images, files that wait to be sent, exports and the log aren’t encrypted.',
    words: ['security', 'privacy', 'password', 'key', 'keychain', 'cipher', 'disk', 'database', 'protect'],
    running: ({ done, total }: { done: number; total: number }) =>
      `Changing the encryption: ${english.number(done)} of ${english.plural(total, { one: '1 organization', other: `${english.number(total)} organizations` })} done. Each one is unavailable for a moment.`,
    unfinished: (count: number) =>
      english.plural(count, {
        one: '1 organization couldn’t be changed yet, for example because the disk is full. Skein tries again at its next start.',
        other: `${english.number(count)} organizations couldn’t be changed yet, for example because the disk is full. Skein tries again at its next start.`,
      }),
  },
  download: {
    legend: 'Download all messages',
    words: ['offline', 'history', 'archive', 'everything', 'fetch', 'past', 'search'],
    intro: (organization: string) =>
      `Download every direct message and every message of the ${word.many} that you’re subscribed to in ${organization}, so that you can read and search all of them offline. Skein then keeps everything.`,
    start: 'Download everything',
    nothing: 'All messages are already on this computer.',
    /** `place` is a stream, or direct messages. */
    running: (place: string) => `Downloading ${place}`,
    directPlace: 'direct messages',
    progress: 'Progress of the download',
    so: ({ count, date }: { count: number; date: string | null }) =>
      date === null ? `${messages(count)} so far` : `${messages(count)} so far, back to ${date}`,
    /** `time` is as in “12 min”. */
    left: (time: string) => `about ${time} left`,
    waiting: (count: number) =>
      english.plural(count, { one: '1 more waiting', other: `${english.number(count)} more waiting` }),
    paused: 'Paused',
    connection: 'Continues when you’re online and up to date.',
    rateLimited: 'The server asks Skein to slow down. The download continues automatically.',
    failed: (reason: string) => `Couldn’t continue. ${reason}`,
    again: 'Skein tries again automatically.',
    pause: 'Pause',
    continue: 'Continue',
    dismiss: 'Dismiss',
    /** `count` messages were downloaded. */
    done: (count: number) => (count === 0 ? 'All messages are on this computer.' : `Downloaded ${messages(count)}.`),
    failures: (count: number) =>
      english.plural(count, {
        one: '1 couldn’t be downloaded.',
        other: `${english.number(count)} couldn’t be downloaded.`,
      }),
    rate: 'Speed limit',
    /** `rate` is in kB/s; null for no limit. */
    rates: (rate: number | null) => (rate === null ? 'No limit' : `At most ${english.number(rate)} kB/s`),
    /** The notice after a choice in the menu of a stream. */
    get begun() {
      return `Downloading all messages of this ${word.one}. Settings › Storage shows the progress.`
    },
  },
  list: {
    get legend() {
      return `By ${word.one}`
    },
    words: ['streams', 'channels', 'how far back', 'coverage', 'direct messages'],
    get search() {
      return `Find ${word.many}`
    },
    get label() {
      return `${word.Many} and direct messages`
    },
    direct: 'Direct messages',
    none: 'No matches.',
    reach: {
      nothing: 'No messages on this computer',
      /** `date` is the day of the oldest message. */
      since: (date: string) => `Back to ${date}`,
      everything: 'All messages',
    },
    /** A stream without a subscription; `date` is the day of the download. */
    copy: (date: string) => `Copy of ${date}`,
    notSubscribed: 'Not subscribed',
    get copies() {
      return `New messages of ${word.many} that you’re not subscribed to don’t come by themselves. Refresh a copy to download what’s new. Find more of these ${word.many} with the search above.`
    },
    refresh: 'Refresh',
    refreshOf: (name: string) => `Refresh the copy: ${name}`,
    download: 'Download all',
    downloadOf: (name: string) => `Download all messages: ${name}`,
    cancelOf: (name: string) => `Cancel download: ${name}`,
    waiting: 'Waiting',
    running: (percent: number | null) => (percent === null ? 'Downloading…' : `Downloading… ${percent}%`),
    more: 'Show more',
  },
  notShown: 'Couldn’t load what’s stored on this computer',
}
