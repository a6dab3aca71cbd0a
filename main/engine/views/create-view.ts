import type { ViewQuery } from '../../../preload/contract/views.ts'
import type { Core } from '../core.ts'
import type { WaitReasons } from '../actions/wait-reason.ts'
import { searchDisk, searchServer } from '../search/search.ts'
import type { Fetcher } from '../sync/fetcher.ts'
import type { RequestBudget } from '../sync/settling/request-budget.ts'
import { ConnectionView, type ConnectionSources } from './connection.ts'
import { ConversationView } from './conversation.ts'
import { DraftsView } from './drafts.ts'
import { FeedView } from './feed.ts'
import { InboxView } from './inbox.ts'
import { NavigationView } from './navigation.ts'
import { OutboxView } from './outbox.ts'
import { PeopleView } from './people.ts'
import { RecentView } from './recent.ts'
import { ScheduledView } from './scheduled.ts'
import { SearchView } from './search.ts'
import type { ShownFailures } from './shown-failures.ts'
import type { ShownPreferences } from './shown-preferences.ts'
import type { ShownUnread } from './shown-unread.ts'
import { UploadsView } from './uploads.ts'
import type { View } from './view.ts'

export interface ViewParts {
  readonly core: Core
  readonly unread: ShownUnread
  readonly preferences: ShownPreferences
  readonly failures: ShownFailures
  readonly fetcher: Fetcher
  readonly budget: RequestBudget
  readonly isOnline: () => boolean
  /** Conversations whose newest messages were fetched since the engine started. */
  readonly newestAsked: Set<string>
  /** The reason why each action waits. */
  readonly waiting: WaitReasons
  readonly connection: ConnectionSources
  /** State outside of the tables changed: the view must be computed again. */
  readonly onDirty: () => void
}

let askers = 0

/** A name for a view's searches. */
function newAsker(): string {
  askers += 1
  return `view ${askers}`
}

/** Creates the view for the page's query. */
export function createView(parts: ViewParts, query: ViewQuery): View {
  const { core, unread, preferences, fetcher, isOnline, onDirty } = parts
  const ports = {
    ...parts,
    fetch: (request: Parameters<Fetcher['fetch']>[0]) => fetcher.fetch(request),
    settle: (id: number) => fetcher.settle(id, 'foreground'),
  }
  switch (query.type) {
    case 'navigation':
      return new NavigationView(core, unread, preferences, parts.failures)
    case 'drafts':
      return new DraftsView(core)
    case 'conversation':
      return new ConversationView(core, unread, preferences, ports, query)
    case 'feed':
      return new FeedView(core, unread, preferences, ports, query)
    case 'inbox':
      return new InboxView(core, unread, preferences)
    case 'recent':
      return new RecentView(core, unread, preferences, onDirty)
    case 'people':
      return new PeopleView(core, query.query, onDirty)
    case 'scheduled':
      return new ScheduledView(core)
    case 'outbox':
      return new OutboxView(core, parts.waiting, onDirty)
    case 'connection':
      return new ConnectionView(core, parts.waiting, parts.connection, onDirty)
    case 'uploads':
      return new UploadsView(core, isOnline, onDirty)
    case 'search': {
      const asker = newAsker()
      return new SearchView(
        core,
        {
          isOnline,
          onDirty,
          disk: (request) => searchDisk(core, request, asker),
          // With separate names: a new search on disk must not cancel the request to the server.
          server: (request) => searchServer(core, fetcher, request, `${asker} server`),
          drop: () => {
            core.reader.drop(asker)
            core.reader.drop(`${asker} server`)
          },
        },
        query.query,
      )
    }
  }
}
