import type { FailureValues } from '#contract/base/failures.ts'
import type { GroupAudience, GroupUses } from '#contract/people/groups.ts'
import type { GroupFilter, SystemRole } from '#shared/group-choices.ts'
import type { Section } from '#i18n/section.ts'
import { english, word } from '#i18n/en/format.ts'

/** The system groups. */
const roles = {
  nobody: 'Nobody',
  owners: 'Owners',
  administrators: 'Administrators and owners',
  moderators: 'Moderators and above',
  full_members: 'Full members',
  members: 'Members',
  everyone: 'Everyone',
  internet: 'Anyone on the internet',
} satisfies Record<SystemRole, string>

const roleMeanings = {
  nobody: 'A group without members.',
  owners: 'Everyone whose role is owner.',
  administrators: 'Everyone whose role is administrator or owner.',
  moderators: 'Everyone whose role is moderator, administrator or owner.',
  full_members: 'Everyone except guests and new members.',
  members: 'Everyone except guests.',
  everyone: 'Everyone in the organization, including guests.',
  internet: 'Everyone, even without an account.',
} satisfies Record<SystemRole, string>

const people = (count: number) =>
  english.plural(count, { one: `${english.number(count)} person`, other: `${english.number(count)} people` })
const groupCount = (count: number) =>
  english.plural(count, { one: `${english.number(count)} group`, other: `${english.number(count)} groups` })

/** The people of a permission. */
function audience(who: GroupAudience): string {
  switch (who.kind) {
    case 'role':
      return roles[who.role]
    case 'group':
      return `The group “${who.name}”`
    case 'some': {
      const parts = [
        ...(who.people > 0 ? [people(who.people)] : []),
        ...(who.groups > 0 ? [groupCount(who.groups)] : []),
      ]
      return parts.length === 0 ? roles.nobody : english.list(parts)
    }
  }
}

/** The uses of a group, as sentences; empty without one. */
function usedIn({ supergroups, streams, groups, isInOrganization }: GroupUses): readonly string[] {
  const named = (names: readonly string[]) => english.list(names.map((name) => `“${name}”`))
  const ofStreams = english.plural(streams.length, { one: `the ${word.one}`, other: `the ${word.many}` })
  const ofGroups = english.plural(groups.length, { one: 'the group', other: 'the groups' })
  return [
    ...(supergroups.length > 0 ? [`It’s part of ${named(supergroups)}.`] : []),
    ...(streams.length > 0 ? [`Permissions of ${ofStreams} ${named(streams)} use it.`] : []),
    ...(groups.length > 0 ? [`Permissions of ${ofGroups} ${named(groups)} use it.`] : []),
    ...(isInOrganization ? ['Permissions of the organization use it.'] : []),
  ]
}

const needsServer = {
  create: 'Skein can’t reach the server to create this group. What you entered is saved. Try again when you’re online.',
  change: 'Skein can’t reach the server to change this group. What you entered is saved. Try again when you’re online.',
  members: 'Skein can’t reach the server to change the members. Your choice is saved. Try again when you’re online.',
  join: 'Skein can’t reach the server to join this group. Try again when you’re online.',
  leave: 'Skein can’t reach the server to leave this group. Try again when you’re online.',
  delete: 'Skein can’t reach the server to delete this group. Try again when you’re online.',
  deactivate: 'Skein can’t reach the server to deactivate this group. Try again when you’re online.',
}
const lost = 'The connection was lost before the server could confirm'
const unknown = {
  create: `${lost} that the group was created. Look for it in the list before you try again.`,
  change: `${lost} the change. It’s safe to try again when you’re online.`,
  members: `${lost} the change. Check the members when you’re online.`,
  join: `${lost} that you joined. Check the members when you’re online.`,
  leave: `${lost} that you left. Check the members when you’re online.`,
  delete: `${lost} that the group was deleted. It’s safe to try again when you’re online.`,
  deactivate: `${lost} that the group was deactivated. It’s safe to try again when you’re online.`,
}
const refused = {
  create: 'You don’t have permission to create groups.',
  change: 'You don’t have permission to change this group.',
  members: 'You don’t have permission to change the members of this group.',
  join: 'You don’t have permission to join this group. Ask someone who can add you.',
  leave: 'You don’t have permission to leave this group. Ask someone who can remove you.',
  delete: 'You don’t have permission to delete this group.',
  deactivate: 'You don’t have permission to deactivate this group.',
}

