import type { PersonItem } from '#contract/people.ts'
import { personName } from '#i18n/names.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { accountStates, directoryKinds, directorySorts, personRoles } from '#shared/directory-choices.ts'
import type { Entries } from '../../parts/conversations/menus.ts'
import { personActions, type PersonActionParts } from '../../parts/people/person-actions.ts'
import type { PageParts } from '../../state/page-parts.ts'
import type { Rights } from '../../state/rights.svelte.ts'
import type { DirectoryScreen } from './directory-screen.svelte.ts'

const t = catalogue.directory

/** Opens the conversation with a person; notes to oneself for the user. */
export function message({ routeNavigator }: Pick<PageParts, 'routeNavigator'>, { id, isSelf }: PersonItem): void {
  routeNavigator.show({ kind: 'direct', userIds: isSelf ? [] : [id] })
}

/** Shows the profile of a person beside the screen. */
export function showProfile(
  { sidePanel }: Pick<PageParts, 'sidePanel'>,
  accountId: string,
  { id: userId }: PersonItem,
): void {
  sidePanel.show({ kind: 'profile', accountId, userId })
}

/** Returns the actions on a person of the directory. */
export function personMenu(parts: PersonActionParts, accountId: string, person: PersonItem): Entries {
  return personActions(parts, accountId, person).flatMap(({ id, label, run }) => [
    // What changes something is apart from what shows something.
    ...(id === 'mute' || id === 'copy_link' || id === 'manage' ? [null] : []),
    { label, onSelect: run },
  ])
}

/** Returns the ways to add accounts that the account may use. */
export function addEntries({ overlays }: Pick<PageParts, 'overlays'>, accountId: string, rights: Rights): Entries {
  return [
    ...(rights.may('add_person')
      ? [
          {
            label: t.addPerson,
            onSelect: () => {
              overlays.openManaging({ kind: 'new_person', accountId })
            },
          },
        ]
      : []),
    ...(rights.botTypes.length > 0
      ? [
          {
            label: t.newBot,
            onSelect: () => {
              overlays.openManaging({ kind: 'new_bot', accountId })
            },
          },
        ]
      : []),
  ]
}

/** Returns the accessible name of the menu of a person. */
export function menuLabel(person: PersonItem): string {
  return t.options(personName(person))
}

/** Returns the roles to choose from. */
export function roleEntries(screen: DirectoryScreen): Entries {
  return [null, ...personRoles].map((role) => ({
    label: role === null ? t.anyRole : t.roles[role],
    isChecked: screen.filters.role === role,
    onSelect: () => {
      screen.filter({ role })
    },
  }))
}

/** Returns the groups to choose from. */
export function groupEntries(screen: DirectoryScreen): Entries {
  const groups = [{ groupId: null, name: t.anyGroup }, ...(screen.meta?.groups ?? [])]
  return groups.map(({ groupId, name }) => ({
    label: name,
    isChecked: screen.filters.groupId === groupId,
    onSelect: () => {
      screen.filter({ groupId })
    },
  }))
}

/** Returns the kinds and states of accounts to choose from. */
export function accountEntries(screen: DirectoryScreen): Entries {
  const kinds = directoryKinds.map((kind) => ({
    label: t.kinds[kind],
    isChecked: screen.filters.kind === kind,
    onSelect: () => {
      screen.filter({ kind })
    },
  }))
  const states = accountStates.map((state) => ({
    label: t.states[state],
    isChecked: screen.filters.state === state,
    onSelect: () => {
      screen.filter({ state })
    },
  }))
  return [...kinds, null, ...states]
}

/** Returns the orders to choose from. */
export function sortEntries(screen: DirectoryScreen): Entries {
  return directorySorts.map((sort) => ({
    label: t.sorts[sort],
    isChecked: screen.sort === sort,
    onSelect: () => {
      screen.sortBy(sort)
    },
  }))
}
