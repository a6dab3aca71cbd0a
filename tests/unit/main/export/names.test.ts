import { describe, expect, it } from 'vitest'
import { addressOf, copiedFileName, numberedName, slugOf } from '#main/export/names.ts'
import { exportFolderName } from '#shell/files/exports.ts'

describe('the names of an export', () => {
  it.each([
    ['release 2.4', 'release-2-4'],
    ['../../etc/passwd', 'etc-passwd'],
    ['a:b*c?"<>|', 'a-b-c'],
    ['Ångström', 'Ångström'],
    ['日本語の話題', '日本語の話題'],
    ['\u202eevil', 'evil'],
    ['…', ''],
    ['x'.repeat(5_000), 'x'.repeat(40)],
    [`a${'\u0301'.repeat(100)}`, ''],
  ])('keep the letters and digits of a title: %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug)
  })

  it('differ by their number, whatever the titles are, and are no device of Windows', () => {
    expect(numberedName(7, 'CON')).toBe('0007-CON')
    expect(numberedName(12_345, '...')).toBe('12345')
    expect(
      new Set([1, 2, 3].map((number) => numberedName(number, number === 1 ? 'LUNCH' : 'lunch').toLowerCase())).size,
    ).toBe(3)
  })

  it.each([
    ['/user_uploads/1/ab/Plan%20B.pdf', null, '0001-Plan-B.pdf'],
    ['/user_uploads/1/ab/page.html', null, '0001-page.html.download'],
    ['/user_uploads/1/ab/page.SVG', null, '0001-page.SVG.download'],
    ['/user_uploads/1/ab/run.mjs', null, '0001-run.mjs.download'],
    ['/external_content/abc/def', '.png', '0001-def.png'],
    ['/user_uploads/1/x.verylongending', null, '0001-x-verylongending'],
    ['/user_uploads/1/%E2%80%AEgnp.exe', null, '0001-gnp.exe'],
  ])('of copied files never open as a page: %s', (path, ending, name) => {
    expect(copiedFileName(1, path, ending)).toBe(name)
  })

  it('of folders are valid on every system, and have the day', () => {
    const now = new Date(2026, 10, 30, 9).getTime()
    expect(exportFolderName('#design', now)).toBe('#design – 2026-11-30')
    expect(exportFolderName('a/b\\c:d', now)).toBe('a_b_c_d – 2026-11-30')
    expect(exportFolderName('\u202e..', now)).not.toContain('\u202e')
    expect(exportFolderName('x'.repeat(5_000), now).length).toBeLessThan(80)
  })

  it('are written as addresses that a page can follow', () => {
    expect(addressOf('conversations/0001-été #1.html')).toBe('conversations/0001-%C3%A9t%C3%A9%20%231.html')
  })
})
