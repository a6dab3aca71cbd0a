import type { RightRefusal } from '#contract/people/rights.ts'
import type { PersonRole } from '#shared/directory-choices.ts'
import type { rightFailures as englishFailures, rights as english } from '../../en/page/rights.ts'
import { durations } from '../durations.ts'
import { word } from '../format.ts'

const least = {
  owner: 'Das können nur Eigentümer.',
  administrator: 'Das können nur Administratoren und Eigentümer.',
  moderator: 'Das können nur Moderatoren, Administratoren und Eigentümer.',
  member: 'Gäste können das nicht.',
  guest: 'Das geht nur mit einem Konto.',
} satisfies Record<PersonRole, string>

/** The reason for which an act is not offered, as a sentence. */
function refused(refusal: RightRefusal): string {
  switch (refusal.code) {
    case 'role':
      return least[refusal.least]
    case 'not_in_group':
      return refusal.group === null
        ? 'Du bist in keiner Gruppe, die das kann.'
        : `Das kann nur die Gruppe „${refusal.group}“.`
    case 'nobody':
      return 'Die Organisation hat das für alle ausgeschaltet.'
    case 'waiting_period':
      return `Neue Mitglieder können das erst nach ${durations.days(refusal.days)}.`
    case 'time_limit':
      return `Die Frist dafür ist abgelaufen. Sie beträgt ${limit(refusal.seconds)}.`
    case 'needs_subscription':
      return `Abonniere zuerst diesen ${word.one}.`
    case 'archived':
      return `Dieser ${word.one} ist archiviert.`
    case 'not_archived':
      return `Dieser ${word.one} ist nicht archiviert.`
    case 'setting_off':
      return 'Die Organisation hat das ausgeschaltet.'
    case 'level':
      return 'Der Server der Organisation ist dafür zu alt.'
    case 'not_own':
      return 'Das gehört jemand anderem.'
    case 'fixed_group':
      return 'Diese Gruppe lässt sich nicht ändern.'
    case 'last_owner':
      return 'Die Organisation braucht mindestens einen Eigentümer. Mach zuerst jemand anderen dazu.'
  }
}

/** A time limit in its largest unit without a rest. */
function limit(seconds: number): string {
  if (seconds % 86_400 === 0) return seconds === 86_400 ? '1 Tag' : `${seconds / 86_400} Tage`
  if (seconds % 3600 === 0) return durations.hours(seconds / 3600)
  if (seconds % 60 === 0) return durations.minutes(seconds / 60)
  return durations.seconds(seconds)
}

export const rights: typeof english = { refused, limit }

export const rightFailures: typeof englishFailures = {
  RIGHT_MISSING: ({ refusal }) => (refusal === null ? 'Dir fehlt die Berechtigung dafür.' : refused(refusal)),
  CHANGE_NEEDS_SERVER:
    'Skein kann den Server nicht erreichen, den diese Änderung braucht. Deine Eingaben sind noch da. Versuche es wieder, wenn du online bist.',
  CHANGE_OUTCOME_UNKNOWN:
    'Die Verbindung brach ab, bevor der Server die Änderung bestätigen konnte. Sieh nach, ob sie gemacht wurde, bevor du es wieder versuchst.',
}
