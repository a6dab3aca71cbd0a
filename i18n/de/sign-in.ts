import type { signIn as english } from '../en/sign-in.ts'

const addresses = {
  empty: 'Gib die Serveradresse deiner Organisation ein.',
  malformed: 'Das ist keine gültige Adresse. Gib eine wie chat.example.com ein.',
  scheme: 'Serveradressen beginnen mit https://.',
  has_password: 'Lass Name und Passwort in der Adresse weg. Sie haben eigene Felder.',
  not_encrypted: 'Diese Adresse ist nicht verschlüsselt. Skein sendet Passwörter nur über https://.',
  not_origin: 'Die Serveradresse dieses Kontos ist nicht gültig.',
}

export const signIn: typeof english = {
  BAD_ADDRESS: ({ problem }) => addresses[problem],
  UNREACHABLE: ({ cause }, sentenceOf) => sentenceOf(cause),
  MOVED: ({ origin }) => `Dieser Server ist umgezogen. Seine neue Adresse ist ${origin}`,
  LOGIN_PAGE:
    'Dieser Server schickt Skein zum Anmelden auf eine Webseite. Frag seine Administration, wie Apps sich verbinden können.',
  RATE_LIMIT_HIT: ({ isPassword, waitSeconds }) =>
    `${isPassword ? 'Zu viele Versuche mit einem falschen Passwort.' : 'Zu viele Versuche.'} Warte ${
      waitSeconds === null ? 'eine halbe Stunde' : waitText(waitSeconds)
    } und versuche es dann noch einmal.`,
  BEHIND_A_LOGIN: ({ status }) =>
    `Etwas vor dem Server, etwa ein Proxy mit eigener Anmeldung, blockiert Skein (${status}). Frag die Administration des Servers, wie Apps sich verbinden können.`,
  NO_PASSWORD_CALL: ({ status }) =>
    `Dieser Server nimmt von Apps keine Passwörter an (${status}). Melde dich stattdessen mit deiner E-Mail-Adresse und einem API-Schlüssel an.`,
  NOT_A_SERVER:
    'Unter dieser Adresse gibt es einen Server, aber keinen, mit dem Skein sprechen kann. Prüfe die Adresse mit deiner Administration. Wenn dein Netz eine Anmeldeseite hat, öffne diese zuerst.',
  WRONG_PASSWORD: 'E-Mail-Adresse oder Passwort ist falsch.',
  WRONG_KEY:
    'Der Server nimmt diese E-Mail-Adresse mit diesem API-Schlüssel nicht an. Prüfe beide. Das geschieht auch, wenn das Konto oder die Organisation deaktiviert ist.',
  USER_DEACTIVATED:
    'Dieses Konto ist deaktiviert. Bitte die Administration deiner Organisation, es wieder zu aktivieren.',
  REALM_DEACTIVATED: 'Diese Organisation ist deaktiviert. Bitte ihre Administration, sie wieder zu aktivieren.',
  PASSWORD_AUTH_DISABLED:
    'Diese Organisation verwendet keine Passwörter. Melde dich mit deiner E-Mail-Adresse und dem API-Schlüssel aus ihren Einstellungen an.',
  PASSWORD_RESET_REQUIRED: ({ origin }) =>
    `Du musst zuerst dein Passwort zurücksetzen. Öffne ${origin} in einem Browser, setze es dort zurück und komm dann wieder.`,
  NONEXISTENT_SUBDOMAIN: ({ origin }) =>
    `Unter ${origin} gibt es keine Organisation. Prüfe den Teil der Adresse vor dem ersten Punkt.`,
  REQUEST_NOT_UNDERSTOOD: ({ name }) =>
    `Der Server hat die Anfrage von Skein nicht verstanden${name === null ? '' : ` („${name}“ fehlt)`}. Vielleicht hat ein Proxy einen Teil entfernt, oder es ist eine andere Art von Server. Wende dich an seine Administration.`,
  SERVER_NOT_READY: 'Der Server startet gerade. Versuche es in einer Minute noch einmal.',
  SERVER_AWAY: ({ status }) =>
    `Der Server ist nicht verfügbar; an seiner Stelle antwortet ein Proxy (${status}). Vielleicht startet er gerade neu. Versuche es in ein paar Minuten noch einmal.`,
  SERVER_TROUBLE: ({ status }) =>
    `Der Server hat einen internen Fehler gemeldet (${status}). Versuche es später noch einmal. Wenn das so bleibt, wende dich an seine Administration.`,
  REFUSED: ({ serverText }) =>
    serverText === '' ? 'Der Server hat die Anmeldung ohne Grund abgelehnt.' : `Der Server meldet: „${serverText}“`,
  TOO_OLD: ({ level, needed }) =>
    `Dieser Server ist zu alt für Skein (Funktionsstufe ${level}; Skein braucht ${needed}). Bitte seine Administration, ihn zu aktualisieren.`,
  INCOMPATIBLE: 'Dieser Server unterstützt diese Version von Skein nicht mehr. Aktualisiere Skein.',
  NO_ORGANIZATION: ({ host }) =>
    `Auf diesem Server gibt es mehrere Organisationen. Gib die Adresse von deiner ein, etwa deine-organisation.${host}`,
}

/** A wait in words, rounded up. */
function waitText(seconds: number): string {
  if (seconds <= 60) return seconds <= 1 ? 'eine Sekunde' : `${Math.ceil(seconds)} Sekunden`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? `${minutes} Minuten` : `${Math.ceil(minutes / 60)} Stunden`
}
