import Database from 'better-sqlite3'
import type { Account, TestServer } from './test-server.ts'

/** The actions of a user that the server lacks or has more than once, as sentences. `sent` are texts of messages. */
export async function notDone(client: {
  readonly database: string
  readonly server: TestServer
  readonly account: Account
  readonly sent: readonly string[]
}): Promise<string[]> {
  const { database, server, account, sent } = client
  const reader = new Database(database, { readonly: true })
  const waiting = reader
    .prepare<[], { what: string }>("SELECT kind || ' ' || state || ' ' || coalesce(error, '') AS what FROM outbox")
    .all()
  const drafts = reader
    .prepare<[], { what: string }>('SELECT content AS what FROM draft WHERE is_deleted = 0 ORDER BY content')
    .all()
  reader.close()
  const told = await server.call(account, 'GET', '/drafts')
  const atServer = (told.drafts as { content: string }[]).map(({ content }) => content).sort() // what GET /drafts answers
  const here = drafts.map(({ what }) => what)
  const contents = await server.contents(account, [['sender', account.id]])
  const counts = Map.groupBy(contents, (content) => content)
  return [
    ...waiting.map(({ what }) => `still waits: ${what}`),
    ...sent.flatMap((content) => {
      const count = counts.get(content)?.length ?? 0
      return count === 1 ? [] : [`“${content}” was sent ${count} times`]
    }),
    ...(JSON.stringify(here) === JSON.stringify(atServer)
      ? []
      : [`${here.length} drafts are here, ${atServer.length} at the server`]),
  ]
}
