import type { dialogs as english } from '../../en/page/dialogs.ts'
import { german } from '../format.ts'

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
  signOut: {
    question: (organization) => `Von ${organization} abmelden?`,
    consequence:
      'Schlüssel, Unterhaltungen, Bilder, Entwürfe und Textbausteine dieses Kontos werden von diesem Computer entfernt. Gesendete Nachrichten bleiben auf dem Server.',
    lost: (count) =>
      german.plural(count, {
        one: '1 Nachricht ist noch nicht gesendet und geht verloren.',
        other: `${german.number(count)} Nachrichten sind noch nicht gesendet und gehen verloren.`,
      }),
    confirm: 'Abmelden',
  },
  shortcuts: {
    title: 'Tastenkürzel',
    label: 'Liste der Tastenkürzel',
  },
}
