import { german } from '#i18n/de/format.ts'
import type { Phrase } from '#i18n/section.ts'
import type { connection as englishConnection, proxy as englishProxy, signingIn as englishSigningIn } from './en.ts'

export const connection: typeof englishConnection = {
  bar: {
    details: 'Näheres',
    rateLimited: (until) => `Der Server hat Skein gebeten, bis ${until} zu warten.`,
    rateLimitedKept: 'Was du schreibst, wird gespeichert und dann gesendet.',
    offline: 'Du bist offline.',
    offlineKept: 'Was du schreibst, wird gespeichert und später gesendet.',
    keychain: 'Skein wartet auf den Schlüsselbund.',
    keychainDetail:
      'Vielleicht fragt er in einem anderen Fenster nach deinem Passwort. Wenn du dich neu anmeldest, bleibst du bis zum Beenden angemeldet.',
    signedOut: 'Du bist abgemeldet.',
    signedOutKept: 'Du kannst hier weiter alles lesen, und deine Entwürfe sind gespeichert.',
  },
  panel: {
    title: 'Verbindungsstatus',
    accounts: 'Konten',
    tryNow: 'Jetzt versuchen',
    tryAllNow: 'Alle jetzt versuchen',
    waiting: (count) => german.plural(count, { one: '1 wartet', other: `${german.number(count)} warten` }),
    notShown: 'Die wartenden Einträge konnten nicht geladen werden.',
    heading: ({ count, elapsed }) => {
      const things = german.plural(count, {
        one: '1 Eintrag wartet',
        other: `${german.number(count)} Einträge warten`,
      })
      if (elapsed === null) return things
      return german.plural(count, {
        one: `${things}, seit ${elapsed}`,
        other: `${things}, der älteste seit ${elapsed}`,
      })
    },
    refused: (count) =>
      german.plural(count, { one: '1 wurde abgelehnt', other: `${german.number(count)} wurden abgelehnt` }),
    rows: 'Wartende Einträge',
    since: (moment) => `Seit ${moment}`,
    waitsFor: (elapsed) => `seit ${elapsed}`,
    moreFiles: (count) =>
      german.plural(count, { one: 'und 1 weitere Datei', other: `und ${german.number(count)} weitere Dateien` }),
  },
  outcome: {
    answered: 'Der Server hat geantwortet.',
    trying: 'Versucht es…',
    inVain: 'Das hat nicht geklappt.',
    rateLimited: (until) =>
      `Nicht versucht. Der Server hat Skein gebeten, bis ${until} zu warten; ein früherer Versuch würde die Wartezeit verlängern.`,
    noKey: 'Nicht versucht. Dieses Konto hat keinen Schlüssel. Melde dich noch einmal an.',
  },
  spoken: ({ organization, state }) => `${organization}: ${state}.`,
  spokenOffline: 'Offline',
}

export const proxy: typeof englishProxy = {
  title: 'Beim Proxy deines Netzes anmelden',
  intro: <T>(proxyName: T): Phrase<T> => [
    'Skein erreicht deine Server erst, wenn ',
    proxyName,
    ' es durchlässt. Das ist nicht das Passwort deiner Organisation. Wenn du es nicht kennst, frag die Administration deines Netzes.',
  ],
  realm: <T>(realm: T): Phrase<T> => ['Der Proxy meldet: „', realm, '“'],
  name: 'Benutzername',
  password: 'Passwort',
  refused: 'Der Proxy hat Benutzername und Passwort nicht angenommen.',
  notNow: 'Nicht jetzt',
  continue: 'Weiter',
}

export const signingIn: typeof englishSigningIn = {
  title: 'Bei deiner Organisation anmelden',
  lead: 'Skein speichert deine Unterhaltungen auf diesem Computer und deinen Schlüssel in seinem Schlüsselbund.',
  server: 'Serveradresse',
  serverExample: 'chat.example.com',
  email: 'E-Mail',
  password: 'Passwort',
  apiKey: 'API-Schlüssel',
  busy: 'Anmeldung läuft…',
  useApiKey: 'Stattdessen einen API-Schlüssel verwenden',
  usePassword: 'Stattdessen ein Passwort verwenden',
}
