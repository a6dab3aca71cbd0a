import { german, word } from '#i18n/de/format.ts'
import type { streams as english } from './en.ts'

const offline = (purpose: string) =>
  `Skein erreicht den Server nicht, um ${purpose}. Versuche es noch einmal, wenn du online bist.`
const needsServer = {
  get join() {
    return offline(`diesem ${word.one} beizutreten`)
  },
  get leave() {
    return offline(`diesen ${word.one} zu verlassen`)
  },
  get add() {
    return offline(`Personen zu diesem ${word.one} hinzuzufügen`)
  },
  get remove() {
    return offline(`Personen aus diesem ${word.one} zu entfernen`)
  },
  get create() {
    return `Skein erreicht den Server nicht, um diesen ${word.one} anzulegen. Was du eingegeben hast, ist gespeichert. Versuche es noch einmal, wenn du online bist.`
  },
}
const broken = 'Die Verbindung brach ab, bevor der Server bestätigen konnte, dass'
const again = 'Du kannst es ohne Gefahr noch einmal versuchen, wenn du online bist.'
const unknown = {
  join: `${broken} du beigetreten bist. ${again}`,
  leave: `${broken} du nicht mehr dabei bist. Versuche es noch einmal, wenn du online bist.`,
  add: `${broken} die Personen hinzugefügt sind. ${again}`,
  remove: `${broken} die Personen entfernt sind. ${again}`,
  get create() {
    return `${broken} der ${word.one} angelegt ist. ${again}`
  },
}
const joining = {
  get private() {
    return `Dieser ${word.one} ist privat. Nur seine Abonnenten können dich hinzufügen.`
  },
  get guest() {
    return `Gäste können ${word.toMany} nicht selbst beitreten. Bitte ein Mitglied, dich hinzuzufügen.`
  },
  get server() {
    return `Du darfst diesem ${word.one} nicht beitreten.`
  },
}
const privacies = {
  get public() {
    return `Du darfst keine öffentlichen ${word.many} anlegen.`
  },
  get web_public() {
    return `Du kannst hier keine ${word.many} anlegen, die alle im Web lesen können.`
  },
  get private() {
    return `Du darfst keine privaten ${word.many} anlegen.`
  },
}

