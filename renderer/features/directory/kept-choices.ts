import type { DirectoryFilters } from '#contract/people.ts'
import {
  accountStates,
  directoryKinds,
  directorySorts,
  personRoles,
  type DirectorySort,
} from '#shared/directory-choices.ts'

/** What the user has chosen in the directory. */
export interface DirectoryChoices {
  readonly text: string
  readonly filters: DirectoryFilters
  readonly sort: DirectorySort
}

/** The default filters: the active people of the organization. */
export const noFilters: DirectoryFilters = {
  role: null,
  state: 'active',
  kind: 'people',
  groupId: null,
  isOnline: false,
}

/** Returns whether filters leave out other accounts than the default ones do. */
export function hasFilters({ role, state, kind, groupId, isOnline }: DirectoryFilters): boolean {
  return role !== null || groupId !== null || isOnline || state !== noFilters.state || kind !== noFilters.kind
}

/** Serializes the choices for a visit. */
export function textOf({ text, filters, sort }: DirectoryChoices): string {
  const { role, state, kind, groupId, isOnline } = filters
  return [role ?? '', state, kind, groupId ?? '', isOnline ? 'online' : '', sort, text].join(':')
}

/** Parses the choices of a visit; an empty text has the default ones. */
export function readChoices(kept: string): DirectoryChoices {
  const [role, state, kind, groupId = '', isOnline, sort, ...text] = kept.split(':')
  return {
    text: text.join(':'),
    filters: {
      role: personRoles.find((each) => each === role) ?? null,
      state: accountStates.find((each) => each === state) ?? noFilters.state,
      kind: directoryKinds.find((each) => each === kind) ?? noFilters.kind,
      groupId: /^\d{1,15}$/.test(groupId) ? Number(groupId) : null,
      isOnline: isOnline === 'online',
    },
    sort: directorySorts.find((each) => each === sort) ?? 'name',
  }
}
