import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import type { RetryOutcome } from '#contract/accounts.ts'
import type { AppState } from '#contract/app.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { Update } from '#contract/bridge.ts'
import type { ComposerDraft } from '#contract/drafts.ts'
import type { EmojiChoice, FrequentEmoji, Reactors } from '#contract/emoji.ts'
import type { MessageHistory, ReadReceipts } from '#contract/messages.ts'
import type { MovePlan, MoveStream, MoveTopic } from '#contract/moves.ts'
import type { FoundGroup } from '#contract/people/groups.ts'
import type { Mentionable } from '#contract/people.ts'
import type { CommonStream } from '#contract/people/profiles.ts'
import type { FoundNarrow } from '#contract/search.ts'
import type { ItemOf, MetaOf, OpenedView, ViewItem, ViewKind, ViewMeta, ViewUpdate } from '#contract/views.ts'
import type { Snippet, WritingWarnings } from '#contract/writing.ts'
import { inLanguage, withNonce } from '#shell/protocols/page-policy.ts'
import { fixtureSound } from './sounds.ts'

const built = resolve(import.meta.dirname, '../../../out/renderer')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** The state of a view. */
export interface ShownView<K extends ViewKind> {
  readonly items: readonly ItemOf<K>[]
  readonly meta: MetaOf<K>
}

/** The states of views, by kind. */
export type ShownViews = { readonly [K in ViewKind]?: ShownView<K> }

/** The constant state that the page gets instead of a running program. */
export interface ScreenFixture {
  readonly state: AppState
  readonly conversation: ShownView<'conversation'>
  /** The other views, those of connections apart. */
  readonly views: ShownViews
  /** The panel of connections by account; a text if its engine does not answer. */
  readonly connections: Readonly<Record<string, ShownView<'connection'> | string>>
  /** The inbox of a second account, `b`. */
  readonly otherInbox: readonly ViewItem[]
  readonly draft: ComposerDraft
  /** Any snippet, whole. */
  readonly snippet: Snippet
  readonly emoji: EmojiChoice
  /** The server's rendering of any text. */
  readonly preview: { readonly html: string }
  /** The warnings about any text. */
  readonly concerns: WritingWarnings
  /** The emoji in the bar of any message. */
  readonly frequent: readonly FrequentEmoji[]
  /** The people who reacted to any message. */
  readonly reactors: readonly Reactors[]
  /** The people who have read any message; a failure if it cannot be told. */
  readonly receipts: ReadReceipts | Failure
  /** The results of any search for places. */
  readonly found: readonly FoundNarrow[]
  /** The results of any search for groups. */
  readonly groups: readonly FoundGroup[]
  /** The completions of mentions anywhere. */
  readonly mentions: readonly Mentionable[]
  /** The effects of any move, and its possible targets. */
  readonly moves: {
    readonly plan: MovePlan | null
    readonly streams: readonly MoveStream[]
    readonly topics: readonly MoveTopic[]
  }
  /** The streams in common with any person. */
  readonly commonStreams: readonly CommonStream[]
  /** The versions of any requested message. */
  readonly history: MessageHistory
  /** The answer to “Try again”. */
  readonly retry: RetryOutcome
  /** The answer to signing in. */
  readonly signInFailure: string
  /** Views that cannot be opened, or that keep their last state, with the reasons. */
  readonly failures: Readonly<Partial<Record<ViewKind, { readonly failure: Failure; readonly isShown: boolean }>>>
}

/**
 * Serves the built page, and a picture (or a sound for `.wav`) for every address below `/media/` except those in
 * `/gone/`; with the policy that `policyOf` makes for its address, if given. `folder` holds the page, by default the
 * one of the program.
 */
export async function servePage(
  pictureOf: (path: string) => Buffer,
  policyOf?: (base: string, nonce: string) => string,
  folder = built,
): Promise<{ url: string; server: Server }> {
  const nonce = randomBytes(16).toString('base64')
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path.startsWith('/media/')) {
      if (path.includes('/gone/')) response.writeHead(404).end()
      else if (path.endsWith('.wav')) response.writeHead(200, { 'content-type': 'audio/wav' }).end(fixtureSound())
      else response.writeHead(path.includes('none') ? 404 : 200, { 'content-type': 'image/png' }).end(pictureOf(path))
      return
    }
    const file = resolve(join(folder, path === '/' ? 'index.html' : path))
    if (!file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      // The names contain a hash of the content, so the browser caches the files and their compiled code.
      ...(path.startsWith('/assets/') ? { 'cache-control': 'max-age=86400, immutable' } : {}),
      ...(policyOf === undefined
        ? {}
        : { 'content-security-policy': policyOf(`http://${request.headers.host ?? ''}/`, nonce) }),
    })
    if (extname(file) === '.html') {
      const language = new URLSearchParams(request.url?.split('?')[1]).get('language') ?? 'en'
      response.end(inLanguage(withNonce(readFileSync(file, 'utf8'), nonce), language))
    } else createReadStream(file).pipe(response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server }
}

/**
 * Runs in the page before other scripts: a bridge that answers from the fixture. With `skeinFixture` a test changes the
 * shown conversation by view operations, delivered as by an engine. It also records the page's calls.
 */
