import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Outgoing } from '#accounts/outgoing.ts'

const one = '00000000-0000-4000-8000-000000000001'
const two = '00000000-0000-4000-8000-000000000002'

function world() {
  const folder = join(mkdtempSync(join(tmpdir(), 'skein-outgoing-')), 'outgoing')
  return { folder, outgoing: new Outgoing(folder) }
}

describe('the copies of files to send', () => {
  it('exist when they are finished, readable by their owner only', () => {
    const { folder, outgoing } = world()
    outgoing.begin(one, 5)
    outgoing.append(one, 0, Buffer.from('abc'))
    expect(outgoing.find(one)).toBeUndefined()
    outgoing.append(one, 3, Buffer.from('de'))
    outgoing.finish(one)
    const found = outgoing.find(one)
    expect(found).toEqual({ path: join(folder, one), size: 5 })
    expect(readFileSync(join(folder, one), 'utf8')).toBe('abcde')
    if (process.platform !== 'win32') expect(statSync(join(folder, one)).mode & 0o077).toBe(0)
  })

  it('count as existing while they cannot be examined', () => {
    const { folder, outgoing } = world()
    expect(outgoing.pathOf(one)).toBeNull()
    mkdirSync(folder, { recursive: true })
    // A link to itself cannot be followed by any user. On Windows only some users may create links.
    if (process.platform === 'win32') return
    symlinkSync(join(folder, one), join(folder, one))
    expect(outgoing.pathOf(one)).toBe(join(folder, one))
  })

  it('refuse chunks out of order, too many chunks, and missing chunks', () => {
    const { outgoing } = world()
    const badPiece = expect.objectContaining({ code: 'BAD_PIECE' }) as Error
    outgoing.begin(one, 4)
    expect(() => {
      outgoing.append(one, 1, Buffer.from('a'))
    }).toThrow(badPiece)
    expect(() => {
      outgoing.append(one, 0, Buffer.from('abcde'))
    }).toThrow(badPiece)
    expect(() => {
      outgoing.finish(one)
    }).toThrow(badPiece)
    expect(() => {
      outgoing.append(two, 0, Buffer.from('a'))
    }).toThrow(expect.objectContaining({ code: 'NO_COPY' }) as Error)
    expect(() => {
      outgoing.begin('../../etc/passwd', 1)
    }).toThrow(expect.objectContaining({ code: 'BAD_NAME' }) as Error)
    expect(outgoing.find('../skein.json')).toBeUndefined()
  })

  it('are removed when no action references them, but not while they are being written', () => {
    const { folder, outgoing } = world()
    outgoing.begin(one, 1)
    outgoing.append(one, 0, Buffer.from('a'))
    outgoing.finish(one)
    outgoing.begin(two, 2)
    outgoing.append(two, 0, Buffer.from('b'))
    // The report precedes the engine’s first file.
    outgoing.keep([])
    expect(readdirSync(folder).sort()).toEqual([one, `${two}.part`])
    outgoing.keep([one])
    outgoing.keep([])
    expect(readdirSync(folder)).toEqual([`${two}.part`])
    // An incomplete file is referenced, and removed like any other.
    outgoing.keep([two])
    outgoing.append(two, 1, Buffer.from('c'))
    outgoing.finish(two)
    expect(outgoing.find(two)?.size).toBe(2)
    outgoing.keep([])
    expect(outgoing.find(two)).toBeUndefined()
    outgoing.begin(two, 2)
    outgoing.abort(two)
    expect(readdirSync(folder)).toEqual([])
  })

  it('are removed at the next start if a crash left them incomplete', () => {
    const { folder, outgoing } = world()
    outgoing.begin(one, 2)
    outgoing.append(one, 0, Buffer.from('a'))
    new Outgoing(folder).keep([])
    expect(readdirSync(folder)).toEqual([])
  })
})