export const streams: typeof english = {
  page: {
    get title() {
      return word.many
    },
    search: 'Nach Name oder Beschreibung suchen',
    get filters() {
      return `${word.many} filtern`
    },
    filter: { all: 'Alle', joined: 'Beigetreten', others: 'Nicht beigetreten' },
    privacy: {
      public: 'Alle in der Organisation können ihn lesen',
      web_public: 'Alle im Web können ihn lesen',
      private: 'Privat',
    },
    archived: 'Archiviert',
    joined: 'Beigetreten',
    muted: 'Stumm',
    subscribers: (count) => `${german.number(count)} ${german.plural(count, { one: 'Abonnent', other: 'Abonnenten' })}`,
    weekly: (count) =>
      `${german.number(count)} ${german.plural(count, { one: 'Nachricht', other: 'Nachrichten' })} pro Woche`,
    join: 'Beitreten',
    leave: 'Verlassen',
    joinNamed: (name) => `${name} beitreten`,
    leaveNamed: (name) => `${name} verlassen`,
    get none() {
      return `Noch keine ${word.many}.`
    },
    get nothingFound() {
      return `Keine ${word.many} gefunden.`
    },
    get notShown() {
      return `Die ${word.many} konnten nicht geladen werden`
    },
    found: (count) => `${german.number(count)} ${german.plural(count, { one: word.one, other: word.many })}`,
    leaving: {
      question: (name) => `„${name}“ verlassen?`,
      get consequence() {
        return `Dieser ${word.one} ist privat. Zurück kommst du nur, wenn ein Abonnent dich hinzufügt.`
      },
    },
    creating: {
      get title() {
        return `Neuer ${word.one}`
      },
      name: 'Name',
      description: 'Beschreibung',
      privacy: 'Wer ihn lesen kann',
      privacies: {
        public: { name: 'Alle in der Organisation', meaning: 'Gäste können ihn nur als Abonnenten lesen.' },
        web_public: { name: 'Alle im Web', meaning: 'Auch ohne Konto.' },
        private_shared: {
          name: 'Nur Abonnenten, mit allem Früheren',
          meaning: 'Neue Abonnenten können frühere Nachrichten lesen.',
        },
        private_protected: {
          name: 'Nur Abonnenten, ab ihrem Beitritt',
          meaning: 'Neue Abonnenten können frühere Nachrichten nicht lesen.',
        },
      },
      posting: 'Wer schreiben kann',
      postings: {
        everyone: 'Alle, die ihn lesen können',
        full_members: 'Volle Mitglieder',
        moderators: 'Moderatoren und Administratoren',
        administrators: 'Administratoren',
      },
      people: 'Erste Abonnenten, außer dir',
      addPeople: 'Personen hinzufügen…',
      peopleTitle: 'Erste Abonnenten',
      add: 'Hinzufügen',
      removePerson: (name) => `${name} entfernen`,
      get announce() {
        return `Im ${word.one} für Ankündigungen der Organisation ankündigen`
      },
      remaining: (count) => (count < 0 ? `${german.number(-count)} zu viel` : `noch ${german.number(count)} Zeichen`),
      create: 'Anlegen',
    },
    settings: {
      title: (name) => `Einstellungen für „${name}“`,
      color: 'Farbe',
      colors: {
        brown: 'Braun',
        rust: 'Rost',
        red: 'Rot',
        orange: 'Orange',
        amber: 'Bernstein',
        yellow: 'Gelb',
        lime: 'Limette',
        green: 'Grün',
        mint: 'Mint',
        sky: 'Himmelblau',
        blue: 'Blau',
        lavender: 'Lavendel',
        violet: 'Violett',
        purple: 'Lila',
        pink: 'Rosa',
        grey: 'Grau',
      },
      otherColor: 'Eigene Farbe',
      position: 'In der Seitenleiste',
      pinned: 'Oben anheften',
      muted: 'Stummschalten',
      mutedMeaning: 'Wird blass und zählt nicht als ungelesen. Themen, denen du folgst, zählen trotzdem.',
      notifications: 'Bei jeder Nachricht benachrichtigen',
      notification: {
        desktop_notifications: 'Auf diesem Computer',
        audible_notifications: 'Mit einem Ton',
        push_notifications: 'Auf meinem Telefon',
        email_notifications: 'Per E-Mail',
        wildcard_mentions_notify: 'Wenn alle erwähnt werden',
      },
      get usual() {
        return `Wie bei anderen ${word.toMany}`
      },
      get own() {
        return `Für diesen ${word.one} gewählt`
      },
      get notJoined() {
        return `Du bist diesem ${word.one} nicht beigetreten. Nur Abonnenten haben Einstellungen dafür.`
      },
      get gone() {
        return `Diesen ${word.one} gibt es nicht mehr, oder du hast keinen Zugriff mehr darauf.`
      },
      get notShown() {
        return `Die Einstellungen des ${word.ofOne} konnten nicht geladen werden`
      },
    },
    get preview() {
      return `Du bist diesem ${word.one} nicht beigetreten und bekommst seine neuen Nachrichten nicht.`
    },
  },
  failures: {
    get STREAM_NAME_MISSING() {
      return `Gib einen Namen für den ${word.one} ein.`
    },
    STREAM_NAME_TOO_LONG: ({ length, most }) => `Der Name hat ${length} Zeichen; erlaubt sind ${most}. Kürze ihn.`,
    STREAM_NAME_CHARACTER: ({ position }) =>
      `Das Zeichen an Stelle ${position} ist in einem Namen nicht erlaubt. Entferne oder ersetze es.`,
    STREAM_NAME_TAKEN: ({ name, isVisible }) =>
      isVisible
        ? `Einen ${word.one} namens „${name}“ gibt es schon. Wähle einen anderen Namen, oder tritt ihm bei.`
        : `Ein privater ${word.one} heißt schon „${name}“. Wähle einen anderen Namen.`,
    STREAM_DESCRIPTION_TOO_LONG: ({ length, most }) =>
      `Die Beschreibung hat ${length} Zeichen; erlaubt sind ${most}. Kürze sie.`,
    STREAM_DESCRIPTION_CHARACTER:
      'Die Beschreibung enthält ein Zeichen, das nicht gespeichert werden kann. Entferne oder ersetze es.',
    STREAM_PRIVACY_REFUSED: ({ privacy }) => privacies[privacy],
    get STREAM_SUBSCRIBERS_REFUSED() {
      return `Du darfst andere Personen nicht zu ${word.toMany} hinzufügen. Entferne sie.`
    },
    get STREAM_ADDING_REFUSED() {
      return `Du darfst keine Personen zu diesem ${word.one} hinzufügen.`
    },
    STREAM_JOIN_REFUSED: ({ why }) => joining[why],
    STREAM_OUTCOME_UNKNOWN: ({ act }) => unknown[act],
    STREAM_OFFLINE: ({ act }) => needsServer[act],
  },
}
