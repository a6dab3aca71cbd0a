import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { StateFile } from '../../../../main/accounts/state-file.ts'

const place = () => join(mkdtempSync(join(tmpdir(), 'skein-state-')), 'skein.json')
const account = { id: 'a', origin: 'https://x.example', email: 'a@x.example', organization: 'X' }

describe('skein.json', () => {
  it('is read back as it was written, and is nobody else’s to read', () => {
    const path = place()
    new StateFile(path, () => undefined).update({ accounts: [account] })
    expect(new StateFile(path, () => undefined).state.accounts).toEqual([account])
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('that is damaged is kept aside and said so, and Skein starts', () => {
    const path = place()
    writeFileSync(path, '{"version":1,"accounts":[{')
    let movedTo = ''
    const file = new StateFile(path, (aside) => (movedTo = aside))
    expect(file.state.accounts).toEqual([])
    expect(readFileSync(movedTo, 'utf8')).toBe('{"version":1,"accounts":[{')
    expect(existsSync(path)).toBe(false)
  })
})
