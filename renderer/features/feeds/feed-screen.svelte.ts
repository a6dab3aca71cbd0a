import type { Route } from '../../state/routes/routes.ts'
import type { KeptEdits } from '../../parts/messages/edits/kept-edits.ts'
import { MessageActions } from '../../parts/messages/message/message-actions.svelte.ts'
import type { ScreenPorts, ScreenState, ScreenVisit } from '../../state/routes/screen-state.ts'
import type { KeptPosition } from '../../ui/list/list-scroll.ts'
import { FeedModel } from './feed-model.svelte.ts'

/** The parts of the page that the screen uses. */
export type FeedPorts = ScreenPorts & { readonly edits: KeptEdits }

/** The screen of messages from many conversations that have a property in common, with the actions on them. */
export class FeedScreen implements ScreenState {
  readonly route: Extract<Route, { kind: 'feed' }>
  readonly feed: FeedModel
  readonly actions: MessageActions
  readonly #accountId: string
  readonly #edits: KeptEdits

  constructor(
    route: Extract<Route, { kind: 'feed' }>,
    { accountId, position }: Pick<ScreenVisit, 'accountId' | 'position'>,
    { bridge, views, edits, calls, write, notify, notifyWithAction }: FeedPorts,
  ) {
    this.route = route
    this.#accountId = accountId
    this.#edits = edits
    const feed = new FeedModel(bridge, views, accountId, route.narrow, position)
    this.feed = feed
    this.actions = new MessageActions({
      bridge,
      accountId,
      narrowOf: (item) => feed.narrowOf(item),
      markedNarrowOf: (item) => feed.narrowOf(item),
      write: (item, text) => {
        write(feed.narrowOf(item), item.id, text)
      },
      calls,
      notify,
      notifyWithAction,
    })
    edits.open(accountId, route.narrow, this.actions)
  }

  get isDrawable(): boolean {
    return this.feed.isDrawable
  }

  position(): KeptPosition | null {
    return this.feed.measure()
  }

  close(): void {
    this.actions.leave()
    this.#edits.leave(this.#accountId, this.route.narrow, this.actions)
    this.feed.close()
  }
}
