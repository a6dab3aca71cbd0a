/** The list of the accounts. Each `name` is that of an organization with the address of the account. */
export const accountList = {
  list: 'Your accounts',
  /** The account that the window shows. */
  current: 'Current',
  /** Of a button whose visible label is `common.open`. */
  openOf: (name: string) => `Open ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  signOut: 'Sign out…',
  /** Of a button whose visible label is `signOut`. */
  signOutOf: (name: string) => `Sign out of ${name}`,
}
