import type { Row } from '../rows.ts'
import { measureDelivery } from './delivery.ts'
import { measureReading } from './reading.ts'
import { measureRendering } from './rendering.ts'

/** Measures the organization server: a small one with many sends, a large one with many reads. */
export async function measureServer(): Promise<Row[]> {
  return [measureRendering(), ...(await measureDelivery()), ...(await measureReading())]
}
