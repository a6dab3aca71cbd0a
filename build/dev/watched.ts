import { watch, type FSWatcher } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
/** The time to wait for further changes of a file in milliseconds, since editors write files in several steps. */
const settleMs = 50

/** The part of the program with a changed file: the bundles, the browser host, or the organization server. */
export type Changed = 'program' | 'browser-host' | 'server'

const folders: Readonly<Record<string, readonly Changed[]>> = {
  main: ['program'],
  preload: ['program'],
  shared: ['program', 'server'],
  i18n: ['program'],
  'browser-host': ['browser-host'],
  server: ['server'],
}

/** Reports the changed parts, once for all files that are saved together. Vite watches the page itself. */
export function watchSources(onChanged: (changed: ReadonlySet<Changed>) => void): () => void {
  let pending = new Set<Changed>()
  let timer: NodeJS.Timeout | undefined
  const watchers: FSWatcher[] = Object.entries(folders).map(([folder, changed]) =>
    watch(resolve(root, folder), { recursive: true }, (_event, name) => {
      if (name === null || !/\.(?:ts|js|json)$/.test(name)) return
      for (const each of changed) pending.add(each)
      clearTimeout(timer)
      timer = setTimeout(() => {
        const all = pending
        pending = new Set()
        onChanged(all)
      }, settleMs)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