export function installBridge(fixture: ScreenFixture): void {
  const open = (view: { items: readonly ViewItem[]; meta: ViewMeta }): OpenedView => ({
    engineEpoch: 1,
    revision: 0,
    items: view.items,
    meta: view.meta,
  })
  let conversationView = { viewId: '', revision: 0 }
  let batch = 100
  const calls: { readonly name: string; readonly input: object }[] = []
  const answer = (
    name: string,
    input: {
      query?: { type: ViewKind }
      accountId?: string
      viewId?: string
    },
  ): unknown => {
    switch (name) {
      case 'app.state':
        return fixture.state
      case 'app.settings':
        return { settings: { ...fixture.state.settings, ...input }, revision: 1 }
      case 'views.open': {
        if (input.query?.type === 'conversation') conversationView = { viewId: input.viewId ?? '', revision: 0 }
        const type = input.query?.type ?? 'navigation'
        if (type === 'conversation') return open(fixture.conversation)
        if (type === 'connection') {
          const shown = fixture.connections[input.accountId ?? '']
          return typeof shown === 'object' ? open(shown) : null
        }
        const shown = fixture.views[type]
        if (shown === undefined) return null
        return open(type === 'inbox' && input.accountId === 'b' ? { ...shown, items: fixture.otherInbox } : shown)
      }
      case 'accounts.retry':
        return fixture.retry
      case 'edits.list':
      case 'forms.list':
        return []
      case 'views.throttle':
        return { revision: 0 }
      case 'drafts.get':
        return fixture.draft
      case 'drafts.set':
        return { revision: 2, isQueued: false }
      case 'narrows.find':
        return fixture.found
      case 'groups.find':
        return fixture.groups
      case 'snippets.get':
        return fixture.snippet
      case 'emoji.choice':
        return fixture.emoji
      case 'writing.preview':
        return fixture.preview
      case 'writing.warnings':
        return fixture.concerns
      case 'reactions.frequent':
        return fixture.frequent
      case 'reactions.who':
        return fixture.reactors
      case 'messages.receipts':
        return fixture.receipts
      case 'messages.history':
        return fixture.history
      case 'mentions.find':
        return fixture.mentions
      case 'moves.plan':
        return fixture.moves.plan
      case 'moves.streams':
        return fixture.moves.streams
      case 'moves.topics':
        return fixture.moves.topics
      case 'storage.disk':
        return { files: { count: 1_204, bytes: 218_000_000 }, allBytes: 431_000_000, accounts: 2 }
      case 'people.commonStreams':
        return fixture.commonStreams
      case 'people.search':
        return []
      case 'app.report':
        return {
          id: 1,
          text: `Skein report\n\nMade:     2026-11-20 12:00:00 UTC\n\nThe last lines of the log (40)\n${Array.from(
            { length: 40 },
            (_, index) =>
              `  2026-11-20 11:59:${String(index).padStart(2, '0')}.000 info settling stopped: TransportError: The server isn’t running, or is refusing connections. It is asked again later.`,
          ).join('\n')}\n`,
        }
      case 'outbox.text':
        return { text: 'All that was stored.' }
      default:
        return null
    }
  }
  const listeners: ((text: string) => void)[] = []
  /** Reports after its opening that a view could not be updated. */
  const tellFailure = (viewId: string, failure: Failure): void => {
    const update: Update = {
      type: 'views',
      accountId: 'a',
      batch: 1,
      updates: [{ engineEpoch: 1, viewId, from: 0, to: 1, ops: [{ op: 'failure', failure }] }],
    }
    for (const listener of listeners) listener(JSON.stringify(update))
  }
  const failureOf = (
    name: string,
    input: { query?: { type: string }; accountId?: string; viewId?: string },
  ): object | null => {
    if (name === 'messages.receipts' && 'code' in fixture.receipts) return fixture.receipts
    if (name === 'accounts.signIn') return { code: 'WRONG_PASSWORD', message: fixture.signInFailure }
    if (name !== 'views.open') return null
    const { type = '' } = input.query ?? {}
    const shown = type === 'connection' ? fixture.connections[input.accountId ?? ''] : undefined
    if (typeof shown === 'string') return { code: 'ENGINE_FAILED', message: shown }
    const failing = Object.entries(fixture.failures).find(([view]) => view === type)?.[1]
    if (failing?.isShown === true) setTimeout(tellFailure, 0, input.viewId ?? '', failing.failure)
    return failing?.isShown === false ? failing.failure : null
  }
  /** `json` contains the operations in wire form. */
  const tellText = (json: string): void => {
    const { viewId, revision: from } = conversationView
    conversationView = { viewId, revision: from + 1 }
    batch += 1
    const updates = [{ engineEpoch: 1, viewId, from, to: from + 1, ops: [] }]
    const update: Update = { type: 'views', accountId: 'a', batch, updates }
    const text = JSON.stringify(update).replace('"ops":[]', () => `"ops":${json}`)
    for (const listener of listeners) listener(text)
  }
  const tell = (ops: ViewUpdate['ops']): void => {
    tellText(JSON.stringify(ops))
  }
  Object.assign(window, {
    skeinFixture: {
      items: () => fixture.conversation.items,
      /** The contents of the next opened conversation. */
      replaceConversation: (conversation: ScreenFixture['conversation']) => Object.assign(fixture, { conversation }),
      tell,
      tellText,
      calls,
    },
    skein: {
      call: (name: string, input: object) => {
        calls.push({ name, input })
        const error = failureOf(name, input)
        return Promise.resolve(error === null ? { ok: true, value: answer(name, input) } : { ok: false, error })
      },
      onUpdate: (listener: (text: string) => void) => {
        listeners.push(listener)
        return () => undefined
      },
    },
  })
}
