import type { WaitingWords } from '../page-words.ts'
import { english } from './format.ts'

export const waiting = {
  sending: 'sending …',
  uploading: ({ name, percent }) => `uploading ${name} (${percent} %)`,
  resending: 'may have been sent, trying again',
  undo: 'leaves in a moment; until then it can be undone',
  checking: 'may have been sent – checking',
  unchecked: 'may have been sent; Skein checks when the network is back',
  behind: 'waiting for the one before it',
  behind_failed: 'waiting behind a message that was not sent',
  network: 'waiting for the network, will be sent',
  server_away: 'the server is away; will be sent when it is back',
  server_trouble: 'the server has an internal problem; trying again',
  internal: 'something went wrong inside Skein; trying again',
  held: (time) => `the server asks to wait until ${time}`,
  signed_out: 'signed out: sign in again, then it is sent',
  keychain: 'waiting for your keychain',
  server_refuses: 'the server refuses this version of Skein, or this account',
  starting: 'waiting for the server',
  disk: {
    DISK_FULL: 'the disk is full: free some space, then it is sent',
    LOCKED_DATABASE: 'another program holds this account’s data: close it, then it is sent',
    READ_ONLY_DATABASE: 'Skein may not write to this account’s data: check the permissions of its folder',
    CORRUPT_DATABASE: 'this account’s data on disk is damaged and being repaired',
    NEWER_DATABASE: 'this account’s data was written by a newer version of Skein: update it',
    UNUSABLE_DATABASE: 'this account’s data on disk cannot be used now',
  },
  refused: 'The server refused this, without a reason.',
  changing: {
    edit: () => 'saving the edit',
    delete: () => 'deleting',
    move: (topic) => `moving to ${topic}`,
  },
  unchanged: {
    edit: () => 'The edit was not saved',
    delete: () => 'Not deleted',
    move: (topic) => `Not moved to ${topic}`,
  },
  notSent: (reason) => `Not sent: ${reason}`,
  waitBehind: (count) =>
    english.plural(count, {
      one: 'One more waits behind this one.',
      other: `${count} messages wait behind this one.`,
    }),
} satisfies WaitingWords
