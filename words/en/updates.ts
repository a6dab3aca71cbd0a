import type { UpdateFailures } from '../../preload/contract/failures.ts'
import type { Section } from '../catalogue.ts'

export const updates = {
  NO_RELEASE: 'There is no release for this computer yet.',
  NO_RELEASE_ADDRESS: 'There is no address of updates.',
  RELEASE_STATUS: ({ status }) => `The address of updates answers with an error (${status}). Skein asks again later.`,
  RELEASE_UNREACHABLE: ({ cause }, say) => `Skein could not ask for updates. ${say(cause)}`,
  FOREIGN_RELEASE: 'What stands at the address of updates is not signed by Skein’s makers. Nothing was fetched.',
  BAD_RELEASE: 'What the address of updates says of the newest release cannot be read.',
  UPDATE_DAMAGED: 'The new version arrived damaged, and was thrown away. It is fetched again later.',
  UPDATE_NOT_SIGNED: 'The new version is not signed by Skein’s makers, and was thrown away.',
  UPDATE_DISK_FULL: 'There is no room on the disk for the new version. Free some space; it is fetched again later.',
  UPDATE_NOT_WRITABLE: 'Skein may not write where the new version belongs. The log says where.',
  UPDATE_NOT_FETCHED: 'The new version could not be fetched. It is tried again later; the log has the details.',
  UPDATE_NOT_TAKEN: 'Your system didn’t accept the new version. Skein tries again later; the log has the details.',
} satisfies Section<UpdateFailures>
