import type { UpdateFailures } from '#contract/app.ts'
import type { Section } from '../section.ts'

export const updates = {
  NO_RELEASE: 'There’s no release for this computer yet.',
  NO_RELEASE_ADDRESS: 'No update address is set.',
  RELEASE_STATUS: ({ status }) => `The update server returned an error (${status}). Skein will check again later.`,
  RELEASE_UNREACHABLE: ({ cause }, sentenceOf) => `Skein couldn’t check for updates. ${sentenceOf(cause)}`,
  FOREIGN_RELEASE: 'The release information isn’t signed by Skein’s makers. Nothing was downloaded.',
  BAD_RELEASE: 'The information about the latest release can’t be read.',
  UPDATE_DAMAGED: 'The update arrived damaged and was deleted. Skein will download it again later.',
  UPDATE_NOT_SIGNED: 'The update isn’t signed by Skein’s makers and was deleted.',
  UPDATE_DISK_FULL:
    'There isn’t enough disk space for the update. Free up some space; Skein will download it again later.',
  UPDATE_NOT_WRITABLE: 'Skein can’t write to the update’s location. See the log for details.',
  UPDATE_NOT_FETCHED: 'The update couldn’t be downloaded. Skein will try again later. See the log for details.',
  UPDATE_NOT_TAKEN: 'Your system didn’t accept the update. Skein will try again later. See the log for details.',
} satisfies Section<UpdateFailures>
