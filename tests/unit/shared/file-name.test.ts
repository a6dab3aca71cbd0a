import { describe, expect, it } from 'vitest'
import { savedFileName, validFileName } from '#shared/file-name.ts'

describe('validFileName', () => {
  it.each([
    ['Offer 2026 (final).pdf', 'Offer 2026 (final).pdf'],
    ['Grüße an Łukasz.txt', 'Grüße an Łukasz.txt'],
    ['u\u0308ber.txt', 'über.txt'],
    ['見積書 2026年.xlsx', '見積書 2026年.xlsx'],
    ['👩‍👩‍👧.png', '👩‍👩‍👧.png'],
    ['می‌خواهم.txt', 'می‌خواهم.txt'],
    ['a/b\\c:d*e?f"g<h>i|j.txt', 'a_b_c_d_e_f_g_h_i_j.txt'],
    ['a\u0000b\u001fc\u007fd.txt', 'a_b_c_d.txt'],
    ['a\tb\nc.txt', 'a_b_c.txt'],
    ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
    ['in\u200bvoice\ufeff.pdf', 'in_voice_.pdf'],
    ['half \ud83d.txt', 'half _.txt'],
    ['  name.txt  ', 'name.txt'],
    ['name.', 'name'],
    ['name. . .', 'name'],
    ['..hidden', 'hidden'],
    ['.gitignore', 'gitignore'],
    ['a \u00a0 b.txt', 'a b.txt'],
    ['CON', '_CON'],
    ['con.txt', '_con.txt'],
    ['Nul.tar.gz', '_Nul.tar.gz'],
    ['AUX .txt', '_AUX .txt'],
    ['com1', '_com1'],
    ['COM9.log', '_COM9.log'],
    ['LPT¹.txt', '_LPT¹.txt'],
    ['CONIN$', '_CONIN$'],
    ['console.txt', 'console.txt'],
    ['com10.txt', 'com10.txt'],
    ['', 'file'],
    ['...', 'file'],
    [' ', 'file'],
  ])('makes %j into %j', (name, valid) => {
    expect(validFileName(name)).toBe(valid)
  })

  it.each([
    ['letters of one byte', 'a'],
    ['letters of two', 'ü'],
    ['letters of three', '見'],
    ['emoji of many', '👩‍👩‍👧'],
    ['letters with marks', 'a\u0331\u0323'],
  ])('shortens a name between letters and keeps its extension: %s', (_what, letter) => {
    const valid = validFileName(`${letter.repeat(400)}.tar.gz`)
    expect(new TextEncoder().encode(valid).length).toBeLessThanOrEqual(200)
    expect(valid.endsWith('.gz')).toBe(true)
    const stem = valid.replace(/(?:\.tar)?\.gz$/, '')
    expect(stem.length % letter.normalize('NFC').length).toBe(0)
    expect(new TextEncoder().encode(valid).length).toBeGreaterThan(160)
  })

  it('cuts a name at its end if its extension is too long to be one', () => {
    expect(validFileName(`a.${'b'.repeat(300)}`)).toBe(`a.${'b'.repeat(198)}`)
    expect(validFileName(`${'a'.repeat(199)} .txt`)).toBe(`${'a'.repeat(196)}.txt`)
  })
})

describe('savedFileName', () => {
  it.each([
    ['Offer-2026-final.pdf', 'Offer 2026 (final).pdf', 'Offer 2026 (final).pdf'],
    ['a.PDF', 'B.pdf', 'B.pdf'],
    ['a.pdf', 'the offer', 'a.pdf'],
    ['a.pdf', 'run me.exe', 'a.pdf'],
    ['a.exe', 'harmless.pdf', 'a.exe'],
    ['a.pdf', 'folder/b.pdf', 'a.pdf'],
    ['a.pdf', undefined, 'a.pdf'],
    ['a.pdf', ' ', 'a.pdf'],
    ['notes', 'my notes', 'notes'],
    ['a.pdf', 'CON.pdf', '_CON.pdf'],
    ['a.exe', 'invoice\u202efdp.exe', 'invoice_fdp.exe'],
  ])('gives a file at %j with the text %j the name %j', (inAddress, shown, name) => {
    expect(savedFileName(inAddress, shown)).toBe(name)
  })
})
