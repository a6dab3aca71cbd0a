import { describe, expect, it } from 'vitest'
import { fileNameOf } from '#shell/files/save-file.ts'

describe('the suggested name of a saved file', () => {
  it.each([
    ['/user_uploads/1/ab/cd/Gr%C3%BC%C3%9Fe.png?x=1', 'Grüße.png'],
    ['/user_uploads/1/..%2f..%2fetc%2fpasswd', '_.._etc_passwd'],
    ['/user_uploads/1/%2e%2ehidden', 'hidden'],
    ['/user_uploads/1/a%3Ab%7Cc.txt', 'a_b_c.txt'],
    ['/user_uploads/1/evil%E2%80%AEgnp.exe', 'evil_gnp.exe'],
    ['/user_uploads/1/100%.txt', '100%.txt'],
    ['/', 'file'],
  ])('for %s is %s', (path, name) => {
    expect(fileNameOf(path)).toBe(name)
  })
})
