import type { dialogs as english } from '../../en/page/dialogs.ts'

export const dialogs: typeof english = {
  licences: {
    title: 'Lizenzen',
    intro: 'Die Lizenz von Skein und die Hinweise zu Komponenten von Dritten.',
    label: 'Lizenzen und Hinweise',
  },
  mutedPeople: {
    title: 'Stumme Personen',
    intro: 'Ihre Nachrichten sind ausgeblendet, gelten als gelesen und benachrichtigen dich nicht.',
    unmute: 'Einschalten',
    unmuted: (person) => `${person} ist nicht mehr stumm.`,
    none: 'Du hast niemanden stummgeschaltet.',
  },
  report: {
    title: 'Bericht sichern',
    intro:
      'Das ist der ganze Bericht, für die Person, die dir hilft. Du sicherst ihn, wo du willst, und nichts wird gesendet.',
    label: 'Bericht',
    showLog: 'Protokoll zeigen',
    save: 'Sichern…',
    saved: (path) => `Bericht als ${path} gesichert.`,
    copied: 'Bericht kopiert.',
    notCopied: 'Der Bericht konnte nicht kopiert werden. Markiere und kopiere ihn selbst.',
  },
  settingsUnreadable: {
    title: 'Deine Konten konnten nicht geladen werden',
    intro: 'Nichts geht verloren. Skein ändert nichts und versucht es automatisch weiter.',
    retry: 'Jetzt erneut versuchen',
  },
  shortcuts: {
    title: 'Tastenkürzel',
    label: 'Liste der Tastenkürzel',
  },
}
