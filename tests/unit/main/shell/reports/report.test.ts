import { describe, expect, it } from 'vitest'
import { Failures, reportFileName, reportLines, reportText, type ReportFacts } from '#shell/reports/report.ts'

const now = Date.UTC(2026, 10, 24, 8, 31, 7)

function facts(over: Partial<ReportFacts> = {}): ReportFacts {
  return {
    now,
    startedAt: now - 60_000,
    version: '1.2.3',
    system: 'linux 6.1.0 (x64)',
    runtimes: [['Node', '24.1.0']],
    accounts: [{ tag: '1a2b3c4d', state: 'refused' }],
    counts: new Map([['window', 3]]),
    failures: [{ at: now - 1_000, part: 'window', what: 'crashed, iris@alder.example' }],
    logLines: ['2026-11-24 08:31:06.000 info key=abcdef'],
    known: { emails: [], servers: [], names: [], home: '' },
    ...over,
  }
}

describe('the report', () => {
  it('has an introduction, the failures, and the end of the log, without secrets', () => {
    expect(reportText(facts())).toBe(`Skein report

It contains no messages, no names of people or servers, and no passwords or keys.
None of it was sent anywhere.

Created:  2026-11-24 08:31:07 UTC
Started:  2026-11-24 08:30:07 UTC
Version:  1.2.3
System:   linux 6.1.0 (x64)
Node:     24.1.0

Accounts
  [1a2b3c4d] refused

Failures since Skein started
  window: 3

Most recent failures
  2026-11-24 08:31:06 UTC window: crashed, [e-mail]

Last lines of the log (1)
  2026-11-24 08:31:06.000 info key=[secret]
`)
  })

  it('is bounded in lines and in their length', () => {
    const logLines = Array.from({ length: 5_000 }, (_, index) => `line ${index} ${'x '.repeat(2_000)}`)
    const text = reportText(facts({ logLines }))
    expect(text.length).toBeLessThan(reportLines * 700)
    expect(text).toContain('line 4999')
    expect(text).not.toContain('line 4599 ')
  })

  it('states when it has no failures or log', () => {
    const text = reportText(facts({ accounts: [], counts: new Map(), failures: [], logLines: [] }))
    expect(text.match(/^ {2}none$/gm)).toHaveLength(3)
  })

  it('has a file name with its day', () => {
    expect(reportFileName(now)).toBe('Skein report 2026-11-24.txt')
  })
})

describe('the record of failures', () => {
  it('counts all of them, and keeps the newest as one line each', () => {
    const failures = new Failures()
    for (let count = 0; count < 70; count += 1) failures.note('page', `line\n${count} ${'y'.repeat(1_000)}`, count)
    failures.note('main', 'x', 99)
    expect(failures.counts).toEqual(
      new Map([
        ['page', 70],
        ['main', 1],
      ]),
    )
    expect(failures.kept).toHaveLength(50)
    expect(failures.kept[0]?.what).toMatch(/^line 21 y+$/)
    expect(failures.kept[0]?.what).toHaveLength(300)
    expect(failures.kept.at(-1)).toEqual({ at: 99, part: 'main', what: 'x' })
  })
})
