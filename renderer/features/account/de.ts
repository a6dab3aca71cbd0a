import { german, word } from '#i18n/de/format.ts'
import type { account as english } from './en.ts'

const settingNames = {
  full_name: 'Namen ändern',
  email_address_visibility: 'Ändern, wer deine E-Mail-Adresse sieht',
  timezone: 'Zeitzone ändern',
}

const noServer = (purpose: string) =>
  `Skein erreicht den Server nicht, um ${purpose}. Versuche es noch einmal, wenn du online bist.`
const offline = {
  picture: noServer('dein Bild zu ändern'),
  password: noServer('dein Passwort zu ändern'),
  key: noServer('deinen Schlüssel zu ersetzen'),
  deactivation: noServer('dein Konto zu deaktivieren'),
}
const unknown = {
  picture:
    'Die Verbindung brach ab, bevor der Server dein Bild bestätigen konnte. Du kannst es ohne Gefahr noch einmal versuchen.',
  password:
    'Die Verbindung brach ab, bevor der Server die Änderung bestätigen konnte. Es kann das alte oder das neue Passwort gelten.',
  key: 'Die Verbindung brach ab, bevor der Server den neuen Schlüssel schickte. Wenn dieser Computer abgemeldet ist, melde dich noch einmal an.',
  deactivation: 'Die Verbindung brach ab, bevor der Server bestätigen konnte, dass dein Konto deaktiviert ist.',
}

