import type { WaitingWords } from '../page-words.ts'
import { english } from './format.ts'

export const waiting = {
  sending: 'sending…',
  uploading: ({ name, percent }) => `uploading ${name} (${percent}%)`,
  resending: 'may already have been sent; trying again',
  undo: 'about to happen; you can still undo it',
  checking: 'checking whether it was sent',
  unchecked: 'may already have been sent; Skein will check when you’re back online',
  behind: 'waiting for the one before it',
  behind_failed: 'waiting for an unsent message before it',
  network: 'will be sent when you’re back online',
  server_away: 'the server is unavailable; will be sent when it’s back',
  server_trouble: 'the server reported an error; trying again',
  internal: 'something went wrong in Skein; trying again',
  held: (time) => `the server asked Skein to wait until ${time}`,
  signed_out: 'signed out; sign in again to send it',
  keychain: 'waiting for your keychain',
  server_refuses: 'the server doesn’t accept this version of Skein, or this account',
  starting: 'waiting for the server',
  disk: {
    DISK_FULL: 'the disk is full; free up some space to send it',
    LOCKED_DATABASE: 'another program is using this account’s data; close it to send this',
    READ_ONLY_DATABASE: 'Skein can’t write to this account’s data; check its folder’s permissions',
    CORRUPT_DATABASE: 'this account’s data is damaged and being repaired',
    NEWER_DATABASE: 'this account’s data was saved by a newer version of Skein; update Skein',
    UNUSABLE_DATABASE: 'this account’s data can’t be used right now',
  },
  refused: 'The server rejected this without giving a reason.',
  changing: {
    edit: () => 'saving the edit',
    delete: () => 'deleting',
    move: (topic) => `moving to ${topic}`,
  },
  unchanged: {
    edit: () => 'Edit not saved',
    delete: () => 'Not deleted',
    move: (topic) => `Not moved to ${topic}`,
  },
  notSent: (reason) => `Not sent. ${reason}`,
  waitBehind: (count) =>
    english.plural(count, {
      one: '1 message is waiting for this one.',
      other: `${count} messages are waiting for this one.`,
    }),
} satisfies WaitingWords
