import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { launchChromium } from '../../e2e/support/chromium.ts'
import { percentile, type Row } from '../rows.ts'
import { Program, settled, startChild, viewport } from './program.ts'

/**
 * The pause between the start and the first measurement, during which the browser compiles and collects garbage of the
 * start.
 */
const restMs = 45_000
/** A minute, since some work such as the presence occurs once a minute. */
const windowMs = 60_000
const windows = 3

/** The resources of a set of processes. */
interface Use {
  /** The processor time of each thread since its start, in milliseconds. */
  readonly threads: ReadonlyMap<string, number>
  readonly mib: number
}

/**
 * Measures memory and processor time of all processes without activity of the user: the program with the browser of its
 * page, compared with a bare Node process and a browser with an empty page in the same intervals.
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
    for (let round = 0; round < windows; round += 1) {
      await sleep(windowMs)
      const now = { program: await sets.program(), bare: await sets.bare() }
      for (const side of ['program', 'bare'] as const) {
        shares[side].push((cpuMsBetween(last[side], now[side]) / windowMs) * 100)
      }
      last = now
    }
    const floorIs = 'a bare process and an empty page'
    return [
      { what: 'memory of all processes (PSS)', value: last.program.mib, unit: 'MiB', floor: last.bare.mib, floorIs },
      {
        what: `processor of all processes at rest, share of a core (median of ${windows} × ${windowMs / 1000} s)`,
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

/**
 * The resources with the exact times of `schedstat`. `stat` counts ticks of 10 ms and charges the thread that runs at a
 * tick for all of it, which overestimates timers by a factor of four.
 */
function useOf(processes: readonly number[]): Use {
  const threads = new Map<string, number>()
  let mib = 0
  for (const id of processes) {
    try {
      const memory = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))
      mib += Number(memory?.[1] ?? 0) / 1024
      for (const thread of readdirSync(`/proc/${id}/task`)) {
        const [ranNs = ''] = readFileSync(`/proc/${id}/task/${thread}/schedstat`, 'utf8').split(' ')
        threads.set(`${id} ${thread}`, Number(ranNs) / 1e6)
      }
    } catch {
      // The process or thread has ended.
    }
  }
  return { threads, mib }
}

function cpuMsBetween(before: Use, after: Use): number {
  let sum = 0
  for (const [thread, cpuMs] of after.threads) sum += cpuMs - (before.threads.get(thread) ?? 0)
  return sum
}
