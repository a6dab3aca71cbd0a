import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Row } from '../rows.ts'
import { copyOf, removeCopy, type LargeCache } from './cache.ts'

/** Measures the memory of a process with an engine on the large account, compared with an empty process. */
export async function measureMemory({ large }: LargeCache): Promise<Row[]> {
  const path = copyOf(large)
  const value = await heldBy(path)
  const floor = await heldBy(null)
  removeCopy(path)
  return [
    {
      what: 'memory of a process with one engine on the large account',
      value,
      unit: 'MiB',
      floor,
      floorIs: 'an empty process of the same runtime',
    },
  ]
}

function heldBy(database: string | null): Promise<number> {
  const child = fork(join(import.meta.dirname, 'memory-child.ts'), database === null ? [] : [database], {
    execArgv: ['--expose-gc'],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (bytes: number) => {
      resolve(bytes / 1024 / 1024)
    })
    child.once('exit', (code) => {
      reject(new Error(`the process that is measured ended with status ${String(code)}`))
    })
  })
}
