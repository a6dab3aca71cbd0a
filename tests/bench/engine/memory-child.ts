import { openEngine } from '../world.ts'
import { testWindow } from '#support/test-window.ts'

/** Opens an engine on the given file, uses it briefly, and prints the memory of the process in bytes. */
const [database] = process.argv.slice(2)
if (database !== undefined) {
  const engine = openEngine(database)
  await engine.call('views.open', { viewId: 'n', query: { type: 'navigation' } }, testWindow)
  await engine.call('messages.search', { query: 'encoder', before: null, limit: 50, where: 'disk' })
}
globalThis.gc?.()
process.send?.(process.memoryUsage().rss, () => process.exit(0))
