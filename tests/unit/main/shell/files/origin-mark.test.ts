import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { originMark, setOriginMark, systemMarkPorts, type MarkPorts } from '#shell/files/origin-mark.ts'

const now = 1_700_000_000_999

function ports(fails = false) {
  const done: unknown[] = []
  const attempt = (...what: unknown[]) => {
    done.push(what)
    return fails ? Promise.reject(new Error('this disk knows no marks')) : Promise.resolve()
  }
  return { done, ports: { write: attempt, run: attempt } satisfies MarkPorts }
}

describe('the mark of a downloaded file', () => {
  it('is a stream of the Internet zone without an address on Windows', async () => {
    const { done, ports: system } = ports()
    const mark = originMark('win32', 'C:\\Users\\iris\\plan.exe', now)
    expect(await setOriginMark(mark, system)).toBeNull()
    expect(done).toEqual([
      ['C:\\Users\\iris\\plan.exe:Zone.Identifier', '[ZoneTransfer]\r\nZoneId=3\r\nHostUrl=about:internet\r\n'],
    ])
  })

  it('is the quarantine attribute on macOS, with any file name', async () => {
    const { done, ports: system } = ports()
    const file = '/Users/iris/$(rm -rf ~) "x".command'
    expect(await setOriginMark(originMark('darwin', file, now), system)).toBeNull()
    expect(done).toEqual([['/usr/bin/xattr', ['-w', 'com.apple.quarantine', '0081;6553f100;Skein;', file], 5_000]])
  })

  it('does not exist on Linux', async () => {
    const { done, ports: system } = ports()
    expect(await setOriginMark(originMark('linux', '/home/iris/plan', now), system)).toBeNull()
    expect(done).toEqual([])
  })

  it.each(['win32', 'darwin'] as const)('fails with a reason and without an error (%s)', async (platform) => {
    expect(await setOriginMark(originMark(platform, '/x', now), ports(true).ports)).toBe('this disk knows no marks')
  })

  it('is set by a program without a shell and with a timeout', async () => {
    const run = (script: string, waitMs: number) =>
      systemMarkPorts.run(process.execPath, ['-e', script, '; exit 1'], waitMs)
    await run('', 60_000)
    await expect(run('process.exit(3)', 60_000)).rejects.toThrow()
    await expect(run('setInterval(() => {}, 1000)', 50)).rejects.toThrow()
    await expect(systemMarkPorts.run('/no/such/program', [], 1_000)).rejects.toThrow('ENOENT')
    expect(existsSync('/no/such/program')).toBe(false)
  })
})
