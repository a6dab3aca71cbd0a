/**
 * The layers of the server, lowest first: a layer imports itself and the layers before it. The files at the top of
 * `server/` compose them.
 */
export const serverLayers = [
  'base',
  'markdown',
  'store',
  'events',
  'context',
  'http',
  'people',
  'streams',
  'messages',
  'organization',
  'registration',
  'routes',
  'levels',
  'backup',
  'generate',
  'demo',
] as const

/**
 * The layers of the engine, lowest first: folders and files of `main/engine/`. A layer imports itself and the layers
 * before it. The files at the top of `main/engine/` compose them, and `thread` runs the composition in a thread.
 */
export const engineLayers = [
  'values',
  'ports.ts',
  'store',
  'api',
  'state',
  'workers',
  'core/service.ts',
  'core/read-core.ts',
  'core',
  'projections',
  'sync',
  'streams',
  'drafts',
  'snippets',
  'actions',
  'search',
  'views',
  'notifications',
  'maintenance',
] as const

/** Layers that read and never commit or send a request: of the core they get `core/read-core.ts`, and may be services. */
const readers: ReadonlySet<string> = new Set(['projections', 'search', 'views'])

/** What each layer of the engine may import, by layer. */
export const engineImports: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  engineLayers.map((layer, index) => {
    // The store holds SQL only, and depends on no port.
    if (layer === 'store') return [layer, ['values', 'store']]
    return [layer, engineLayers.slice(0, index + 1).filter((lower) => lower !== 'core' || !readers.has(layer))]
  }),
)
