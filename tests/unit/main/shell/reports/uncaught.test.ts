import { describe, expect, it } from 'vitest'
import { noticeText } from '#i18n/catalogue.ts'
import { planForError, surviveErrors } from '#shell/reports/uncaught.ts'

function surviving(isStarted: boolean) {
  const heard = { logs: [] as string[], notes: [] as string[], notices: [] as string[], failed: [] as unknown[] }
  const before = process.listeners('uncaughtException')
  const survival = surviveErrors({
    log: (level, message) => heard.logs.push(`${level} ${message}`),
    note: (what) => heard.notes.push(what),
    notify: (notice) => heard.notices.push(noticeText(notice)),
    failStart: (error) => heard.failed.push(error),
  })
  const own = process.listeners('uncaughtException').filter((listener) => !before.includes(listener))
  if (isStarted) survival.started()
  const meet = (error: unknown) => {
    for (const listener of own) listener(error as Error, 'uncaughtException')
  }
  return { heard, survival, own, meet }
}

describe('an uncaught error', () => {
  it('is handled by its kind, and by whether a window exists', () => {
    const lost = new Error('mojo result not ok: 9')
    expect([lost, new Error('x'), 'x'].map((error) => planForError(error, true))).toEqual([
      'lost_upload',
      'fail_start',
      'fail_start',
    ])
    expect([lost, new Error('x'), 'x'].map((error) => planForError(error, false))).toEqual([
      'lost_upload',
      'go_on',
      'go_on',
    ])
  })

  it('is logged with its stack each time, and reported to the user once', () => {
    const { heard, meet, survival } = surviving(true)
    meet(new TypeError('nobody expects this'))
    meet('a text')
    survival.stop()
    expect(heard.logs[0]).toMatch(/^error nobody caught: TypeError: nobody expects this\n\s+at /)
    expect(heard.logs[1]).toBe('error nobody caught: a text')
    expect(heard.notes).toEqual(['TypeError: nobody expects this', 'a text'])
    expect(heard.notices).toHaveLength(1)
    expect(heard.failed).toEqual([])
  })

  it('ends the start', () => {
    const { heard, meet, survival } = surviving(false)
    const error = new Error('no disk')
    meet(error)
    survival.stop()
    expect(heard.failed).toEqual([error])
    expect(heard.notices).toEqual([])
  })

  it('of a lost upload is a line of the log without a notice', () => {
    const { heard, meet, survival } = surviving(true)
    meet(new Error('two startReading calls???'))
    survival.stop()
    expect(heard).toEqual({
      logs: ['warn a body in chunks was lost: Error: two startReading calls???'],
      notes: [],
      notices: [],
      failed: [],
    })
  })

  it('does not fill the log when it repeats', () => {
    const { heard, meet, survival } = surviving(true)
    for (let count = 0; count < 1_000; count += 1) meet(new Error('again'))
    survival.stop()
    expect(heard.logs).toHaveLength(31)
    expect(heard.logs.at(-1)).toContain('not written down')
  })

  it('has one listener of each kind, until that is removed', () => {
    const rejections = process.listenerCount('unhandledRejection')
    const { own, survival } = surviving(true)
    expect(own).toHaveLength(1)
    expect(process.listenerCount('unhandledRejection')).toBe(rejections + 1)
    survival.stop()
    expect(process.listeners('uncaughtException')).not.toContain(own[0])
    expect(process.listenerCount('unhandledRejection')).toBe(rejections)
  })
})
