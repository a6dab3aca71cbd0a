import type { Narrow } from '../../preload/contract/values.ts'
import type { Bridge } from '../../preload/contract/bridge.ts'
import { sentenceOf } from '../../words/words.ts'
import { readLink, type LinkAccount } from './own-links.ts'

const unreadable = 'This link cannot be read: it leads nowhere in this organization.'
const gone = 'The message of this link is not there any more, or you may not see it. This is where it stood.'

let newest = 0

/** What following a link needs of the window. Implemented by `AppModel`. */
export interface LinkPlaces {
  readonly state: { readonly accounts: readonly LinkAccount[] } | null
  readonly place: {
    readonly accountId: string
    readonly conversation: unknown
    readonly drafts: unknown
    readonly unsent: unknown
  } | null
  /** What the window tells the user; null for nothing. */
  notice: string | null
  saveMedia(path: string, accountId: string): Promise<void>
  showAccount(accountId: string): void
  showDrafts(): Promise<void>
  show(narrow: Narrow, anchor: 'first_unread' | number): void
}

/**
 * Opens a link of a message: inside of an organization where somebody is signed in it opens here, elsewhere in the
 * system's browser. Whoever has gone elsewhere while it was looked for stays there.
 */
export async function followLink(model: LinkPlaces, bridge: Bridge, address: string): Promise<void> {
  const link = readLink(address, model.state?.accounts ?? [], model.place?.accountId ?? null)
  newest += 1
  const mine = newest
  switch (link.kind) {
    case 'elsewhere': {
      const result = await bridge.call('app.openLink', { url: address })
      if (!result.ok) model.notice = sentenceOf(result.error)
      return
    }
    case 'malformed':
      model.notice = unreadable
      return
    case 'file':
      await model.saveMedia(link.path, link.accountId)
      return
    case 'drafts':
      model.showAccount(link.accountId)
      await model.showDrafts()
      return
    case 'place': {
      const from = placeNow(model)
      const { accountId, narrow, followed: messageId, anchor } = link
      const result = await bridge.call('links.resolve', { accountId, narrow, messageId })
      if (mine !== newest || placeNow(model) !== from) return
      if (!result.ok) {
        model.notice = sentenceOf(result.error)
        return
      }
      model.showAccount(accountId)
      model.show(result.value.narrow, anchor ?? 'first_unread')
      if (result.value.messageState === 'gone' && anchor !== null) model.notice = gone
    }
  }
}

/** What the window shows, as something to compare. */
function placeNow({ place }: LinkPlaces): unknown {
  return place?.conversation ?? place?.drafts ?? place?.unsent ?? place?.accountId
}
