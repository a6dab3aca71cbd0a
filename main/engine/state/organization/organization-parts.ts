import type { Organization } from '../../store/meta.ts'
import type { EpochStamps } from '../../values/epoch-stamps.ts'
import type { Change } from '../changes.ts'
import type { Part } from '../part.ts'

function isOfRegistration({ kind }: Change): boolean {
  return kind === 'organization' || kind === 'epoch'
}

/** The organization is undefined before the first registration. */
export const organizationPart: Part<Organization | undefined> = {
  name: 'organization',
  load: ({ meta }) => meta.organization(),
  follows: isOfRegistration,
}

/**
 * The stamps of the current epoch, which tell whether a row is verified. The object is new whenever the epoch
 * changes.
 */
export const epochStampsPart: Part<EpochStamps> = {
  name: 'epoch stamps',
  load: ({ meta }) => meta.epochStamps(),
  follows: (change) => isOfRegistration(change) || (change.kind === 'streams' && change.isJoined === true),
}

/** The highest message id of each epoch. */
export const epochHighsPart: Part<ReadonlyMap<number, number>> = {
  name: 'epoch highs',
  load: ({ meta }) => meta.epochHighs(),
  follows: isOfRegistration,
}
