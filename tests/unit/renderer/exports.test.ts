import { describe, expect, it } from 'vitest'
import type { ExportProgress } from '#contract/message-exports.ts'
import { ExportForm, scopesOf } from '#renderer/features/exports/export-form.svelte.ts'
import { exportLine } from '#renderer/features/exports/export-line.ts'
import { ShownExport } from '#renderer/features/exports/shown-export.ts'

const topic = { kind: 'topic', streamId: 5, topic: 'lunch' } as const
const shown = { narrow: topic, title: 'lunch', streamName: 'general' }

describe('the form of an export', () => {
  it('offers the conversation, its stream and the organization', () => {
    const kinds = (...args: Parameters<typeof scopesOf>) => scopesOf(...args).map(({ kind, name }) => `${kind} ${name}`)
    expect(kinds({ shown }, 'Alder')).toEqual(['topic lunch', 'stream general', 'organization Alder'])
    expect(kinds({ shown: { ...shown, streamName: null } }, 'Alder')).toEqual(['topic lunch', 'organization Alder'])
    const stream = { narrow: { kind: 'stream', streamId: 5 }, title: 'general', streamName: 'general' } as const
    expect(kinds({ shown: stream }, 'Alder')).toEqual(['stream general', 'organization Alder'])
    const direct = { narrow: { kind: 'direct', userIds: [2] }, title: 'Noor', streamName: null } as const
    expect(kinds({ shown: direct }, 'Alder')).toEqual(['direct Noor', 'organization Alder'])
    expect(kinds({ shown: null }, 'Alder')).toEqual(['organization Alder'])
  })

  it('begins an export of the chosen scope, and stays open without a folder or with a failure', async () => {
    const calls: unknown[] = []
    let answer: Awaited<ReturnType<ConstructorParameters<typeof ExportForm>[0]['startExport']>> = {
      ok: true,
      value: { isStarted: false },
    }
    let started = 0
    const program = {
      startExport: (input: unknown) => {
        calls.push(input)
        return Promise.resolve(answer)
      },
    }
    const form = new ExportForm(
      program,
      { accountId: 'a', shown },
      { organization: 'Alder', onstarted: () => (started += 1) },
    )
    form.chosen = 1
    form.form = 'json'
    form.withFiles = false
    await form.submit()
    expect(calls).toEqual([
      { accountId: 'a', narrow: { kind: 'stream', streamId: 5 }, title: '#general', form: 'json', withFiles: false },
    ])
    expect(started).toBe(0)
    answer = { ok: false, error: { code: 'EXPORT_RUNNING' } }
    await form.submit()
    expect(form.failure).toEqual({ code: 'EXPORT_RUNNING' })
    answer = { ok: true, value: { isStarted: true } }
    await form.submit()
    expect(form.failure).toBeNull()
    expect(started).toBe(1)
  })
})

describe('the line about an export', () => {
  const line = (progress: ExportProgress) => exportLine({ id: 1, accountId: 'a', title: 'lunch', progress })

  it('tells how far it is, and its end with what is missing', () => {
    expect(line({ kind: 'preparing' })).toMatchObject({ sentence: 'Exporting lunch…', isRunning: true, fraction: null })
    expect(line({ kind: 'files', done: 1, total: 4 })).toMatchObject({
      sentence: 'Exporting lunch: 1 of 4 files',
      fraction: 0.25,
    })
    expect(line({ kind: 'messages', done: 0, total: 0 })).toMatchObject({ fraction: 1 })
    expect(line({ kind: 'messages', done: 1, total: 1 })).toMatchObject({
      sentence: 'Exporting lunch: 1 of 1 message',
    })
    const whole = { kind: 'done', messages: 2, files: 0, missingFiles: 0, gaps: 0 } as const
    expect(line(whole)).toMatchObject({ sentence: 'Exported lunch: 2 messages.', detail: null, hasFolder: true })
    expect(line({ ...whole, files: 1, gaps: 1 })).toMatchObject({
      sentence: 'Exported lunch: 2 messages and 1 file.',
      detail: 'Some of it wasn’t on this computer. The export lists what may be missing.',
    })
    expect(line({ kind: 'failed', failure: { code: 'EXPORT_DISK_FULL' }, folder: 'lunch.partial' })).toMatchObject({
      sentence: 'Couldn’t export lunch. The disk is full. Free up some space, then export again.',
      detail: 'The unfinished folder is “lunch.partial”.',
      isFailed: true,
    })
    expect(line({ kind: 'failed', failure: { code: 'EXPORT_INTERRUPTED' }, folder: null })).toMatchObject({
      detail: null,
      hasFolder: false,
    })
  })

  it('acts on the export of the program’s state, and on none without one', async () => {
    const calls: unknown[] = []
    const program = {
      endExport: (...call: unknown[]) => {
        calls.push(call)
        return Promise.resolve()
      },
    }
    const exporting = { id: 4, accountId: 'a', title: 'lunch', progress: { kind: 'preparing' } } as const
    const none = new ShownExport({ state: null }, program)
    expect(none.line).toBeNull()
    await none.end('cancel')
    const shownExport = new ShownExport({ state: { exporting } as never }, program)
    expect(shownExport.line?.sentence).toBe('Exporting lunch…')
    await shownExport.end('cancel')
    expect(calls).toEqual([['cancel', 4]])
  })
})
