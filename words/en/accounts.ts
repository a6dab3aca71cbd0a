import type { AccountFailures } from '../../preload/contract/failures.ts'
import type { Section } from '../catalogue.ts'

export const accounts = {
  CLOSED: 'This account is being closed.',
  ENGINE_RESTARTING: 'Skein is restarting this account. Try again in a moment.',
  ENGINE_RESTARTED: 'Skein had to restart this account. Try again.',
  ENGINE_START: 'Skein is restarting this account. Try again in a moment.',
  ENGINE_FAILED: ({ times }) =>
    `Skein’s part for this account has failed ${times} times in a few minutes. What you wrote waits on this computer. Try again, or save a report for whoever helps you.`,
  FOLDER_UNUSABLE: ({ detail }) => `Skein cannot use this account’s folder on disk: ${detail}`,
  NEWER_DATABASE:
    'This account’s data was written by a newer version of Skein. Update Skein to open it; nothing was changed.',
  LOCKED_DATABASE:
    'Another program holds this account’s data. Close other copies of Skein, or the program that looks into its folder, and try again; nothing was changed.',
  READ_ONLY_DATABASE:
    'Skein may not write to this account’s data. Check the permissions of its data folder, and that the disk is not mounted read-only.',
  DISK_FULL: 'The disk is full. Free some space and try again; nothing you have written so far is lost.',
  CORRUPT_DATABASE: 'This account’s data on disk is damaged.',
  UNUSABLE_DATABASE: ({ detail }) => `This account’s data on disk cannot be opened: ${detail}`,
  KEY_NOT_IN_KEYCHAIN: 'The key of this account is not in your keychain. Sign in again to go on; nothing here is lost.',
  KEYCHAIN_MISSING: 'This system has no keychain that Skein can use. Sign in again: that lasts until you quit.',
  KEYCHAIN_LIBRARY_MISSING: ({ library }) => {
    const lasting = 'Until then a sign-in lasts until you quit.'
    if (library === null) return `Skein couldn’t load its part for your keychain. Install Skein again. ${lasting}`
    const name = library.startsWith('libsecret') ? 'libsecret (libsecret-1-0 on Debian and Ubuntu)' : library
    return `Skein can’t use your keychain: ${library} is missing on this system. Install ${name} and restart Skein. ${lasting}`
  },
  KEYCHAIN_LOCKED: 'Your keychain is locked. Unlock it and try again, or sign in again: that lasts until you quit.',
  KEYCHAIN_SILENT: ({ detail }) =>
    `Your keychain does not answer: ${detail}. Try again, or sign in again: that lasts until you quit.`,
} satisfies Section<AccountFailures>
