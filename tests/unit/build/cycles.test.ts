import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const program = resolve(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')

describe('the check for cycles of imports', { timeout: 120_000 }, () => {
  let folder = ''

  beforeEach(() => {
    // The folder is ignored by git and by lint, so a killed run leaves no file to commit.
    mkdirSync(join(root, 'test-results'), { recursive: true })
    folder = mkdtempSync(join(root, 'test-results/cycle-'))
  })

  afterEach(() => {
    rmSync(folder, { recursive: true })
  })

  function check(files: Readonly<Record<string, string>>): { status: number | null; output: string } {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const { status, stdout } = spawnSync(
      process.execPath,
      [program, '--config', '.dependency-cruiser.mjs', '--output-type', 'err', relative(root, folder)],
      { cwd: root, encoding: 'utf8' },
    )
    return { status, output: stdout }
  }

  it('refuses two modules that import types of each other', () => {
    const { status, output } = check({
      'a.ts': `import type { B } from './b.ts'\nexport interface A { readonly b: B | null }\n`,
      'b.ts': `import type { A } from './a.ts'\nexport interface B { readonly a: A | null }\n`,
    })
    expect(output).toContain('no-cycles')
    expect(status).not.toBe(0)
  })

  it('accepts modules with imports in one direction', () => {
    const { status } = check({
      'a.ts': `import type { B } from './b.ts'\nexport interface A { readonly b: B | null }\n`,
      'b.ts': `export interface B { readonly a: number }\n`,
    })
    expect(status).toBe(0)
  })
})
