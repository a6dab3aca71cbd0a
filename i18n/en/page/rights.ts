import type { FailureValues } from '#contract/base/failures.ts'
import type { RightRefusal } from '#contract/people/rights.ts'
import type { PersonRole } from '#shared/directory-choices.ts'
import type { Section } from '../../section.ts'
import { durations } from '../durations.ts'
import { word } from '../format.ts'

const least = {
  owner: 'Only owners can do this.',
  administrator: 'Only administrators and owners can do this.',
  moderator: 'Only moderators, administrators and owners can do this.',
  member: 'Guests can’t do this.',
  guest: 'Only people with an account can do this.',
} satisfies Record<PersonRole, string>

/** The reason for which an act is not offered, as a sentence. */
function refused(refusal: RightRefusal): string {
  switch (refusal.code) {
    case 'role':
      return least[refusal.least]
    case 'not_in_group':
      return refusal.group === null
        ? 'You’re not in a group that can do this.'
        : `Only the group “${refusal.group}” can do this.`
    case 'nobody':
      return 'The organization has turned this off for everyone.'
    case 'waiting_period':
      return `New members can do this ${durations.days(refusal.days)} after they join.`
    case 'time_limit':
      return `This is possible only in the first ${limit(refusal.seconds)}.`
    case 'needs_subscription':
      return `You need to subscribe to this ${word.one} first.`
    case 'archived':
      return `This ${word.one} is archived.`
    case 'not_archived':
      return `This ${word.one} isn’t archived.`
    case 'setting_off':
      return 'The organization has turned this off.'
    case 'level':
      return 'The organization’s server is too old for this.'
    case 'not_own':
      return 'This belongs to someone else.'
    case 'fixed_group':
      return 'This group can’t be changed.'
    case 'last_owner':
      return 'The organization needs at least one owner. Make someone else an owner first.'
  }
}

/** A time limit in its largest unit without a rest. */
function limit(seconds: number): string {
  if (seconds % 86_400 === 0) return durations.days(seconds / 86_400)
  if (seconds % 3600 === 0) return durations.hours(seconds / 3600)
  if (seconds % 60 === 0) return durations.minutes(seconds / 60)
  return durations.seconds(seconds)
}

/** The rights in the organization. */
export const rights = { refused, limit }

/** The failures of changes that only the server makes. */
export const rightFailures: Section<
  Pick<FailureValues, 'RIGHT_MISSING' | 'CHANGE_NEEDS_SERVER' | 'CHANGE_OUTCOME_UNKNOWN'>
> = {
  RIGHT_MISSING: ({ refusal }) => (refusal === null ? 'You don’t have permission to do this.' : refused(refusal)),
  CHANGE_NEEDS_SERVER:
    'Skein can’t reach the server, which this change needs. What you entered is still here. Try again when you’re online.',
  CHANGE_OUTCOME_UNKNOWN:
    'The connection was lost before the server could confirm the change. Check whether it was made before you try again.',
}