export const account: typeof english = {
  page: {
    status: {
      title: 'Dein Status',
      text: 'Was machst du gerade?',
      example: 'In einer Besprechung',
      remaining: (count) =>
        count >= 0 ? `noch ${german.number(count)} Zeichen` : `${german.number(-count)} Zeichen zu lang`,
      chooseEmoji: 'Emoji wählen',
      changeEmoji: (name) => `Emoji ändern (:${name}:)`,
      removeEmoji: 'Emoji entfernen',
      suggestions: 'Vorschläge',
      presets: {
        busy: 'Beschäftigt',
        meeting: 'In einer Besprechung',
        commuting: 'Unterwegs',
        sick: 'Krank',
        vacation: 'Im Urlaub',
        home: 'Im Homeoffice',
        office: 'Im Büro',
      },
      end: 'Automatisch entfernen',
      ends: {
        never: 'Nicht entfernen',
        half_hour: 'In 30 Minuten',
        hour: 'In 1 Stunde',
        moment: 'Anderer Zeitpunkt…',
      },
      endHint: 'Skein entfernt ihn auf diesem Computer. Wenn Skein dann nicht läuft, geschieht es beim nächsten Start.',
      choose: 'Setzen',
      changeEnd: 'Zeitpunkt ändern',
      until: (time) => `Um ${time}`,
      withEnd: (status, time) => `${status} (bis ${time})`,
      clear: 'Status entfernen',
      notSet: (reason) => `Der Server hat deinen Status abgelehnt. ${reason}`,
    },
    profile: {
      title: 'Profil',
      notShown: 'Dein Profil konnte nicht geladen werden',
      changePicture: 'Bild ändern…',
      removePicture: 'Bild entfernen',
      pictureHint: 'Skein schneidet es quadratisch zu und entfernt, wo und wann es aufgenommen wurde.',
      pictureSaving: 'Wird gespeichert…',
      pictureLocked: 'In deiner Organisation kannst du dein Bild nicht ändern.',
      noPicture: 'Diese Datei ist kein Bild, das Skein lesen kann. Wähle eine PNG-, JPEG-, WebP- oder GIF-Datei.',
      pictureTooLarge: (limit) => `Diese Datei ist zu groß; erlaubt sind ${limit}.`,
      pictureTooManyPixels: 'Dieses Bild hat zu viele Pixel. Verkleinere es zuerst.',
      crop: {
        title: 'Bild zuschneiden',
        hint: 'Verschiebe das Bild mit der Maus oder den Pfeiltasten. Mit + und − änderst du die Größe.',
        square: 'Bild',
        zoom: 'Vergrößerung',
        use: 'Bild verwenden',
      },
      name: 'Name',
      nameLocked: 'In deiner Organisation kannst du deinen Namen nicht ändern.',
      noChoice: 'Keine Angabe',
      linkExample: 'https://',
      addPeople: 'Personen hinzufügen…',
      choosePeople: 'Personen wählen',
      removePerson: (person) => `${person} entfernen`,
      email: 'Wer deine E-Mail-Adresse sehen kann',
      visibility: {
        1: 'Alle',
        2: 'Mitglieder, aber keine Gäste',
        5: 'Moderatoren und Administratoren',
        3: 'Administratoren',
        4: 'Niemand',
      },
      timezone: 'Zeitzone',
      noTimezone: 'Nicht angegeben',
      waiting: 'noch nicht synchronisiert',
      changedElsewhere: (value) =>
        `Das wurde anderswo zu „${value}“ geändert. Dein Text ersetzt es, wenn du speicherst.`,
      changedElsewhereOnly: 'Das wurde anderswo geändert. Deine Wahl ersetzt es, wenn du speicherst.',
    },
    password: {
      title: (organization) => `Passwort für ${organization} ändern`,
      consequence:
        'Deine anderen Geräte und Apps werden vielleicht abgemeldet und brauchen dann das neue Passwort. Dieser Computer bleibt angemeldet.',
      current: 'Jetziges Passwort',
      wanted: 'Neues Passwort',
      again: 'Neues Passwort wiederholen',
      least: (count) => `Das neue Passwort braucht mindestens ${german.number(count)} Zeichen.`,
      change: 'Passwort ändern',
      changed: 'Passwort geändert. Dieser Computer ist noch angemeldet.',
      changedWithoutKey:
        'Passwort geändert, aber Skein konnte nicht bestätigen, dass dieser Computer noch angemeldet ist. Wenn nicht, melde dich mit dem neuen Passwort an.',
    },
    key: {
      title: (organization) => `API-Schlüssel für ${organization}`,
      intro:
        'Skripte und andere Apps können mit diesem Schlüssel in deinem Namen handeln. Wer ihn hat, kann alles lesen und senden, was du kannst.',
      show: 'Schlüssel zeigen',
      label: 'API-Schlüssel',
      copied: 'Schlüssel kopiert.',
      notCopied: 'Der Schlüssel konnte nicht kopiert werden. Markiere und kopiere ihn selbst.',
      replaceQuestion: 'Schlüssel ersetzen…',
      replace: 'Schlüssel ersetzen',
      consequence:
        'Der jetzige Schlüssel gilt dann nicht mehr. Deine anderen Geräte, Apps und Skripte werden abgemeldet und brauchen den neuen. Dieser Computer bleibt angemeldet.',
      replaced: 'Das ist der neue Schlüssel. Der alte gilt nicht mehr.',
      notStored:
        'Der Schlüsselbund hat den neuen Schlüssel nicht gespeichert. Nach dem Beenden von Skein musst du dich noch einmal anmelden.',
    },
    deactivation: {
      question: (organization) => `Dein Konto bei ${organization} deaktivieren?`,
      consequence:
        'Du wirst überall abgemeldet und kannst dich nicht mehr anmelden. Deine Nachrichten bleiben. Nur die Administration kann dein Konto wieder aktivieren.',
      consequenceHere:
        'Schlüssel, Unterhaltungen, Bilder, Entwürfe, nicht gesendete Nachrichten und Textbausteine dieses Kontos werden von diesem Computer entfernt.',
      confirm: 'Ich habe verstanden',
      deactivate: 'Konto deaktivieren',
    },
    topics: {
      title: 'Stumme und gefolgte Themen',
      policies: { muted: 'Stumm', followed: 'Gefolgt' },
      get search() {
        return `Themen oder ${word.many} suchen`
      },
      notShown: 'Deine Themen konnten nicht geladen werden',
      none: {
        muted: 'Noch keine stummen Themen. Schalte ein Thema über sein Menü stumm, um es auszublenden.',
        followed:
          'Noch keine gefolgten Themen. Folge einem Thema über sein Menü, um von neuen Nachrichten zu erfahren.',
      },
      cannotFollow: 'Dieser Server ist zu alt, um Themen zu folgen.',
      nothingFound: 'Keine Treffer.',
      get unknownStream() {
        return `Unbekannter ${word.one}`
      },
      end: { muted: 'Einschalten', followed: 'Nicht mehr folgen' },
      endOf: {
        muted: (topic) => `${topic} einschalten`,
        followed: (topic) => `${topic} nicht mehr folgen`,
      },
      ended: {
        muted: (topic) => `${topic} ist nicht mehr stumm.`,
        followed: (topic) => `Du folgst ${topic} nicht mehr.`,
      },
      more: (count) =>
        german.plural(count, {
          one: '1 weiteres Thema. Suche, um es zu finden.',
          other: `${german.number(count)} weitere Themen. Suche, um sie zu finden.`,
        }),
    },
    settings: {
      legend: 'Dein Konto',
      profile: 'Profil bearbeiten…',
      profileHint: 'Dein Name, dein Bild, deine Profilfelder, und wer deine E-Mail-Adresse sieht.',
      topics: 'Stumme und gefolgte Themen…',
      topicsHint: 'Themen, die du ausgeblendet hast oder die dich benachrichtigen.',
      password: 'Passwort ändern…',
      passwordHint: 'Das Passwort, mit dem du dich bei dieser Organisation anmeldest.',
      key: 'API-Schlüssel…',
      keyHint: 'Für Skripte und andere Apps, die in deinem Namen handeln.',
      deactivation: 'Konto deaktivieren…',
      deactivationHint: 'Du kannst dich nur wieder anmelden, wenn die Administration es aktiviert.',
    },
  },
  failures: {
    STATUS_TOO_LONG: ({ most }) => `Ein Status kann bis zu ${most} Zeichen haben.`,
    OWN_NAME_EMPTY: 'Gib erst einen Namen ein.',
    OWN_NAME_TOO_LONG: ({ most }) => `Namen können bis zu ${most} Zeichen haben.`,
    NO_PROFILE_FIELD: 'Deine Organisation hat dieses Feld entfernt.',
    PROFILE_TOO_LONG: ({ most }) => `Dieses Feld kann bis zu ${most} Zeichen haben.`,
    PASSWORD_TOO_SHORT: ({ least }) => `Ein Passwort braucht mindestens ${least} Zeichen.`,
    PASSWORDS_DIFFER: 'Die neuen Passwörter stimmen nicht überein. Gib zweimal dasselbe ein.',
    OWN_OFFLINE: ({ act }) => offline[act],
    OWN_OUTCOME_UNKNOWN: ({ act }) => unknown[act],
    LAST_OWNER: 'Du bist der letzte Eigentümer dieser Organisation. Mach erst jemand anderen zum Eigentümer.',
    PROFILE_NOT_A_LINK: 'Gib eine Webadresse ein, die mit https:// oder http:// beginnt.',
  },
  actionNames: {
    STATUS: ({ isSet }) => (isSet ? 'Status setzen' : 'Status entfernen'),
    OWN_SETTING: ({ property }) => settingNames[property],
    OWN_FIELD: ({ name }) => (name === '' ? 'Profil ändern' : `Profil ändern: ${name}`),
  },
}
