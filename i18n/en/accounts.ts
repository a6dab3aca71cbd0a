import type { AccountFailures } from '#contract/accounts.ts'
import type { Section } from '../section.ts'

export const accounts = {
  CLOSED: 'This account is being closed.',
  ENGINE_RESTARTING: 'Skein is restarting this account. Try again in a moment.',
  ENGINE_RESTARTED: 'Skein had to restart this account. Try again.',
  ENGINE_START: 'Skein is restarting this account. Try again in a moment.',
  ENGINE_FAILED: ({ times }) =>
    `This account has crashed ${times} times in a few minutes. Anything unsent is safe on this computer. Try again, or save a report to share with the person helping you.`,
  FOLDER_UNUSABLE: ({ detail }) => `Skein can’t use this account’s folder: ${detail}`,
  NEWER_DATABASE:
    'This account’s data was saved by a newer version of Skein. Update Skein to open it. Nothing was changed.',
  LOCKED_DATABASE:
    'Another program is using this account’s data. Close other copies of Skein, or any program that has its folder open, and try again. Nothing was changed.',
  READ_ONLY_DATABASE:
    'Skein can’t write to this account’s data. Check the permissions of its data folder, and that the disk isn’t read-only.',
  DISK_FULL: 'The disk is full. Free up some space and try again. Nothing you’ve written is lost.',
  CORRUPT_DATABASE: 'This account’s data is damaged.',
  UNUSABLE_DATABASE: ({ detail }) => `Skein can’t open this account’s data: ${detail}`,
  KEY_NOT_IN_KEYCHAIN: 'This account’s key isn’t in your keychain. Sign in again to continue. Nothing here is lost.',
  KEYCHAIN_MISSING:
    'This system has no keychain that Skein can use. If you sign in again, you’ll stay signed in until you quit.',
  KEYCHAIN_LIBRARY_MISSING: ({ library }) => {
    const lasting = 'Until then, you’ll stay signed in only until you quit.'
    if (library === null) return `Skein couldn’t load its keychain component. Reinstall Skein. ${lasting}`
    const name = library.startsWith('libsecret') ? 'libsecret (libsecret-1-0 on Debian and Ubuntu)' : library
    return `Skein can’t use your keychain because ${library} is missing on this system. Install ${name} and restart Skein. ${lasting}`
  },
  KEYCHAIN_LOCKED:
    'Your keychain is locked. Unlock it and try again, or sign in again to stay signed in until you quit.',
  KEYCHAIN_SILENT: ({ detail }) =>
    `Your keychain isn’t responding: ${detail}. Try again, or sign in again to stay signed in until you quit.`,
} satisfies Section<AccountFailures>
