import { german, word } from '#i18n/de/format.ts'
import { roleNames } from '#i18n/de/lists.ts'
import type { managing as english } from './en.ts'

export const managing: typeof english = {
  page: {
    title: (name) => `${name} verwalten`,
    notShown: 'Diese Person konnte nicht geladen werden',
    gone: 'Diese Person ist nicht mehr in deiner Organisation.',
    name: 'Name',
    email: 'E-Mail',
    role: 'Rolle',
    roles: roleNames,
    roleMeanings: {
      owner: 'Kann alles, auch Eigentümer ändern und die Organisation deaktivieren.',
      administrator: 'Kann Personen, Bots und Einstellungen der Organisation verwalten.',
      moderator: 'Hat mehr Rechte, wo die Organisation sie der Moderation gibt.',
      member: 'Hat die üblichen Rechte.',
      get guest() {
        return `Sieht nur die ${word.many}, zu denen ihn jemand hinzufügt.`
      },
    },
    choosePeople: 'Personen wählen',
    botType: 'Art',
    botTypes: { generic: 'Allgemeiner Bot', incoming: 'Eingehender Webhook', outgoing: 'Ausgehender Webhook' },
    botMeanings: {
      generic: 'Liest und sendet Nachrichten über die API, wie eine Person.',
      incoming: 'Sendet nur Nachrichten, etwa für Build-Server.',
      outgoing: 'Sendet Nachrichten, die ihn erwähnen, an eine Webadresse und veröffentlicht die Antworten.',
    },
    unknownType: 'Andere Art',
    owner: 'Eigentümer',
    noOwner: 'Niemand',
    changeOwner: 'Eigentümer ändern…',
    chooseOwner: 'Neuen Eigentümer wählen',
    sendingStream: 'Sendet sonst an',
    get eventsStream() {
      return `Bekommt sonst Ereignisse aus diesem ${word.one}`
    },
    get noStream() {
      return `Kein ${word.one}`
    },
    key: 'API-Schlüssel',
    keyHint: 'Wer den Schlüssel hat, kann als dieser Bot handeln. Skein kopiert ihn, ohne ihn zu zeigen.',
    keyOfOwner: 'Nur der Eigentümer dieses Bots kann seinen Schlüssel kopieren. Du kannst ihn ersetzen.',
    copyKey: 'Schlüssel kopieren',
    keyCopied: 'Schlüssel kopiert.',
    keyNotCopied: 'Der Schlüssel konnte nicht kopiert werden. Versuche es noch einmal.',
    replaceKey: 'Schlüssel ersetzen…',
    replaceQuestion: (name) => `Den Schlüssel von ${name} ersetzen?`,
    replaceConsequence:
      'Der bisherige Schlüssel gilt sofort nicht mehr. Programme, die ihn verwenden, brauchen den neuen.',
    replace: 'Schlüssel ersetzen',
    keyReplaced: 'Schlüssel ersetzt. Der neue ist kopiert.',
    keyReplacedOnly: 'Schlüssel ersetzt. Kopiere ihn, bevor du diesen Dialog schließt.',
    activity: 'Konto',
    deactivate: 'Deaktivieren…',
    reactivate: 'Reaktivieren',
    isDeactivated: 'Dieses Konto ist deaktiviert.',
    saved: 'Gespeichert.',
    deactivation: {
      question: (name) => `${name} deaktivieren?`,
      person:
        'Die Person wird überall abgemeldet und kann sich nicht wieder anmelden. Ihre Nachrichten bleiben. Du kannst sie später reaktivieren.',
      bot: 'Sein Schlüssel gilt nicht mehr, und er kann keine Nachrichten mehr senden. Seine Nachrichten bleiben. Du kannst ihn später reaktivieren.',
      botsEnd: (count) =>
        german.plural(count, {
          one: 'Ihr Bot wird auch deaktiviert:',
          other: `Ihre ${german.number(count)} Bots werden auch deaktiviert:`,
        }),
      botsStay: (count) =>
        german.plural(count, {
          one: 'Ihr Bot bleibt aktiv und behält seinen Schlüssel:',
          other: `Ihre ${german.number(count)} Bots bleiben aktiv und behalten ihre Schlüssel:`,
        }),
      otherBots: (count) => german.plural(count, { one: '1 weiterer', other: `${german.number(count)} weitere` }),
      groups: (count) =>
        german.plural(count, {
          one: 'Sie bleibt in 1 Gruppe und ist wieder darin, wenn du sie reaktivierst.',
          other: `Sie bleibt in ${german.number(count)} Gruppen und ist wieder darin, wenn du sie reaktivierst.`,
        }),
      comment: 'Nachricht an diese Person per E-Mail (freiwillig)',
      confirm: 'Deaktivieren',
    },
    newPerson: {
      title: 'Person hinzufügen',
      intro: 'Das Konto gilt sofort. Teile der Person das Passwort mit, und bitte sie, es zu ändern.',
      password: 'Passwort',
      least: (count) => `Mindestens ${german.number(count)} Zeichen.`,
      submit: 'Person hinzufügen',
    },
    newBot: {
      title: 'Neuer Bot',
      shortName: 'Benutzername',
      shortNameHint: 'Buchstaben, Ziffern und . _ + -. Er wird Teil der E-Mail-Adresse des Bots.',
      address: 'Webadresse',
      addressExample: 'https://',
      submit: 'Bot erstellen',
    },
  },
  failures: {
    PERSON_UNKNOWN: 'Diese Person ist nicht mehr in deiner Organisation.',
    PERSON_EMAIL_INVALID: 'Gib eine E-Mail-Adresse ein.',
    PERSON_PASSWORD_TOO_SHORT: ({ least }) => `Das Passwort braucht mindestens ${german.number(least)} Zeichen.`,
    BOT_SHORT_NAME_INVALID: 'Der Benutzername kann bis zu 50 Buchstaben, Ziffern und . _ + - haben.',
    BOT_ADDRESS_INVALID: 'Gib eine Webadresse ein, die mit https:// oder http:// beginnt.',
    get BOT_STREAMS_IGNORED() {
      return `Der Server kennt keine ${word.many} als Vorgabe von Bots. Alles andere ist gespeichert.`
    },
    BOT_KEY_UNKNOWN: 'Der Server verrät dir den Schlüssel dieses Bots nicht. Ersetze ihn, um einen neuen zu bekommen.',
  },
}
