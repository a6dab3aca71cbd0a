import type { accountList as english } from './en.ts'

export const accountList: typeof english = {
  list: 'Deine Konten',
  current: 'Aktuell',
  openOf: (name) => `${name} öffnen`,
  up: (name) => `${name} nach oben`,
  down: (name) => `${name} nach unten`,
  signOut: 'Abmelden…',
  signOutOf: (name) => `Von ${name} abmelden`,
}
