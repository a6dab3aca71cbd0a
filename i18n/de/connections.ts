import type { connections as english } from '../en/connections.ts'
import { german } from './format.ts'

export const connections: typeof english = {
  status: {
    connected: (since) => (since === null ? 'Verbunden' : `Verbunden seit ${since}`),
    connecting: 'Verbindet',
    offline: (elapsed) => (elapsed === null ? 'Offline' : `Offline seit ${elapsed}`),
    rate_limited: (until) => `Pausiert bis ${until}`,
    keychain: 'Wartet auf den Schlüsselbund',
    signed_out: 'Abgemeldet',
    refused: 'Nicht verbunden',
  },
  reasons: {
    rateLimited: 'Der Server hat Skein gebeten, langsamer zu machen. Danach wird alles Wartende automatisch gesendet.',
    online: 'Neues kommt sofort an.',
    starting: 'Verbindung zum Server wird aufgebaut.',
    catchingUp: 'Skein lädt, was in deiner Abwesenheit passiert ist.',
    keychain: 'Vielleicht fragt er in einem anderen Fenster nach deinem Passwort.',
  },
  failures: {
    internal: 'In Skein ist etwas schiefgegangen. Näheres steht im Protokoll.',
    aborted: 'Die Anfrage wurde unterbrochen.',
    queue_lost: 'Der Server hat diese Sitzung beendet. Skein beginnt eine neue.',
    no_key: 'Dieses Konto hat keinen Schlüssel für die Anmeldung.',
    server_away: 'Der Server ist nicht verfügbar.',
    server_trouble: 'Der Server hat einen internen Fehler gemeldet.',
    slow_down: 'Der Server hat Skein gebeten, langsamer zu machen.',
    network: 'Der Server war nicht erreichbar.',
    disk: 'Die Anfrage wurde abgelehnt.',
    signed_out: 'Die Anfrage wurde abgelehnt.',
    refused: 'Die Anfrage wurde abgelehnt.',
  },
  tries: {
    lastAt: (moment) => `Letzter Versuch: ${moment}.`,
    count({ count, ago }) {
      const times = german.plural(count, { one: 'Ein Versuch', other: `${german.number(count)} Versuche` })
      if (ago === null) return `${times}.`
      return german.plural(count, { one: `${times}, ${ago}.`, other: `${times}, der letzte ${ago}.` })
    },
  },
  lastAnswer: (ago) => `Letzte Antwort des Servers: ${ago}.`,
  whileRateLimited: 'Ein früherer Versuch würde die Wartezeit nur verlängern.',
  next: {
    now: 'Versucht es gerade…',
    at: (left) => `Nächster Versuch in ${left}`,
    rateLimited: (left) => `Weiter in ${left}`,
    none: 'Kein automatischer Versuch',
    offlineNow: 'Offline, versucht es',
    offlineAt: (left) => `Offline, nächster Versuch in ${left}`,
  },
  work: {
    missed: 'Lädt verpasste Nachrichten',
    changed: 'Sucht nach Änderungen',
    flags: (count) =>
      german.plural(count, {
        one: 'Prüft, ob eine Nachricht gelesen oder mit Stern markiert ist',
        other: `Prüft, welche von ${german.number(count)} Nachrichten gelesen oder mit Stern markiert sind`,
      }),
    drafts: (count) =>
      german.plural(count, {
        one: '1 Entwurf noch nicht synchronisiert',
        other: `${german.number(count)} Entwürfe noch nicht synchronisiert`,
      }),
    progress: ({ done, total }) =>
      `${german.number(done)} von ${german.number(total)} ${german.plural(total, { one: 'Unterhaltung', other: 'Unterhaltungen' })} fertig`,
    underWay: 'Läuft.',
    waitsForTry: 'Wartet auf den nächsten Versuch.',
    waitsForServer: 'Wartet auf den Server.',
    network: 'wartet auf das Netz',
    serverAway: 'der Server ist nicht verfügbar',
    signedOut: 'abgemeldet; melde dich an, um fortzufahren',
    uploading: ({ sent, size }) => `${sent} von ${size}`,
    uploaded: 'hochgeladen',
  },
  settled: {
    all: 'Alles ist gesendet und auf dem neuesten Stand',
    sent: 'Alles ist gesendet',
    nothing: 'Nichts wartet darauf, gesendet zu werden',
    since: (moment) => `Seit ${moment}.`,
    neverReached: 'Der Server hat noch nicht geantwortet.',
    asOf: (moment) => `Stand: ${moment}, die letzte Antwort des Servers.`,
  },
  stale: 'Ältere Nachrichten können sich in deiner Abwesenheit geändert haben. Skein prüft sie, wenn du sie öffnest.',
}
