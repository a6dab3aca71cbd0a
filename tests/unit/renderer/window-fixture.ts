import type { AccountSummary } from '#contract/accounts.ts'
import type { AppState } from '#contract/app.ts'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { Bridge, Update } from '#contract/bridge.ts'
import type { ViewQuery } from '#contract/views.ts'
import { AppModel } from '#renderer/app/app-model.svelte.ts'
import type { ComposerModel } from '#renderer/parts/composer/composer-model.svelte.ts'
import type { RouteStorage } from '#renderer/state/routes/last-routes.ts'
import { openScreen } from '#renderer/app/screens.ts'
import { ConversationScreen } from '#renderer/features/conversation/conversation-screen.svelte.ts'

export const account = (id: string): AccountSummary => ({
  id,
  server: `https://${id}.example`,
  organization: `The ${id}`,
  email: 'iris@x.example',
  name: 'Iris Lindqvist',
  connection: { state: 'online' },
  rateLimitedUntil: null,
  unread: 0,
  mentions: 0,
  failed: 0,
  unsent: 0,
  clock: '24',
  word: 'stream',
})

export const topic = (name: string): Narrow => ({ kind: 'topic', streamId: 1, topic: name })

export function storage(entries = new Map<string, string>()): RouteStorage {
  return {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, text) => entries.set(name, text),
    removeItem: (name) => entries.delete(name),
  }
}

export interface OpenView {
  readonly accountId: string
  readonly viewId: string
  readonly query: ViewQuery
}

/** A window over test engines, which know the streams with these ids. */
export function windowFixture({
  accounts = ['a', 'b'],
  streams = [1],
  entries = new Map<string, string>(),
  answer = () => undefined,
}: {
  accounts?: readonly string[]
  streams?: readonly number[]
  entries?: Map<string, string>
  /** Overrides the answer to a call; `undefined` for the usual answer. */
  answer?: (name: string, input: object) => Promise<Result<unknown>> | undefined
} = {}) {
  let push: (text: string) => void = () => undefined
  const open = new Map<string, OpenView>()
  const calls: { readonly name: string; readonly input: object }[] = []
  const state = (ids: readonly string[]): AppState =>
    ({
      accounts: ids.map(account),
      settings: {},
      settingsRevision: 0,
      language: 'en',
      sortLanguage: 'en-GB',
      settingsProblem: null,
      mediaBase: '/media/',
    }) as unknown as AppState

  const metaOf = (query: ViewQuery): unknown => {
    if (query.type === 'navigation') return { isReady: true }
    if (query.type !== 'conversation') return { total: 0 }
    const { narrow } = query
    const isKnown = narrow.kind === 'direct' || streams.includes(narrow.streamId)
    return { narrow, streamName: narrow.kind !== 'direct' && isKnown ? 'design' : null, draft: emptyDraft }
  }

  const usual = (name: string, input: object): Result<unknown> => {
    switch (name) {
      case 'app.state':
        return { ok: true, value: state(accounts) }
      case 'app.settings':
        return { ok: true, value: { settings: input, revision: 1 } }
      case 'views.open': {
        const view = input as OpenView
        open.set(view.viewId, view)
        return { ok: true, value: { engineEpoch: 1, revision: 1, items: [], meta: metaOf(view.query) } }
      }
      case 'views.close':
        open.delete((input as OpenView).viewId)
        return { ok: true, value: null }
      case 'edits.list':
      case 'forms.list':
        return { ok: true, value: [] }
      case 'views.throttle':
        return { ok: true, value: { revision: 1 } }
      case 'drafts.get':
        return { ok: true, value: emptyDraft }
      case 'drafts.set':
        return { ok: true, value: { revision: 1, isQueued: false } }
      default:
        return { ok: true, value: null }
    }
  }

  const bridge: Bridge = {
    call(name, input) {
      calls.push({ name, input })
      return (answer(name, input) ?? Promise.resolve(usual(name, input))) as never // the call matches the contract
    },
    onUpdate(listener) {
      push = listener
      return () => undefined
    },
  }
  const model = new AppModel({ bridge, storage: storage(entries), openScreen })
  return {
    model,
    calls,
    entries,
    /** The queries of the open views, of all accounts. */
    openQueries: () => [...open.values()].map(({ accountId, query }) => `${accountId} ${nameOf(query)}`),
    openViews: () => [...open.values()],
    update: (update: Update) => {
      push(JSON.stringify(update))
    },
    state,
  }
}

/** The shown screen of a conversation; undefined on other screens. */
export function shownConversation({ routes }: AppModel): ConversationScreen | undefined {
  const { screen } = routes.shown ?? {}
  return screen instanceof ConversationScreen ? screen : undefined
}

/** The text of the shown screen's composer; undefined without one. */
export function composedText({ routes }: AppModel): string | undefined {
  const { screen } = routes.shown ?? {}
  return (screen?.composer as ComposerModel | null | undefined)?.content // every composer of a screen is of this class
}

export const refused = (code: string): Promise<Result<never>> =>
  Promise.resolve({ ok: false, error: { code } as Failure })

/** Lets all answers arrive. */
export async function answered(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

const emptyDraft = { revision: 0, draftId: null, topic: '', content: '', attachments: [] }

function nameOf(query: ViewQuery): string {
  if (query.type !== 'conversation') return query.type
  return query.narrow.kind === 'topic' ? `conversation ${query.narrow.topic}` : `conversation ${query.narrow.kind}`
}
