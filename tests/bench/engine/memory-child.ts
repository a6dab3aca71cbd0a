import { openEngine } from '../world.ts'

/** Opens an engine on the file that is named, uses it a little, and says how many bytes the process holds then. */
const [database] = process.argv.slice(2)
if (database !== undefined) {
  const engine = openEngine(database)
  await engine.call('views.open', { viewId: 'n', query: { type: 'navigation' } })
  await engine.call('messages.search', { query: 'encoder', before: null, limit: 50, where: 'disk' })
}
globalThis.gc?.()
process.send?.(process.memoryUsage().rss, () => process.exit(0))