type GroupFailures = Pick<
  FailureValues,
  | 'GROUP_NAME_MISSING'
  | 'GROUP_NAME_TOO_LONG'
  | 'GROUP_NAME_CHARACTER'
  | 'GROUP_NAME_RESERVED'
  | 'GROUP_NAME_TAKEN'
  | 'GROUP_DESCRIPTION_TOO_LONG'
  | 'GROUP_DESCRIPTION_CHARACTER'
  | 'GROUP_REFUSED'
  | 'GROUP_ALREADY_MEMBER'
  | 'GROUP_NOT_MEMBER'
  | 'GROUP_GONE'
  | 'GROUP_IN_USE'
  | 'GROUP_OUTCOME_UNKNOWN'
  | 'GROUP_OFFLINE'
>

export const groups = {
  page: {
    roles,
    roleMeanings,
    audience,
    members: (count: number) => english.plural(count, { one: 'One member', other: `${english.number(count)} members` }),
    /** The list of all groups. */
    list: {
      title: 'Groups',
      search: 'Find groups by name or description',
      /** The group of the filters. */
      filters: 'Filter groups',
      filter: { all: 'All', joined: 'My groups', deactivated: 'Deactivated' } satisfies Record<GroupFilter, string>,
      /** The number of groups in the list. */
      found: groupCount,
      none: 'No groups yet.',
      /** Nothing passes the filter and the search. */
      nothingFound: 'No groups found.',
      notShown: 'Couldn’t load groups',
      /** The user is a member. */
      joined: 'You’re a member',
      /** A group whose members follow from their roles. */
      system: 'By role',
      deactivated: 'Deactivated',
      /** The label of the button for screen readers. */
      joinNamed: (name: string) => `Join ${name}`,
    },
    join: 'Join',
    leave: 'Leave',
    field: 'Find a member',
    memberList: 'Members',
    /** No member has the name that is typed. */
    nobody: 'No members found.',
    /** The list holds only the first `shown` of `found`. */
    more: ({ shown, found }: { readonly shown: number; readonly found: number }) =>
      `Showing ${english.number(shown)} of ${english.number(found)} members. Type to find the others.`,
    /** A group that is a part of another one. */
    subgroup: (count: number) =>
      `Group · ${english.plural(count, { one: 'one member', other: `${english.number(count)} members` })}`,
    /** Opens the conversation with all of them. */
    write: (count: number) =>
      english.plural(count, { one: 'Message this member', other: `Message all ${english.number(count)}` }),
    gone: 'This group no longer exists.',
    notShown: 'Couldn’t load the group',
    loading: 'Loading members…',
    /** A person whose account is deactivated. */
    deactivated: 'deactivated',
    isDeactivated: 'This group is deactivated. It can’t be mentioned or given permissions.',
    isSystem: 'The members of this group follow from their roles.',
    mentionedBy: (who: string) => `Can be mentioned by: ${who}`,
    /** The day is a whole date; the person is null if it is unknown who created the group. */
    created: ({ day, by }: { readonly day: string; readonly by: string | null }) =>
      by === null ? `Created on ${day}` : `Created by ${by} on ${day}`,
    createdBy: (name: string) => `Created by ${name}`,
    edit: 'Edit group',
    editMembers: 'Change members',
    /** The forms for a new group and for a change. */
    form: {
      create: 'New group',
      edit: (name: string) => `Edit “${name}”`,
      name: 'Name',
      description: 'Description',
      mention: 'Who can mention it',
      /** The first members. */
      people: 'Members',
      addPeople: 'Add people…',
      /** Of the dialog in which they are chosen. */
      peopleTitle: 'Members of the new group',
      /** The button for a user who has taken their own name off the members. */
      addYourself: 'Add yourself',
      add: 'Add',
      removePerson: (name: string) => `Remove ${name}`,
      /** Characters that are left; negative if there are too many. */
      remaining: (count: number) =>
        count < 0
          ? `${english.number(-count)} too many`
          : `${english.number(count)} ${english.plural(count, { one: 'character', other: 'characters' })} left`,
      submit: 'Create',
      save: 'Save',
    },
    /** The form that changes the members of a group, all in one step. */
    membership: {
      title: (name: string) => `Members of “${name}”`,
      toAdd: 'To add',
      toRemove: 'To remove',
      /** Nobody is chosen for removal yet. */
      removeHint: 'Choose members below to remove them.',
      addPeople: 'Add people…',
      addGroups: 'Add groups…',
      peopleTitle: 'Add people',
      groupsTitle: 'Add groups',
      groupField: 'Group name',
      groupList: 'Groups',
      noGroups: 'No groups found.',
      add: 'Add',
      /** Takes a person out of the choice, so that the group keeps or lacks that person as before. */
      undo: (name: string) => `Don’t change ${name}`,
      field: 'Find a member to remove',
      save: 'Save',
    },
    /** The question before a group is ended. Servers delete a group, or newer ones only deactivate it. */
    ending: {
      delete: {
        act: 'Delete group',
        question: (name: string) => `Delete “${name}”?`,
        lost: 'The list of its members will be lost. Mentions of the group stay in messages as plain text. You can’t undo this.',
        used: 'These permissions and groups will lose its members:',
        confirm: 'Delete',
      },
      deactivate: {
        act: 'Deactivate group',
        question: (name: string) => `Deactivate “${name}”?`,
        lost: 'No one will be able to mention the group, and it will leave the list. Mentions of it stay in messages as text.',
        used: 'It’s still used, so the server will probably refuse. Change this first:',
        confirm: 'Deactivate',
      },
    },
    usedIn,
    /** The question before a user leaves a group and cannot return without help. */
    leaving: {
      question: (name: string) => `Leave “${name}”?`,
      consequence: 'To come back, you’ll need someone to add you.',
    },
  },
  failures: {
    GROUP_NAME_MISSING: 'Enter a name for the group.',
    GROUP_NAME_TOO_LONG: ({ length, most }) => `The name has ${length} characters; the limit is ${most}. Shorten it.`,
    GROUP_NAME_CHARACTER: ({ position }) =>
      `The character at position ${position} isn’t allowed in a name. Remove or replace it.`,
    GROUP_NAME_RESERVED: ({ beginning }) => `The name of a group can’t begin with “${beginning}”. Choose another name.`,
    GROUP_NAME_TAKEN: ({ name, isDeactivated }) =>
      isDeactivated
        ? `A deactivated group is already called “${name}”. Choose another name.`
        : `There’s already a group called “${name}”. Choose another name.`,
    GROUP_DESCRIPTION_TOO_LONG: ({ length, most }) =>
      `The description has ${length} characters; the limit is ${most}. Shorten it.`,
    GROUP_DESCRIPTION_CHARACTER: 'The description contains a character that can’t be saved. Remove or replace it.',
    GROUP_REFUSED: ({ act }) => refused[act],
    GROUP_ALREADY_MEMBER: ({ name }) =>
      name === null
        ? 'Nothing was changed: one of them is already a member.'
        : `Nothing was changed: ${name} is already a member.`,
    GROUP_NOT_MEMBER: ({ name }) =>
      name === null
        ? 'Nothing was changed: one of them isn’t a member any more.'
        : `Nothing was changed: ${name} isn’t a member any more.`,
    GROUP_GONE: 'This group no longer exists, or it’s deactivated.',
    GROUP_IN_USE: (uses) => ['The server can’t deactivate a group that’s still used.', ...usedIn(uses)].join(' '),
    GROUP_OUTCOME_UNKNOWN: ({ act }) => unknown[act],
    GROUP_OFFLINE: ({ act }) => needsServer[act],
  } satisfies Section<GroupFailures>,
}
