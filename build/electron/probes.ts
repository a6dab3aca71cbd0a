/**
 * Probes, which report that a use of Electron's API runs. They are added to sources that are bundled or loaded for a
 * proof (build/electron/proof.ts), in no other build.
 */
import { relative, resolve, sep } from 'node:path'
import type { Plugin } from 'vite'
import { hearer } from '#tests/electron/record.ts'
import { findElectronUses, type ElectronUse, type ProbePlace } from './uses.ts'

/**
 * The prelude is on the first line, so that line numbers are unchanged. A listener keeps its identity, so that it can
 * be removed.
 */
const prelude = `
const skeinRan = (apis, value) => { if (value != null) globalThis.${hearer}?.(apis); return value };
const skeinCalled = (apis, listener) => {
  if (typeof listener !== 'function') return skeinRan(apis, listener);
  const known = (globalThis.skeinElectronListeners ??= new WeakMap());
  const wrapped = known.get(listener) ?? new Map();
  known.set(listener, wrapped);
  const key = apis.join();
  if (!wrapped.has(key)) wrapped.set(key, function (...args) { skeinRan(apis, true); return listener.apply(this, args) });
  return wrapped.get(key)
};
`.replaceAll('\n', ' ')

interface Insertion {
  readonly at: number
  /** The order of insertion at the same offset, the lowest rank first. */
  readonly rank: number
  readonly text: string
}

/** Returns the source with a probe for each of its uses. */
export function withProbes(source: string, uses: readonly ElectronUse[]): string {
  const places = new Map<string, { place: ProbePlace; apis: Set<string> }>()
  for (const { api, probe } of uses) {
    const key = JSON.stringify(probe)
    const known = places.get(key) ?? { place: probe, apis: new Set() }
    places.set(key, known)
    known.apis.add(api)
  }
  const insertions = [...places.values()].flatMap(({ place, apis }) =>
    insertionsOf(place, JSON.stringify([...apis]), source),
  )
  insertions.sort((a, b) => b.at - a.at || b.rank - a.rank)
  const probed = insertions.reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), source)
  return places.size === 0 ? source : `${prelude}${probed}`
}

function insertionsOf(place: ProbePlace, apis: string, source: string): Insertion[] {
  const { start, end } = place
  const length = end - start
  if (place.kind === 'entry') {
    if (place.isBlock) return [{ at: start + 1, rank: 0, text: ` skeinRan(${apis}, true);` }]
    return [
      { at: start, rank: -length, text: `(skeinRan(${apis}, true), ` },
      { at: end, rank: length - 2 * source.length, text: ')' },
    ]
  }
  const call = `${place.kind === 'called' ? 'skeinCalled' : 'skeinRan'}(${apis}, `
  const name = place.isShorthand ? `${source.slice(start, end)}: ` : ''
  // A statement that begins with a parenthesis would continue the line before.
  const isConstructed = /\bnew\s+$/.test(source.slice(0, start))
  // At the same offset ends precede beginnings; a longer range begins first and ends last.
  return [
    { at: start, rank: -length, text: `${name}${isConstructed ? '(' : ''}${call}` },
    { at: end, rank: length - 2 * source.length, text: isConstructed ? '))' : ')' },
  ]
}

/** Inserts the probes into the sources below main/ and preload/. */
export function probePlugin(root: string): Plugin {
  let byFile: Map<string, ElectronUse[]> | undefined
  return {
    name: 'electron-probes',
    enforce: 'pre',
    transform(code, id) {
      const file = relative(root, resolve(id.split('?')[0] ?? '')).replaceAll(sep, '/')
      if (!/^(?:main|preload)\/.*\.ts$/.test(file)) return null
      byFile ??= Map.groupBy(findElectronUses(root).uses, (use) => use.file)
      const uses = byFile.get(file)
      return uses === undefined ? null : { code: withProbes(code, uses), map: null }
    },
  }
}
