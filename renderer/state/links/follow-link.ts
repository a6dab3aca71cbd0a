import type { Narrow } from '#contract/base/values.ts'
import type { Bridge } from '#contract/bridge.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import type { Route } from '../routes/routes.ts'
import type { SidePanel } from '../side-panel.svelte.ts'
import { readLink, type LinkAccount } from './own-links.ts'

const unreadable = catalogue.screens.wholeWindow.linkUnreadable
const gone = catalogue.screens.wholeWindow.linkGone

/** The number of the newest call, so that an earlier one does not navigate after it. */
let newest = 0

/** The parts of the page that `followLink` needs. */
export interface LinkParts {
  readonly accounts: {
    readonly state: { readonly accounts: readonly LinkAccount[] } | null
    show(accountId: string): void
  }
  readonly calls: { saveMedia(path: string, name: string | undefined, accountId: string): Promise<void> }
  readonly notices: { notify(sentence: string): void }
  readonly routes: { readonly shown: { readonly accountId: string; readonly screen: unknown } | null }
  readonly sidePanel: Pick<SidePanel, 'show'>
  readonly routeNavigator: {
    showRoute(route: Route): void
    show(narrow: Narrow, anchor: 'first_unread' | number): void
  }
}

/** The link as the user sees it, and its account. */
export interface LinkOrigin {
  /** The text of the link. The main process asks the user first if it is an address that differs from the target. */
  readonly shown?: string | undefined
  /** The account to prefer if several have the link's organization; by default the shown one. */
  readonly accountId?: string | undefined
}

/**
 * Opens a link of a message: in this window if it leads into an organization with an account, otherwise in the system's
 * browser. If the user navigates elsewhere meanwhile, the window stays there.
 * @returns whether the window shows another route for it
 */
export async function followLink(
  parts: LinkParts,
  bridge: Bridge,
  address: string | null,
  { shown, accountId: wanted }: LinkOrigin = {},
): Promise<boolean> {
  const { accounts, calls, notices, routes, routeNavigator, sidePanel } = parts
  if (address === null) {
    notices.notify(catalogue.screens.message.body.refusedLink)
    return false
  }
  const link = readLink(address, accounts.state?.accounts ?? [], wanted ?? routes.shown?.accountId ?? null)
  newest += 1
  const mine = newest
  switch (link.kind) {
    case 'elsewhere': {
      const text = shown === undefined ? {} : { shown: shown.slice(0, clientLimits.linkText.most) }
      const result = await bridge.call('app.openLink', { url: address, ...text })
      if (!result.ok) notices.notify(sentenceOf(result.error))
      return false
    }
    case 'malformed':
      notices.notify(unreadable)
      return false
    case 'file':
      await calls.saveMedia(link.path, shown, link.accountId)
      return false
    case 'person':
      accounts.show(link.accountId)
      sidePanel.show({ kind: 'profile', accountId: link.accountId, userId: link.userId })
      return false
    case 'view':
      accounts.show(link.accountId)
      routeNavigator.showRoute(link.route)
      return true
    case 'conversation': {
      const from = routes.shown?.screen
      const { accountId, narrow, followed: messageId, anchor } = link
      const result = await bridge.call('links.resolve', { accountId, narrow, messageId })
      if (mine !== newest || routes.shown?.screen !== from) return false
      if (!result.ok) {
        notices.notify(sentenceOf(result.error))
        return false
      }
      accounts.show(accountId)
      routeNavigator.show(result.value.narrow, anchor ?? 'first_unread')
      if (result.value.messageState === 'gone' && anchor !== null) notices.notify(gone)
      return true
    }
  }
}
