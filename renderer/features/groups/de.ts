import type { GroupAudience, GroupUses } from '#contract/people/groups.ts'
import { german, word } from '#i18n/de/format.ts'
import type { SystemRole } from '#shared/group-choices.ts'
import type { groups as english } from './en.ts'

const roles = {
  nobody: 'Niemand',
  owners: 'Eigentümer',
  administrators: 'Administratoren und Eigentümer',
  moderators: 'Moderatoren und höher',
  full_members: 'Volle Mitglieder',
  members: 'Mitglieder',
  everyone: 'Alle',
  internet: 'Alle im Internet',
} satisfies Record<SystemRole, string>

const roleMeanings = {
  nobody: 'Eine Gruppe ohne Mitglieder.',
  owners: 'Alle mit der Rolle Eigentümer.',
  administrators: 'Alle mit der Rolle Administrator oder Eigentümer.',
  moderators: 'Alle mit der Rolle Moderator, Administrator oder Eigentümer.',
  full_members: 'Alle außer Gästen und neuen Mitgliedern.',
  members: 'Alle außer Gästen.',
  everyone: 'Alle in der Organisation, auch Gäste.',
  internet: 'Alle, auch ohne Konto.',
} satisfies Record<SystemRole, string>

const people = (count: number) => german.plural(count, { one: '1 Person', other: `${german.number(count)} Personen` })
const groupCount = (count: number) =>
  german.plural(count, { one: '1 Gruppe', other: `${german.number(count)} Gruppen` })

/** The people of a permission. */
function audience(who: GroupAudience): string {
  switch (who.kind) {
    case 'role':
      return roles[who.role]
    case 'group':
      return `Die Gruppe „${who.name}“`
    case 'some': {
      const parts = [
        ...(who.people > 0 ? [people(who.people)] : []),
        ...(who.groups > 0 ? [groupCount(who.groups)] : []),
      ]
      return parts.length === 0 ? roles.nobody : german.list(parts)
    }
  }
}

/** The uses of a group, as sentences; empty without one. */
function usedIn({ supergroups, streams, groups: others, isInOrganization }: GroupUses): readonly string[] {
  const named = (names: readonly string[]) => german.list(names.map((name) => `„${name}“`))
  const ofStreams = german.plural(streams.length, { one: `des ${word.ofOne}`, other: `der ${word.many}` })
  const ofGroups = german.plural(others.length, { one: 'der Gruppe', other: 'der Gruppen' })
  return [
    ...(supergroups.length > 0 ? [`Sie ist Teil von ${named(supergroups)}.`] : []),
    ...(streams.length > 0 ? [`Rechte ${ofStreams} ${named(streams)} verwenden sie.`] : []),
    ...(others.length > 0 ? [`Rechte ${ofGroups} ${named(others)} verwenden sie.`] : []),
    ...(isInOrganization ? ['Rechte der Organisation verwenden sie.'] : []),
  ]
}

const noServer = (purpose: string, kept = '') =>
  `Skein erreicht den Server nicht, um ${purpose}. ${kept}Versuche es noch einmal, wenn du online bist.`
const needsServer = {
  create: noServer('diese Gruppe anzulegen', 'Was du eingegeben hast, ist gespeichert. '),
  change: noServer('diese Gruppe zu ändern', 'Was du eingegeben hast, ist gespeichert. '),
  members: noServer('die Mitglieder zu ändern', 'Deine Wahl ist gespeichert. '),
  join: noServer('dieser Gruppe beizutreten'),
  leave: noServer('diese Gruppe zu verlassen'),
  delete: noServer('diese Gruppe zu löschen'),
  deactivate: noServer('diese Gruppe zu deaktivieren'),
}
const lost = 'Die Verbindung brach ab, bevor der Server bestätigen konnte, dass'
const again = 'Du kannst es ohne Gefahr noch einmal versuchen, wenn du online bist.'
const look = 'Sieh dir die Mitglieder an, wenn du online bist.'
const unknown = {
  create: `${lost} die Gruppe angelegt ist. Sieh in der Liste nach, bevor du es noch einmal versuchst.`,
  change: `${lost} die Gruppe geändert ist. ${again}`,
  members: `${lost} die Mitglieder geändert sind. ${look}`,
  join: `${lost} du beigetreten bist. ${look}`,
  leave: `${lost} du nicht mehr dabei bist. ${look}`,
  delete: `${lost} die Gruppe gelöscht ist. ${again}`,
  deactivate: `${lost} die Gruppe deaktiviert ist. ${again}`,
}
const refused = {
  create: 'Du darfst keine Gruppen anlegen.',
  change: 'Du darfst diese Gruppe nicht ändern.',
  members: 'Du darfst die Mitglieder dieser Gruppe nicht ändern.',
  join: 'Du darfst dieser Gruppe nicht beitreten. Bitte jemanden, der dich hinzufügen kann.',
  leave: 'Du darfst diese Gruppe nicht verlassen. Bitte jemanden, der dich entfernen kann.',
  delete: 'Du darfst diese Gruppe nicht löschen.',
  deactivate: 'Du darfst diese Gruppe nicht deaktivieren.',
}

