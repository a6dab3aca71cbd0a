import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const mib = 1024

/** The number in kB of a line of `/proc/{pid}/status`. */
function kibOf(pid: number, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}

/** This process and all its descendants: the server, the host and the browser. */
function family(): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const [, parent] = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8')) ?? []
      parents.set(Number(name), Number(parent))
    } catch {
      // The process has ended in the meantime.
    }
  }
  const belongs = (pid: number): boolean => pid === process.pid || (pid > 1 && belongs(parents.get(pid) ?? 0))
  return [...parents.keys()].filter(belongs)
}

function tried<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    // The process has ended.
    return undefined
  }
}

/**
 * Watches the peak memory of each process of this family, between queries as well: the kernel stores the peak of a
 * process, which is reset here. Only Linux reports it; elsewhere nothing has grown.
 * @returns `grown` returns the maximum growth of each process in MiB, by its id and its command
 */
export function memoryOfFamily(): { readonly grown: () => ReadonlyMap<string, number> } {
  const before = new Map<number, number>()
  if (process.platform === 'linux') {
    for (const pid of family()) {
      tried(() => {
        writeFileSync(`/proc/${pid}/clear_refs`, '5')
        before.set(pid, kibOf(pid, 'VmRSS'))
      })
    }
  }
  return {
    grown: () =>
      new Map(
        [...before].flatMap(([pid, kib]) => {
          const peak = tried(() => kibOf(pid, 'VmHWM'))
          const command = tried(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 80))
          return peak === undefined ? [] : [[`${pid} ${command ?? ''}`, Math.round((peak - kib) / mib)] as const]
        }),
      ),
  }
}
