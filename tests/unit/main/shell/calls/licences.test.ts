import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sentenceOf } from '#i18n/catalogue.ts'
import { readLicences } from '#shell/calls/licences.ts'

let folder = ''
const logged: string[] = []
const read = () => readLicences(folder, (_, line) => logged.push(line))

describe('the licences', () => {
  beforeEach(() => {
    logged.length = 0
    folder = mkdtempSync(join(tmpdir(), 'skein-licences-'))
    mkdirSync(join(folder, 'out', 'licences'), { recursive: true })
    writeFileSync(join(folder, 'LICENSE'), '\n   Apache License\n')
    writeFileSync(join(folder, 'out', 'licences', 'notices.txt'), 'others wrote\n')
  })

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it('start with the licence of Skein', async () => {
    const result = await read()
    expect(result.ok && result.value.text).toMatch(/^ {3}Apache License\n\n=+\n\nothers wrote\n$/)
  })

  it('are replaced by instructions if they are missing', async () => {
    rmSync(join(folder, 'out', 'licences', 'notices.txt'))
    const result = await read()
    expect(!result.ok && sentenceOf(result.error)).toContain('Reinstall Skein')
    expect(logged.join()).toContain('notices.txt')
  })
})
