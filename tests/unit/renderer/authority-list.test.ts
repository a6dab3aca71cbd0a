import { describe, expect, it } from 'vitest'
import type { Result } from '#contract/base/failures.ts'
import { AuthorityList } from '#renderer/features/settings/network/authority-list.svelte.ts'

type Added = Result<{ readonly added: number; readonly isCancelled: boolean }>

const file = new File(['x'], 'root.pem')
const authority = { fingerprint: 'AA:BB', name: 'Example Root', until: 0 }

function open(added: Added, encode: (file: Blob) => Promise<string> = () => Promise.resolve('eA==')) {
  const calls: string[] = []
  const list = new AuthorityList(
    {
      addAuthorities: (base64) => {
        calls.push(base64)
        return Promise.resolve(added)
      },
      removeAuthority: (fingerprint) => {
        calls.push(fingerprint)
        return Promise.resolve({ ok: true, value: null })
      },
    },
    encode,
  )
  return { list, calls }
}

const added = (count: number, isCancelled = false): Added => ({ ok: true, value: { added: count, isCancelled } })

describe('the changes of certificate authorities', () => {
  it('say what became of a file', async () => {
    for (const [answer, sentence] of [
      [added(1), 'Added.'],
      [added(3), 'Added 3 authorities.'],
      [added(0), 'You trust this authority already.'],
      [added(0, true), undefined],
    ] as const) {
      const { list, calls } = open(answer)
      await list.add(file)
      expect(calls).toEqual(['eA=='])
      expect(list.outcome?.sentence).toBe(sentence)
      expect(list.isPending).toBe(false)
    }
  })

  it('say why a file is refused, and send none that is too large or cannot be read', async () => {
    const refused = open({ ok: false, error: { code: 'AUTHORITY_EXPIRED' } })
    await refused.list.add(file)
    expect(refused.list.outcome).toEqual({ sentence: 'This certificate has expired.', isFailure: true })
    const large = open(added(1))
    await large.list.add(new File([new Uint8Array(1_000_001)], 'large.pem'))
    expect(large.list.outcome?.sentence).toBe('This file is too large for certificates.')
    const gone = open(added(1), () => Promise.reject(new Error('gone')))
    await gone.list.add(file)
    expect(gone.list.outcome).toEqual({ sentence: 'The file can’t be read: gone', isFailure: true })
    expect([large.calls, gone.calls]).toEqual([[], []])
  })

  it('run one at a time, and name who is no longer trusted', async () => {
    const { list, calls } = open(added(1))
    await Promise.all([list.remove(authority), list.remove(authority)])
    expect(calls).toEqual(['AA:BB'])
    expect(list.outcome?.sentence).toContain('Example Root')
    expect(list.outcome?.isFailure).toBe(false)
  })
})
