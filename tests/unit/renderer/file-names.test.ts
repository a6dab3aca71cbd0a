import { describe, expect, it } from 'vitest'
import { kindOf, attachedName, renamed, splitName } from '#renderer/parts/media/file-names.ts'

it.each([
  ['a b.png', 'a b.png'],
  ['torn\u202egpj.exe', 'torngpj.exe'],
  ['one\ntwo.txt', 'one two.txt'],
  ['../a.png', '..-a.png'],
  ['', 'file'],
  [`${'x'.repeat(400)}.png`, `${'x'.repeat(296)}.png`],
])('the file %j is attached as %j', (name, attached) => {
  expect(attachedName(name)).toBe(attached)
})

describe('a new name for a file', () => {
  it.each([
    ['IMG_1.JPG', 'IMG_1', '.JPG'],
    ['archive.tar.gz', 'archive.tar', '.gz'],
    ['notes', 'notes', ''],
    ['.profile', '.profile', ''],
    ['a. b', 'a. b', ''],
  ])('keeps the extension of %s', (name, stem, extension) => {
    expect(splitName(name)).toEqual({ stem, extension })
  })

  it.each([
    ['holiday', '.JPG', 'holiday.JPG'],
    ['holiday.jpg', '.JPG', 'holiday.JPG'],
    [' two\nlines ', '.png', 'two lines.png'],
    ['../../etc/passwd', '.png', '..-..-etc-passwd.png'],
    ['evil\u202egnp\u200b\0', '.exe', 'evilgnp.exe'],
    ['x'.repeat(400), '.png', `${'x'.repeat(296)}.png`],
    ['no end', '', 'no end'],
  ])('from %j and the extension %j is %j', (stem, extension, name) => {
    expect(renamed(stem, extension)).toBe(name)
  })

  it.each([
    ['   ', '.png'],
    ['.png', '.png'],
    ['\u200b', ''],
  ])('is none if no character of %j remains', (stem, extension) => {
    expect(renamed(stem, extension)).toBeNull()
  })
})

it.each([
  ['a.jpg', 'image/jpeg', 'JPEG image'],
  ['a.svg', 'image/svg+xml', 'SVG image'],
  ['a.heic', 'image/', 'HEIC image'],
  ['a.mp4', 'video/mp4', 'Video'],
  ['a.ogg', 'audio/ogg', 'Audio'],
  ['notes.pdf', 'application/pdf', 'PDF file'],
  ['notes', '', 'File'],
  ['a.<b>x</b>', 'text/plain', 'File'],
])('%s of the type “%s” is displayed as “%s”', (name, type, kind) => {
  expect(kindOf({ name, type })).toBe(kind)
})
