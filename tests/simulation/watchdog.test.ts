import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const program = join(import.meta.dirname, 'watchdog-child.ts')
const patienceMs = 600

/**
 * Runs the child in one mode until it ends.
 * @param meanwhile is called when the child works
 */
function run(way: string, meanwhile?: (pid: number) => void): Promise<{ signal: string | null; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, way, String(patienceMs)], { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const hear = (words: string) => {
      if (!said.includes('begun') && words.includes('begun')) meanwhile?.(child.pid ?? 0)
      said += words
    }
    child.stdout.setEncoding('utf8').on('data', hear)
    child.stderr.setEncoding('utf8').on('data', hear)
    child.on('error', reject)
    child.on('close', (_code, signal) => {
      resolve({ signal, said })
    })
  })
}

// The children wait for most of their time, so they do it side by side.
describe('the watchdog of a schedule', { timeout: 120_000, concurrent: true }, () => {
  it.each([
    ['a loop without an end', 'busy for 600 ms'],
    ['work without an end that lets others have their turn', 'busy for 600 ms'],
    ['a promise that is never kept', 'waiting for 600 ms'],
  ])('ends %s with a message', async (way, words) => {
    const { signal, said } = await run(way)
    expect(signal).toBe('SIGKILL')
    expect(said).toContain(`it hangs: ${words}`)
    expect(said).not.toContain('done\n')
  })

  it.each(['much work', 'much waiting', 'nothing to do'])('lets %s end', async (way) => {
    expect(await run(way)).toEqual({ signal: null, said: 'begun\ndone\n' })
  })

  it.skipIf(process.platform === 'win32').each(['much work', 'much waiting'])(
    'does not consider %s as hanging on a machine without free time',
    async (way) => {
      // The process is stopped and continued repeatedly: several times the watchdog's patience, in total and at once.
      const ended = await run(way, (pid) => {
        let stops = 0
        const timer = setInterval(() => {
          try {
            process.kill(pid, stops % 2 === 0 ? 'SIGSTOP' : 'SIGCONT')
            stops += 1
          } catch {
            clearInterval(timer) // the child has ended
          }
          if (stops === 6) clearInterval(timer)
        }, 2 * patienceMs)
      })
      expect(ended).toEqual({ signal: null, said: 'begun\ndone\n' })
    },
  )
})
