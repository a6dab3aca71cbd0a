import type { FileFault, LinkRefusal, ProgramFailures } from '#contract/base/failures.ts'
import type { Section } from '../section.ts'

const faults = {
  permission: 'you don’t have permission.',
  in_use: 'another program is using it.',
  disk_fault: 'the disk reported an error.',
  disk_full: 'the disk is full.',
  is_folder: 'there’s a folder in its place.',
} satisfies Record<Exclude<FileFault['kind'], 'other'>, string>
const acts = { read: 'read', write: 'written', keep_aside: 'set aside' }

function faultText(fault: FileFault): string {
  if (fault.kind !== 'other') return faults[fault.kind]
  return `it can’t be ${acts[fault.act]} (${fault.code === '' ? 'unknown reason' : fault.code}).`
}

const unsafeLinks = {
  code: 'Skein won’t open this link because it would run code.',
  file: 'Skein won’t open this link because it leads to files on this computer or its network.',
  program: 'Skein won’t open this link because it could start any program on this computer.',
  attachment: 'Skein won’t open this link because it would attach a file from this computer to an email.',
  unreadable: 'Skein won’t open this link because it isn’t a valid address.',
  too_long: 'Skein won’t open this link because it’s too long.',
} satisfies Record<LinkRefusal, string>

export const program = {
  INTERNAL: 'Something went wrong in Skein. The log has details.',
  FOREIGN_FRAME: 'This page isn’t allowed to call Skein.',
  UNKNOWN_CALL: 'Skein doesn’t recognise this call.',
  BAD_PARAMETERS: 'Skein received a call it doesn’t understand.',
  UNSAFE_LINK: ({ reason }) => unsafeLinks[reason],
  NO_PROGRAM_FOR_LINK({ kind }): string {
    switch (kind) {
      case 'mail':
        return 'No email program could open this address. Choose one in your system’s settings, or copy the address.'
      case 'web':
        return 'No browser could open this link. Choose one in your system’s settings, or copy the link.'
      case 'other':
        return 'No program on this computer can open this link.'
    }
  },
  NO_ACCOUNT: 'This account is no longer signed in.',
  ENOSPC: 'The disk is full. Free up some space, then add the file again.',
  NO_LICENCES: 'The licences can’t be read because this copy of Skein is incomplete. Reinstall Skein.',
  OLD_REPORT: 'There’s a newer report. Check that one and save it instead.',
  REPORT_NOT_SAVED: ({ detail }) => `The report wasn’t saved: ${detail}. Choose another folder.`,
  FILE_NOT_SAVED: ({ cause }, sentenceOf) => `The file wasn’t saved. ${sentenceOf(cause)}`,
  FILE_GONE: 'It no longer exists.',
  FILE_STATUS: ({ status }) => `The server responded with status ${status}.`,
  BAD_PIECE: 'The file changed while it was being copied. Add it again.',
  NO_COPY: 'The file couldn’t be copied. Add it again.',
  BAD_NAME: 'The file couldn’t be copied.',
  SETTINGS_UNREADABLE: ({ path, cause }) => `Skein can’t read its list of accounts, ${path}: ${faultText(cause)}`,
  SETTINGS_NEWER: ({ path }) =>
    `The list of accounts, ${path}, was saved by a newer version of Skein. Start that version instead.`,
  SETTINGS_DAMAGED: ({ path, cause }) =>
    `The list of accounts, ${path}, is damaged and couldn’t be set aside: ${faultText(cause)}`,
  AUTHORITY_UNREADABLE: 'There’s no certificate in this file. Choose a file in PEM or DER format.',
  AUTHORITY_NOT_ONE:
    'This certificate isn’t from a certificate authority. Choose the certificate of the authority that issued it.',
  AUTHORITY_EXPIRED: 'This certificate has expired.',
  AUTHORITY_WEAK: 'This certificate’s key is too short to be secure.',
  AUTHORITIES_FULL: ({ most }) => `You can’t add more than ${most} certificate authorities.`,
  AUTHORITIES_NOT_STORED: 'Skein couldn’t save the certificate authorities. Nothing was changed.',
  SETTINGS_NOT_STORED: ({ cause }) => `Skein couldn’t save its settings: ${faultText(cause)}`,
} satisfies Section<ProgramFailures>
