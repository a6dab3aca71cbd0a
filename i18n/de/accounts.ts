import type { accounts as english } from '../en/accounts.ts'

export const accounts: typeof english = {
  CLOSED: 'Dieses Konto wird gerade geschlossen.',
  ENGINE_RESTARTING: 'Skein startet dieses Konto neu. Versuche es gleich noch einmal.',
  ENGINE_RESTARTED: 'Skein musste dieses Konto neu starten. Versuche es noch einmal.',
  ENGINE_START: 'Skein startet dieses Konto neu. Versuche es gleich noch einmal.',
  ENGINE_FAILED: ({ times }) =>
    `Dieses Konto ist in wenigen Minuten ${times}-mal abgestürzt. Alles nicht Gesendete ist auf diesem Computer sicher. Versuche es noch einmal, oder sichere einen Bericht für die Person, die dir hilft.`,
  FOLDER_UNUSABLE: ({ detail }) => `Skein kann den Ordner dieses Kontos nicht verwenden: ${detail}`,
  NEWER_DATABASE:
    'Die Daten dieses Kontos stammen von einer neueren Version von Skein. Aktualisiere Skein, um sie zu öffnen. Es wurde nichts geändert.',
  LOCKED_DATABASE:
    'Ein anderes Programm verwendet die Daten dieses Kontos. Schließe andere Kopien von Skein und Programme, die diesen Ordner geöffnet haben, und versuche es noch einmal. Es wurde nichts geändert.',
  READ_ONLY_DATABASE:
    'Skein kann die Daten dieses Kontos nicht ändern. Prüfe die Rechte des Datenordners, und ob der Datenträger schreibgeschützt ist.',
  DISK_FULL:
    'Der Datenträger ist voll. Gib Speicherplatz frei und versuche es noch einmal. Nichts, was du geschrieben hast, geht verloren.',
  CORRUPT_DATABASE: 'Die Daten dieses Kontos sind beschädigt.',
  UNUSABLE_DATABASE: ({ detail }) => `Skein kann die Daten dieses Kontos nicht öffnen: ${detail}`,
  KEY_NOT_IN_KEYCHAIN:
    'Der Schlüssel dieses Kontos ist nicht im Schlüsselbund. Melde dich noch einmal an. Hier geht nichts verloren.',
  KEYCHAIN_MISSING:
    'Dieses System hat keinen Schlüsselbund, den Skein verwenden kann. Wenn du dich noch einmal anmeldest, bleibst du bis zum Beenden angemeldet.',
  KEYCHAIN_LIBRARY_MISSING: ({ library }) => {
    const lasting = 'Bis dahin bleibst du nur bis zum Beenden angemeldet.'
    if (library === null)
      return `Skein konnte seine Komponente für den Schlüsselbund nicht laden. Installiere Skein neu. ${lasting}`
    const name = library.startsWith('libsecret') ? 'libsecret (libsecret-1-0 unter Debian und Ubuntu)' : library
    return `Skein kann den Schlüsselbund nicht verwenden, weil ${library} auf diesem System fehlt. Installiere ${name} und starte Skein neu. ${lasting}`
  },
  KEYCHAIN_LOCKED:
    'Der Schlüsselbund ist gesperrt. Entsperre ihn und versuche es noch einmal, oder melde dich neu an, um bis zum Beenden angemeldet zu bleiben.',
  KEYCHAIN_SILENT: ({ detail }) =>
    `Der Schlüsselbund antwortet nicht: ${detail}. Versuche es noch einmal, oder melde dich neu an, um bis zum Beenden angemeldet zu bleiben.`,
}
