import type { Organization } from '../store/meta.ts'
import type { EpochStamps } from '../values/epoch-stamps.ts'
import type { Change } from './changes.ts'
import type { Part } from './part.ts'
import type { Settings } from '../store/documents/organization-settings.ts'
import type { UserSettings } from '../store/documents/user-settings.ts'
import { Groups, groupsOf } from './groups/groups.ts'

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

/** The settings of the organization and its server. */
export const organizationSettings: Part<Settings> = {
  name: 'organization settings',
  load: ({ meta }) => meta.settings(),
  follows: ({ kind }) => kind === 'organization',
}

/** The user's own settings. */
export const userSettings: Part<UserSettings> = {
  name: 'user settings',
  load: ({ meta }) => meta.userSettings(),
  follows: ({ kind }) => kind === 'preferences',
}

/** The user's policies by `stream:topic key`. An absent policy counts as 0 (wire-protocol.md §2.8). */
export const topicPolicies: Part<ReadonlyMap<string, number>> = {
  name: 'topic policies',
  load: ({ preferences }) =>
    new Map(preferences.topics().map((row) => [`${row.stream_id}:${row.topic_key}`, row.policy])),
  follows: ({ kind }) => kind === 'preferences',
}

/** The organization's user groups. */
export const groupsPart: Part<Groups> = {
  name: 'groups',
  load: (store) => groupsOf(store.organization),
  follows: (change) => change.kind === 'groups' && change.all === undefined,
  apply: (value, change) => (change.kind === 'groups' && change.all !== undefined ? new Groups(change.all) : value),
}
