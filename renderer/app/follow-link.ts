import type { Narrow } from '#contract/base/values.ts'
import type { Bridge } from '#contract/bridge.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import type { Route } from './routes.ts'
import { readLink, type LinkAccount } from './own-links.ts'

const unreadable = catalogue.screens.wholeWindow.linkUnreadable
const gone = catalogue.screens.wholeWindow.linkGone

/** The number of the newest call, so that an earlier one does not navigate after it. */
let newest = 0

/** The parts of the window that `followLink` needs. `AppModel` implements them. */
export interface LinkRoutes {
  readonly state: { readonly accounts: readonly LinkAccount[] } | null
  readonly shownRoute: { readonly accountId: string; readonly screen: unknown } | null
  /** The notice that the window shows; null for none. */
  notice: string | null
  readonly calls: { saveMedia(path: string, name: string | undefined, accountId: string): Promise<void> }
  showAccount(accountId: string): void
  showRoute(route: Route): void
  show(narrow: Narrow, anchor: 'first_unread' | number): void
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
  model: LinkRoutes,
  bridge: Bridge,
  address: string | null,
  { shown, accountId: wanted }: LinkOrigin = {},
): Promise<boolean> {
  if (address === null) {
    model.notice = catalogue.screens.message.body.refusedLink
    return false
  }
  const link = readLink(address, model.state?.accounts ?? [], wanted ?? model.shownRoute?.accountId ?? null)
  newest += 1
  const mine = newest
  switch (link.kind) {
    case 'elsewhere': {
      const text = shown === undefined ? {} : { shown: shown.slice(0, clientLimits.linkText.most) }
      const result = await bridge.call('app.openLink', { url: address, ...text })
      if (!result.ok) model.notice = sentenceOf(result.error)
      return false
    }
    case 'malformed':
      model.notice = unreadable
      return false
    case 'file':
      await model.calls.saveMedia(link.path, shown, link.accountId)
      return false
    case 'view':
      model.showAccount(link.accountId)
      model.showRoute(link.route)
      return true
    case 'conversation': {
      const from = routeNow(model)
      const { accountId, narrow, followed: messageId, anchor } = link
      const result = await bridge.call('links.resolve', { accountId, narrow, messageId })
      if (mine !== newest || routeNow(model) !== from) return false
      if (!result.ok) {
        model.notice = sentenceOf(result.error)
        return false
      }
      model.showAccount(accountId)
      model.show(result.value.narrow, anchor ?? 'first_unread')
      if (result.value.messageState === 'gone' && anchor !== null) model.notice = gone
      return true
    }
  }
}

/** Returns an object that identifies the shown screen, for comparison. */
function routeNow({ shownRoute }: LinkRoutes): unknown {
  return shownRoute?.screen
}