export const groups: typeof english = {
  page: {
    roles,
    roleMeanings,
    audience,
    members: (count) => german.plural(count, { one: '1 Mitglied', other: `${german.number(count)} Mitglieder` }),
    list: {
      title: 'Gruppen',
      search: 'Nach Name oder Beschreibung suchen',
      filters: 'Gruppen filtern',
      filter: { all: 'Alle', joined: 'Meine Gruppen', deactivated: 'Deaktiviert' },
      found: groupCount,
      none: 'Noch keine Gruppen.',
      nothingFound: 'Keine Gruppen gefunden.',
      notShown: 'Die Gruppen konnten nicht geladen werden',
      joined: 'Du bist Mitglied',
      system: 'Nach Rolle',
      deactivated: 'Deaktiviert',
      joinNamed: (name) => `${name} beitreten`,
    },
    join: 'Beitreten',
    leave: 'Verlassen',
    field: 'Mitglied suchen',
    memberList: 'Mitglieder',
    nobody: 'Keine Mitglieder gefunden.',
    more: ({ shown, found }) =>
      `${german.number(shown)} von ${german.number(found)} Mitgliedern. Tippe, um die anderen zu finden.`,
    subgroup: (count) =>
      `Gruppe · ${german.plural(count, { one: '1 Mitglied', other: `${german.number(count)} Mitglieder` })}`,
    write: (count) =>
      german.plural(count, { one: 'Nachricht an dieses Mitglied', other: `Nachricht an alle ${german.number(count)}` }),
    gone: 'Diese Gruppe gibt es nicht mehr.',
    notShown: 'Die Gruppe konnte nicht geladen werden',
    loading: 'Mitglieder werden geladen…',
    deactivated: 'deaktiviert',
    isDeactivated: 'Diese Gruppe ist deaktiviert. Sie kann nicht erwähnt werden und keine Rechte bekommen.',
    isSystem: 'Die Mitglieder dieser Gruppe ergeben sich aus ihren Rollen.',
    mentionedBy: (who) => `Erwähnen können sie: ${who}`,
    created: ({ day, by }) => (by === null ? `Angelegt am ${day}` : `Angelegt von ${by} am ${day}`),
    createdBy: (name) => `Angelegt von ${name}`,
    edit: 'Gruppe bearbeiten',
    editMembers: 'Mitglieder ändern',
    form: {
      create: 'Neue Gruppe',
      edit: (name) => `„${name}“ bearbeiten`,
      name: 'Name',
      description: 'Beschreibung',
      mention: 'Wer sie erwähnen kann',
      people: 'Mitglieder',
      addPeople: 'Personen hinzufügen…',
      peopleTitle: 'Mitglieder der neuen Gruppe',
      addYourself: 'Dich hinzufügen',
      add: 'Hinzufügen',
      removePerson: (name) => `${name} entfernen`,
      remaining: (count) => (count < 0 ? `${german.number(-count)} zu viel` : `noch ${german.number(count)} Zeichen`),
      submit: 'Anlegen',
      save: 'Speichern',
    },
    membership: {
      title: (name) => `Mitglieder von „${name}“`,
      toAdd: 'Hinzufügen',
      toRemove: 'Entfernen',
      removeHint: 'Wähle unten Mitglieder, um sie zu entfernen.',
      addPeople: 'Personen hinzufügen…',
      addGroups: 'Gruppen hinzufügen…',
      peopleTitle: 'Personen hinzufügen',
      groupsTitle: 'Gruppen hinzufügen',
      groupField: 'Name der Gruppe',
      groupList: 'Gruppen',
      noGroups: 'Keine Gruppen gefunden.',
      add: 'Hinzufügen',
      undo: (name) => `${name} nicht ändern`,
      field: 'Mitglied zum Entfernen suchen',
      save: 'Speichern',
    },
    ending: {
      delete: {
        act: 'Gruppe löschen',
        question: (name) => `„${name}“ löschen?`,
        lost: 'Die Liste ihrer Mitglieder geht verloren. Erwähnungen der Gruppe bleiben in Nachrichten als reiner Text. Das lässt sich nicht rückgängig machen.',
        used: 'Diese Rechte und Gruppen verlieren ihre Mitglieder:',
        confirm: 'Löschen',
      },
      deactivate: {
        act: 'Gruppe deaktivieren',
        question: (name) => `„${name}“ deaktivieren?`,
        lost: 'Niemand kann die Gruppe dann erwähnen, und sie verschwindet aus der Liste. Erwähnungen bleiben in Nachrichten als Text.',
        used: 'Sie wird noch verwendet, der Server lehnt es also wohl ab. Ändere zuerst das:',
        confirm: 'Deaktivieren',
      },
    },
    usedIn,
    leaving: {
      question: (name) => `„${name}“ verlassen?`,
      consequence: 'Zurück kommst du nur, wenn jemand dich hinzufügt.',
    },
  },
  failures: {
    GROUP_NAME_MISSING: 'Gib einen Namen für die Gruppe ein.',
    GROUP_NAME_TOO_LONG: ({ length, most }) => `Der Name hat ${length} Zeichen; erlaubt sind ${most}. Kürze ihn.`,
    GROUP_NAME_CHARACTER: ({ position }) =>
      `Das Zeichen an Stelle ${position} ist in einem Namen nicht erlaubt. Entferne oder ersetze es.`,
    GROUP_NAME_RESERVED: ({ beginning }) =>
      `Der Name einer Gruppe kann nicht mit „${beginning}“ beginnen. Wähle einen anderen Namen.`,
    GROUP_NAME_TAKEN: ({ name, isDeactivated }) =>
      isDeactivated
        ? `Eine deaktivierte Gruppe heißt schon „${name}“. Wähle einen anderen Namen.`
        : `Eine Gruppe namens „${name}“ gibt es schon. Wähle einen anderen Namen.`,
    GROUP_DESCRIPTION_TOO_LONG: ({ length, most }) =>
      `Die Beschreibung hat ${length} Zeichen; erlaubt sind ${most}. Kürze sie.`,
    GROUP_DESCRIPTION_CHARACTER:
      'Die Beschreibung enthält ein Zeichen, das nicht gespeichert werden kann. Entferne oder ersetze es.',
    GROUP_REFUSED: ({ act }) => refused[act],
    GROUP_ALREADY_MEMBER: ({ name }) =>
      name === null
        ? 'Es wurde nichts geändert: Jemand davon ist schon Mitglied.'
        : `Es wurde nichts geändert: ${name} ist schon Mitglied.`,
    GROUP_NOT_MEMBER: ({ name }) =>
      name === null
        ? 'Es wurde nichts geändert: Jemand davon ist nicht mehr Mitglied.'
        : `Es wurde nichts geändert: ${name} ist nicht mehr Mitglied.`,
    GROUP_GONE: 'Diese Gruppe gibt es nicht mehr, oder sie ist deaktiviert.',
    GROUP_IN_USE: (uses) =>
      ['Der Server kann keine Gruppe deaktivieren, die noch verwendet wird.', ...usedIn(uses)].join(' '),
    GROUP_OUTCOME_UNKNOWN: ({ act }) => unknown[act],
    GROUP_OFFLINE: ({ act }) => needsServer[act],
  },
}
