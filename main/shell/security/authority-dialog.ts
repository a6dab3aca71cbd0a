import { dialog, type BrowserWindow } from 'electron'
import type { OwnAuthority } from '#contract/app.ts'
import { catalogue } from '#i18n/catalogue.ts'

/** The number of authorities that the dialog lists with their fingerprints. */
const mostListed = 8

/** Asks the user whether to trust certificate authorities. The dialog is the system's, which a page cannot answer. */
export async function confirmAuthorities(
  window: BrowserWindow | null,
  authorities: readonly OwnAuthority[],
): Promise<boolean> {
  const t = catalogue.dialogs
  const listed = authorities.slice(0, mostListed).map(({ name, fingerprint }) => `${name}\n${fingerprint}`)
  const options = {
    type: 'warning' as const,
    message: t.authoritiesWanted(authorities.length),
    detail: [...listed, ...(authorities.length > mostListed ? ['…'] : []), t.authoritiesDetail].join('\n\n'),
    buttons: [t.authoritiesTrust, t.cancel],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  }
  const { response } = await (window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options))
  return response === 0
}
