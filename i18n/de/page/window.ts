import type { sidePanel as englishPanel, wholeWindow as englishWindow } from '../../en/page/window.ts'

export const wholeWindow: typeof englishWindow = {
  title: ({ unread, screen }) => `${unread > 0 ? `(${unread}) ` : ''}${screen === '' ? '' : `${screen} – `}Skein`,
  closeNavigation: 'Seitenleiste schließen',
  keyNotKept: 'Der Schlüsselbund hat den Schlüssel nicht gespeichert. Du bleibst bis zum Beenden angemeldet.',
  linkUnreadable: 'Dieser Link führt in dieser Organisation nirgendwohin.',
  linkGone: 'Die verlinkte Nachricht gibt es nicht mehr, oder du hast keinen Zugriff darauf. Hier war sie.',
  failed: {
    title: 'In diesem Fenster ist etwas schiefgegangen',
    intro: 'Was du gerade geschrieben hast, ist als Entwurf gespeichert, und alles Wartende wird automatisch gesendet.',
    reason: 'Näheres zum Fehler',
    copyDetails: 'Näheres kopieren',
    copied: 'Kopiert',
  },
  failureNotice:
    'In diesem Fenster ist etwas schiefgegangen. Wenn etwas falsch aussieht, lade es neu. Was du gerade geschrieben hast, ist gespeichert.',
  triesByItself: 'Skein versucht es automatisch weiter.',
}

export const sidePanel: typeof englishPanel = {
  close: 'Bereich schließen',
}
