import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { everyForm } from '#support/asked-forms.ts'
import { holdsAt, levelLimits } from '#support/level-limits.ts'

const engine = resolve(import.meta.dirname, '../../../engine')

describe('a test of the engine that applies to some levels only', () => {
  it.each(levelLimits.map((limit) => [limit.file, limit.test, limit] as const))(
    'exists, applies to the server’s own level, and not to all: %s, %s',
    (file, test, limit) => {
      expect(readFileSync(resolve(engine, `${file}.test.ts`), 'utf8')).toContain(test)
      expect(holdsAt(limit, 237, 'svc')).toBe(true)
      expect(everyForm.every((form) => holdsAt(limit, form.featureLevel, form.dialect))).toBe(false)
      expect(limit.reason).not.toBe('')
    },
  )
})
