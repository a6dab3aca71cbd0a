import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runChild } from '../runner/child.ts'
import { lastAlike, reviewedCommit } from './findings.ts'

const root = resolve(import.meta.dirname, '../..')
const lockFile = 'package-lock.json'

/**
 * The files of `lastAlike` that replace those of the reviewed code, so that later tests can run against it: the tests
 * with their support, their runners, and the two files of `build/` by which the support ends its processes. The
 * reviewed launchers do not use these two files, so the judged code is unchanged.
 */
const laidOver = [
  'tests',
  'vitest.config.ts',
  'playwright.config.ts',
  'build/children.ts',
  'build/end-with-parent.cjs',
  'server/levels/levels.ts',
  'server/limits.ts',
  'shared/client-limits.ts',
  'shared/unformatted.ts',
] as const
/** Support that stays with the reviewed code, because it writes rows of its store. */
const keptSupport = 'tests/bench/world.ts'
const installationMs = 20 * 60_000

/** The reviewed code is not available; the message gives advice. */
export class NoReviewedCode extends Error {
  readonly code = 'NO_REVIEWED_CODE'
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>
}

/** Whether another lock file contains every entry of a lock file unchanged. */
export function isCovered(lock: Lock, by: Lock): boolean {
  return Object.entries(lock.packages).every(([path, { version, integrity }]) => {
    const other = by.packages[path]
    // The first entry is the project itself.
    return path === '' || (other?.version === version && other?.integrity === integrity)
  })
}

/** The reviewed commit in a worktree of its own, in a temporary folder, with the tests of `lastAlike` in it. */
export class ReviewedTree {
  /** The folder of the worktree and of all files that its programs write; its path has no links. */
  readonly folder = mkdtempSync(join(realpathSync(tmpdir()), 'skein-findings-'))
  readonly tree = join(this.folder, 'tree')
  /** The folder for temporary files of programs in the worktree. */
  readonly temporary = join(this.folder, 'tmp')
  #isAdded = false

  /**
   * @throws NoReviewedCode if this checkout lacks the commit
   * @throws Error if the worktree cannot be prepared
   */
  async prepare(): Promise<void> {
    expectCommit()
    mkdirSync(this.temporary)
    this.#isAdded = true
    git('worktree', 'add', '--quiet', '--detach', this.tree, reviewedCommit)
    if (isCovered(lockIn(this.tree), lockIn(root))) linkDependencies(this.tree)
    // The worktree's own set-up script installs missing packages and builds.
    const { status, output } = await runChild([join('build', 'setup.cjs'), 'build'], {
      cwd: this.tree,
      longestMs: installationMs,
    })
    if (status !== 0) throw new Error(`the reviewed code could not be built:\n${output}`)
    rmSync(join(this.tree, 'tests'), { recursive: true })
    this.#layOver(...laidOver)
    git('-C', this.tree, 'checkout', '--quiet', reviewedCommit, '--', keptSupport)
  }

  /** Replaces the reviewed browser host, which hides Chromium's behaviour on the network, by a later one. */
  useNewHost(): void {
    rmSync(join(this.tree, 'host'), { recursive: true })
    this.#layOver('host')
  }

  #layOver(...paths: readonly string[]): void {
    git('-C', this.tree, 'checkout', '--quiet', lastAlike, '--', ...paths)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    // The folder is removed; this removes the repository's record of it.
    if (this.#isAdded) git('worktree', 'prune')
  }
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}

function expectCommit(): void {
  const short = reviewedCommit.slice(0, 7)
  try {
    if (git('cat-file', '-t', `${reviewedCommit}^{commit}`) === 'commit') return
  } catch {
    // The worktree does not exist, or this is not a repository.
  }
  let isShallow: boolean
  try {
    isShallow = git('rev-parse', '--is-shallow-repository') === 'true'
  } catch {
    throw new NoReviewedCode(`the reviewed code is commit ${short}: run this in a clone of the repository, with git`)
  }
  throw new NoReviewedCode(
    isShallow
      ? `this clone is shallow and lacks ${short}, the reviewed code: run “git fetch --unshallow” first`
      : `this clone lacks ${short}, the reviewed code: fetch the branch that holds it first`,
  )
}

function lockIn(folder: string): Lock {
  return JSON.parse(readFileSync(join(folder, lockFile), 'utf8')) as Lock // format 3 of npm
}

/**
 * Gives a tree the project's installed packages: a folder of its own with a link per package. A link to the whole
 * folder would let an `npm ci` in the tree empty the folder of the project.
 */
function linkDependencies(tree: string): void {
  const from = join(root, 'node_modules')
  const to = join(tree, 'node_modules')
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    if (name.startsWith('.') && name !== '.bin') continue
    if (!name.startsWith('@')) {
      symlinkSync(join(from, name), join(to, name), 'junction')
      continue
    }
    mkdirSync(join(to, name))
    for (const inner of readdirSync(join(from, name))) {
      symlinkSync(join(from, name, inner), join(to, name, inner), 'junction')
    }
  }
  // The hash shows the set-up script that nothing needs installing.
  const hash = createHash('sha256')
  for (const file of ['package.json', lockFile]) hash.update(file).update(readFileSync(join(tree, file)))
  writeFileSync(join(to, '.skein-dependencies'), hash.digest('hex'))
  if (!existsSync(join(to, 'vite'))) throw new Error('the project’s own packages are not installed')
}
