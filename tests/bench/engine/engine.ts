import type { Row } from '../rows.ts'
import { measureAbsence } from './absence.ts'
import { largeCache } from './cache.ts'
import { measureCatchUp } from './catch-up.ts'
import { measureMemory } from './memory.ts'
import { measureNarrows } from './narrows.ts'
import { measureReaders } from './readers.ts'
import { measureRegistration } from './registration.ts'
import { measureScrolling } from './scrolling.ts'
import { measureStart } from './start.ts'

/** Measures the engine with an account of twenty thousand people and a million cached messages. */
export async function measureEngine(): Promise<Row[]> {
  const cache = await largeCache()
  return [
    ...(await measureStart(cache)),
    ...(await measureNarrows(cache)),
    ...(await measureReaders(cache)),
    ...(await measureCatchUp(cache)),
    ...(await measureRegistration(cache)),
    ...(await measureMemory(cache)),
    ...(await measureScrolling()),
    {
      what: 'disk per cached message, over its text',
      value: cache.bytesPerMessage - cache.textBytesPerMessage,
      unit: 'bytes',
      floor: cache.textBytesPerMessage,
      floorIs: 'its text as HTML',
    },
    ...(await measureAbsence()),
  ]
}
