import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { app } from '#browser-host/electron.ts'
import { record } from '#browser-host/recorder.ts'
import { failToStart, startFailureText } from '#shell/reports/start-failure.ts'

describe('a failed start', () => {
  let folder: string
  const exits: (number | undefined)[] = []

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skein-start-'))
    exits.length = 0
    app.setPath('userData', folder)
    // The failed program’s only window is a dialog; the process of the tests continues.
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      exits.push(Number(code))
      return undefined as never
    })
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  })

  afterEach(() => {
    vi.restoreAllMocks()
    chmodSync(folder, 0o700)
    rmSync(folder, { recursive: true })
  })

  it('shows a dialog with the failure and the path of the log, which has the details', () => {
    failToStart(new Error('the disk is gone (api_key=abcdef)'))
    const box = record.dialogs.at(-1) as { title: string; content: string }
    expect(box.title).toBe('Skein can’t start')
    expect(box.content).toContain('the disk is gone')
    expect(box.content).toContain(join(folder, 'logs', 'skein.log'))
    expect(box.content).not.toContain('abcdef')
    expect(readFileSync(join(folder, 'logs', 'skein.log'), 'utf8')).toContain(
      'the start failed: Error: the disk is gone',
    )
    expect(exits).toEqual([1])
  })

  it('gives advice, also without a log', () => {
    expect(startFailureText(new Error('It broke.'), null)).toBe(
      'Skein can’t start: It broke.\n\nNothing was changed. The log couldn’t be written either. Check whether the disk is full.',
    )
    expect(startFailureText('odd', '/x/skein.log')).toContain('Start Skein again.')
  })

  it('is reported even if the folder of the log cannot be created', () => {
    writeFileSync(join(folder, 'file'), '')
    app.setPath('userData', join(folder, 'file'))
    failToStart(new Error('no folder'))
    expect((record.dialogs.at(-1) as { content: string }).content).toContain('The log couldn’t be written')
    expect(exits).toEqual([1])
  })
})
