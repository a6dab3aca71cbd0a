import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { textFailure } from '#support/text-failure.ts'
import { sentenceOf } from '#i18n/catalogue.ts'
import type { AccountSummary } from '#contract/accounts.ts'
import { Failures } from '#shell/reports/report.ts'
import { ReportDesk } from '#shell/reports/report-desk.ts'

const desktop = vi.hoisted(() => ({ path: '', asked: [] as unknown[], shown: [] as string[] }))

vi.mock('electron', () => ({
  app: { getVersion: () => '1.2.3' },
  dialog: {
    showSaveDialog(...args: unknown[]) {
      desktop.asked.push(args)
      return Promise.resolve({ canceled: desktop.path === '', filePath: desktop.path })
    },
  },
  shell: { showItemInFolder: (path: string) => desktop.shown.push(path) },
}))

const account: AccountSummary = {
  id: '6f9bd2a2-5a4e-4a3f-8f63-0d2d35b8a001',
  server: 'https://chat.alder.example',
  organization: 'Alder Robotics',
  email: 'iris@alder.example',
  name: 'Iris Lindqvist',
  connection: { state: 'refused', reason: textFailure('It keeps failing.'), isFailing: true },
  rateLimitedUntil: null,
  unread: 0,
  clock: '24',
  word: 'stream',
  mentions: 0,
  failed: 0,
  unsent: 0,
}

function desk() {
  const folder = mkdtempSync(join(tmpdir(), 'skein-report-'))
  const logFolder = join(folder, 'logs')
  mkdirSync(logFolder)
  writeFileSync(
    join(logFolder, 'skein.log'),
    'info iris@alder.example of Alder Robotics at chat.alder.example: hello\n',
  )
  const failures = new Failures()
  failures.note('engine [6f9bd2a2]', 'TypeError: x')
  return { folder, desk: new ReportDesk({ logFolder, failures, accounts: () => [account] }) }
}

describe('the report desk', () => {
  beforeEach(() => {
    desktop.asked = []
    desktop.path = ''
  })

  it('saves exactly the shown text, with the mode of the user’s other files', async () => {
    const { folder, desk: reports } = desk()
    const { id, text } = reports.make()
    expect(text).toContain('info [e-mail] of [name] at [server]: hello')
    expect(text).toContain('engine [6f9bd2a2]: 1')
    desktop.path = join(folder, 'report.txt')
    const umask = process.umask(0o022)
    expect(await reports.save(id, null)).toEqual({ ok: true, value: { path: desktop.path } })
    process.umask(umask)
    expect(readFileSync(desktop.path, 'utf8')).toBe(text)
    if (process.platform !== 'win32') expect(statSync(desktop.path).mode & 0o777).toBe(0o644)
    expect(desktop.asked).toEqual([
      [{ title: 'Save report', defaultPath: expect.stringMatching(/^Skein report .*\.txt$/) as string }],
    ])
  })

  it('saves nothing if the user cancels, and asks before the window if there is one', async () => {
    const { desk: reports } = desk()
    const window: unknown = {}
    expect(await reports.save(reports.make().id, window as never)).toEqual({ ok: true, value: { path: null } })
    expect((desktop.asked[0] as unknown[])[0]).toBe(window)
  })

  it('saves no report that is no longer shown', async () => {
    const { desk: reports } = desk()
    const { id } = reports.make()
    reports.make()
    expect(await reports.save(id, null)).toMatchObject({ ok: false, error: { code: 'OLD_REPORT' } })
    expect(desktop.asked).toEqual([])
  })

  it('gives advice if the report cannot be saved', async () => {
    const { folder, desk: reports } = desk()
    desktop.path = join(folder, 'nowhere', 'report.txt')
    const result = await reports.save(reports.make().id, null)
    expect(result).toMatchObject({ ok: false, error: { code: 'REPORT_NOT_SAVED' } })
    expect(result.ok ? '' : sentenceOf(result.error)).toMatch(/^The report wasn’t saved: .* Choose another folder\.$/)
  })

  it('shows the folder of the log', () => {
    const { folder, desk: reports } = desk()
    reports.showLog()
    expect(desktop.shown).toEqual([join(folder, 'logs', 'skein.log')])
  })

  it('works without a log', () => {
    const reports = new ReportDesk({ logFolder: '/nowhere', failures: new Failures(), accounts: () => [] })
    expect(reports.make().text).toContain('Last lines of the log (0)')
  })
})
