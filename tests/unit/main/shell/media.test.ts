import { describe, expect, it } from 'vitest'
import { pictureTypeOf } from '../../../../main/shell/media.ts'
import { fileNameOf } from '../../../../main/shell/save-file.ts'

describe('names of files to save', () => {
  it.each([
    ['/user_uploads/1/ab/cd/Gr%C3%BC%C3%9Fe.png?x=1', 'Grüße.png'],
    ['/user_uploads/1/..%2f..%2fetc%2fpasswd', '_.._etc_passwd'],
    ['/user_uploads/1/%2e%2ehidden', 'hidden'],
    ['/user_uploads/1/a%3Ab%7Cc.txt', 'a_b_c.txt'],
    ['/user_uploads/1/evil%E2%80%AEgnp.exe', 'evil_gnp.exe'],
    ['/user_uploads/1/100%.txt', '100%.txt'],
    ['/', 'file'],
  ])('%s is %s', (path, name) => {
    expect(fileNameOf(path)).toBe(name)
  })
})

describe('the kind of a waiting picture', () => {
  it.each([
    [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'image/png'],
    [Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'image/jpeg'],
    [Buffer.from('GIF89a'), 'image/gif'],
    [Buffer.from('RIFF\x00\x00\x00\x00WEBP'), 'image/webp'],
    [Buffer.from('<svg onload="x">'), undefined],
    [Buffer.from('<html>'), undefined],
    [Buffer.alloc(0), undefined],
  ])('is read from its first bytes', (bytes, type) => {
    expect(pictureTypeOf(bytes)).toBe(type)
  })
})
