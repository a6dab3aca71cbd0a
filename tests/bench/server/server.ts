import type { Row } from '../rows.ts'
import { measureDelivery } from './delivery.ts'
import { measureReading } from './reading.ts'
import { measureRendering } from './rendering.ts'

/** The organization server: small with many sendings, large with many reads. */
export async function measureServer(): Promise<Row[]> {
  return [measureRendering(), ...(await measureDelivery()), ...(await measureReading())]
}
