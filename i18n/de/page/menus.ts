import type { menus as english } from '../../en/page/menus.ts'
import { word } from '../format.ts'

export const menus: typeof english = {
  muteTopic: 'Thema stummschalten',
  unmuteTopic: 'Thema einschalten',
  get showInMutedStream() {
    return `Auch in stummem ${word.one} zeigen`
  },
  followTopic: 'Thema folgen',
  get muteStream() {
    return `${word.one} stummschalten`
  },
  get pinStream() {
    return `${word.one} anheften`
  },
  get leaveStream() {
    return `${word.one} verlassen`
  },
  markRead: {
    get stream() {
      return `${word.one} als gelesen markieren`
    },
    topic: 'Thema als gelesen markieren',
    direct: 'Unterhaltung als gelesen markieren',
  },
  mutePerson: (name) => `${name} stummschalten`,
  unmutePerson: (name) => `${name} einschalten`,
  addReaction: 'Reaktion hinzufügen…',
  copyText: 'Text kopieren',
  copyLink: {
    get stream() {
      return `Link zum ${word.one} kopieren`
    },
    topic: 'Link zum Thema kopieren',
    direct: 'Link zur Unterhaltung kopieren',
  },
  openTopicLink: (text) => `${text} öffnen`,
  copyTopicLink: (text) => `Adresse von ${text} kopieren`,
  linkCopied: 'Link kopiert.',
  emailCopied: 'E-Mail-Adresse kopiert.',
  emailNotCopied: 'Die E-Mail-Adresse konnte nicht kopiert werden.',
  linkNotCopied: 'Der Link konnte nicht kopiert werden.',
  delete: 'Löschen…',
  whyNotified: 'Warum (nicht) benachrichtigt?',
}
