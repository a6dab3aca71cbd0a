import { createReadStream, existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import type { AppState, ComposerDraft, EmojiChoice, OpenedView, ViewItem, ViewMeta } from '../../../preload/contract.ts'

const built = resolve(import.meta.dirname, '../../../out/renderer')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** What the page is told instead of a running program: one state, which never changes. */
export interface Stage {
  readonly state: AppState
  readonly navigation: { readonly items: readonly ViewItem[]; readonly meta: ViewMeta }
  readonly conversation: { readonly items: readonly ViewItem[]; readonly meta: ViewMeta }
  readonly drafts: { readonly items: readonly ViewItem[]; readonly meta: ViewMeta }
  readonly outbox: { readonly items: readonly ViewItem[]; readonly meta: ViewMeta }
  readonly draft: ComposerDraft
  readonly emoji: EmojiChoice
  /** The answer of signing in. */
  readonly signInFailure: string
}

/** Serves the built page, and a picture for every address below `/media/` but those in `/gone/`. */
export async function servePage(pictureOf: (path: string) => Buffer): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path.startsWith('/media/')) {
      if (path.includes('/gone/')) response.writeHead(404).end()
      else response.writeHead(path.includes('none') ? 404 : 200, { 'content-type': 'image/png' }).end(pictureOf(path))
      return
    }
    const file = resolve(join(built, path === '/' ? 'index.html' : path))
    if (!file.startsWith(built) || !existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server }
}

/** Runs in the page before anything else: a bridge that answers from the stage. */
export function installBridge(stage: Stage): void {
  const open = (view: { items: readonly ViewItem[]; meta: ViewMeta }): OpenedView => ({
    engineEpoch: 1,
    revision: 0,
    items: view.items,
    meta: view.meta,
  })
  const answer = (
    name: string,
    input: { query?: { type: 'navigation' | 'conversation' | 'drafts' | 'outbox' } },
  ): unknown => {
    switch (name) {
      case 'app.state':
        return stage.state
      case 'views.open':
        return open(stage[input.query?.type ?? 'navigation'])
      case 'drafts.get':
        return stage.draft
      case 'emoji.choice':
        return stage.emoji
      case 'people.muted':
        return []
      default:
        return null
    }
  }
  Object.assign(window, {
    skein: {
      call: (name: string, input: object) =>
        Promise.resolve(
          name === 'accounts.signIn'
            ? { ok: false, error: { code: 'WRONG_PASSWORD', message: stage.signInFailure } }
            : { ok: true, value: answer(name, input) },
        ),
      onUpdate: () => () => undefined,
    },
  })
}
