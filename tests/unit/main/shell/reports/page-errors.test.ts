import { describe, expect, it } from 'vitest'
import { PageErrors, type PageError } from '#shell/reports/page-errors.ts'

function errors() {
  const heard = { logs: [] as string[], notes: [] as string[], now: 1_000_000 }
  const page = new PageErrors({
    log: (_level, message) => heard.logs.push(message),
    note: (what) => heard.notes.push(what),
    known: () => ({ emails: [], servers: [], names: ['Alder Robotics'], home: '' }),
    now: () => heard.now,
  })
  return { heard, page }
}

const error = (over: Partial<PageError> = {}): PageError => ({ kind: 'error', message: 'Error: x', stack: '', ...over })

describe('errors of the page', () => {
  it('are one line and the frames of their stack in the log', () => {
    const { heard, page } = errors()
    const stack =
      'Error: x\n    at draw (app://skein/assets/index.js:1:2)\n2026-11-24 08:00:00.000 info forged\n    at b (c)'
    page.add(error({ kind: 'screen', message: 'TypeError: x\n2026-11-24 08:00:00.000 info forged', stack }))
    expect(heard.logs).toEqual([
      'page: screen: TypeError: x 2026-11-24 08:00:00.000 info forged\n    at draw (app://skein/assets/index.js:1:2)\n    at b (c)',
    ])
    expect(heard.notes).toEqual(['screen: TypeError: x 2026-11-24 08:00:00.000 info forged'])
  })

  it('contain no content of the page', () => {
    const { heard, page } = errors()
    page.add(error({ message: 'SyntaxError: "see you at Alder Robotics" of iris@alder.example' }))
    expect(heard.logs).toEqual(['page: error: SyntaxError: “[text]” of [e-mail]'])
  })

  it('are limited to ten per minute, followed by the number of the others', () => {
    const { heard, page } = errors()
    for (let count = 0; count < 5_000; count += 1) page.add(error())
    expect(heard.logs).toHaveLength(10)
    expect(heard.notes).toHaveLength(10)
    heard.now += 60_000
    page.add(error())
    expect(heard.logs.slice(10)).toEqual(['page: 4990 more errors within that minute', 'page: error: Error: x'])
  })
})
