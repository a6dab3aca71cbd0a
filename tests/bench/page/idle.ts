import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { launchChromium } from '../../e2e/support/chromium.ts'
import { percentile, type Row } from '../rows.ts'
import { rounds } from './changes.ts'
import { Program, settled, startChild, viewport } from './program.ts'

/** After the start, before the first look. */
const restMs = 15_000
const windowMs = 10_000
/** The kernel counts the time of processes in ticks of 10 ms on all architectures that Node supports. */
const ticksASecond = 100

/** What a set of processes uses. */
interface Use {
  readonly cpuMs: number
  readonly mib: number
}

/**
 * Memory and processor time of all processes while nobody does anything: the program with the browser that shows its
 * page, against a bare Node process with a browser that shows an empty page, in the same windows of time.
 */
export async function measureIdle(
  data: string,
  storage: Readonly<Record<string, string>>,
  server: string,
): Promise<Row[]> {
  if (process.platform !== 'linux') {
    process.stderr.write('bench: memory and idle time of the whole program are measured on Linux only\n')
    return []
  }
  const [browser, bareBrowser] = [await launchChromium({ quick: false }), await launchChromium({ quick: false })]
  const bareProcess = await startChild('idle-child.ts')
  const program = await Program.start(browser, data, storage)
  try {
    await program.page.waitForFunction(() => document.querySelector('.list.placed article') !== null)
    await program.signIn(server)
    await bareBrowser.newPage({ viewport })
    await sleep(restMs)
    await settled(program.page)
    const sets = {
      program: async () => useOf([...(await processesOf(browser)), program.host.pid]),
      bare: async () => useOf([...(await processesOf(bareBrowser)), bareProcess.child.pid ?? 0]),
    }
    const shares = { program: [] as number[], bare: [] as number[] }
    let last = { program: await sets.program(), bare: await sets.bare() }
    for (let round = 0; round < rounds; round += 1) {
      await sleep(windowMs)
      const now = { program: await sets.program(), bare: await sets.bare() }
      for (const side of ['program', 'bare'] as const) {
        shares[side].push(((now[side].cpuMs - last[side].cpuMs) / windowMs) * 100)
      }
      last = now
    }
    const floorIs = 'a bare process and an empty page'
    return [
      { what: 'memory of all processes (PSS)', value: last.program.mib, unit: 'MiB', floor: last.bare.mib, floorIs },
      {
        what: `processor of all processes at rest, share of a core (median of ${rounds} × ${windowMs / 1000} s)`,
        value: percentile(shares.program, 0.5),
        unit: '%',
        floor: percentile(shares.bare, 0.5),
        floorIs,
      },
    ]
  } finally {
    await program.stop()
    await bareProcess.stop()
    await browser.close()
    await bareBrowser.close()
  }
}

async function processesOf(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.map(({ id }) => id)
}

function useOf(processes: readonly number[]): Use {
  let use = { cpuMs: 0, mib: 0 }
  for (const id of processes) {
    try {
      const memory = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))
      // The name of the process, in parentheses, may contain spaces.
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      const ticks = Number(fields[11]) + Number(fields[12])
      use = { cpuMs: use.cpuMs + (ticks * 1000) / ticksASecond, mib: use.mib + Number(memory?.[1] ?? 0) / 1024 }
    } catch {
      // A helper process of the browser has ended.
    }
  }
  return use
}
