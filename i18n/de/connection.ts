import type { connection as english } from '../en/connection.ts'

export const connection: typeof english = {
  SLOW_DOWN: 'Der Server hat Skein gebeten, langsamer zu machen.',
  SERVER_INTERNAL: 'Der Server hat einen internen Fehler gemeldet.',
  NOT_OF_SERVICE: 'Die Antwort kam nicht von einem Nachrichtenserver.',
  PROXY_ANSWERS: 'Der Server ist nicht verfügbar. Nur der Proxy davor antwortet.',
  KEY_REFUSED: 'Der Server hat den Schlüssel abgelehnt.',
  SERVER_REFUSED: 'Der Server hat das abgelehnt.',
  NOT_SUPPORTED: 'Dieser Server unterstützt das nicht.',
  ANSWER_UNREADABLE: ({ detail }) => `Die Antwort des Servers war nicht lesbar: ${detail}`,
  ABORTED: 'Die Anfrage wurde unterbrochen.',
  INCOMPLETE_REGISTRATION: ({ lacks }) =>
    `Skein kann mit diesem Server nicht arbeiten. In seiner Registrierung ${lacks === '' ? 'fehlen nötige Daten' : `fehlt „${lacks}“`}, oder ihr Format ist dieser Version von Skein unbekannt. Aktualisiere Skein, oder wende dich an die Administration des Servers.`,
}
