import type { FileFault, LinkRefusal, ProgramFailures } from '../../preload/contract/failures.ts'
import type { Section } from '../catalogue.ts'

const faults = {
  permission: 'you have no permission for it.',
  in_use: 'another program is using it.',
  disk_fault: 'the disk reports a fault.',
  disk_full: 'the disk is full.',
  is_folder: 'there is a folder in its place.',
} satisfies Record<Exclude<FileFault['kind'], 'other'>, string>
const acts = { read: 'read', write: 'written', keep_aside: 'kept aside' }

function faultText(fault: FileFault): string {
  if (fault.kind !== 'other') return faults[fault.kind]
  return `it cannot be ${acts[fault.act]} (${fault.code === '' ? 'unknown reason' : fault.code}).`
}

const unsafeLinks = {
  code: 'Skein doesn’t open this link: it would run code.',
  file: 'Skein doesn’t open this link: it leads to files of this computer or of its network.',
  program: 'Skein doesn’t open this link: it could start any program of this computer.',
  attachment: 'Skein doesn’t open this link: it would attach a file of this computer to an email.',
  unreadable: 'Skein doesn’t open this link: it isn’t a valid address.',
  too_long: 'Skein doesn’t open this link: it’s too long.',
} satisfies Record<LinkRefusal, string>

export const program = {
  INTERNAL: 'Something went wrong inside Skein. The log has the details.',
  FOREIGN_FRAME: 'This page may not call Skein.',
  UNKNOWN_CALL: 'Skein does not know this call.',
  BAD_PARAMETERS: 'Skein was called in a way it does not understand.',
  UNSAFE_LINK: ({ reason }) => unsafeLinks[reason],
  NO_PROGRAM_FOR_LINK({ kind }) {
    switch (kind) {
      case 'mail':
        return 'No email program could open this address. Choose one in the settings of your system, or copy the address.'
      case 'web':
        return 'No browser could open this link. Choose one in the settings of your system, or copy the link.'
      case 'other':
        return 'This computer has no program that opens this link.'
    }
  },
  NO_ACCOUNT: 'This account is not signed in any more.',
  ENOSPC: 'The disk is full. Free some space, then add the file again.',
  NO_LICENCES: 'The licences cannot be read: this copy of Skein is not whole. Install it again.',
  OLD_REPORT: 'A newer report was made. Look at that one, and save it.',
  REPORT_NOT_SAVED: ({ detail }) => `The report was not saved: ${detail}. Choose another folder.`,
  FILE_NOT_SAVED: ({ cause }, say) => `The file was not saved: ${say(cause)}`,
  FILE_GONE: 'it is not there any more.',
  FILE_STATUS: ({ status }) => `the server answered ${status}.`,
  BAD_PIECE: 'The file changed while it was being copied. Add it again.',
  NO_COPY: 'The file could not be copied. Add it again.',
  BAD_NAME: 'The file could not be copied.',
  SETTINGS_UNREADABLE: ({ path, cause }) => `Skein cannot read its list of accounts, ${path}: ${faultText(cause)}`,
  SETTINGS_NEWER: ({ path }) => `The list of accounts, ${path}, was written by a newer Skein. Start that one.`,
  SETTINGS_DAMAGED: ({ path, cause }) =>
    `The list of accounts, ${path}, is damaged and must be kept aside: ${faultText(cause)}`,
  SETTINGS_NOT_STORED: ({ cause }) => `Skein could not store its settings: ${faultText(cause)}`,
} satisfies Section<ProgramFailures>
