/**
 * A separate program with little memory: a guest registers repeatedly with the largest possible queues and the longest
 * lifespan, and the server restarts. Prints the answers and the remaining state as JSON.
 *
 * Arguments: how many registrations are too large, and how many are as large as is allowed.
 */
import { temporaryDatabase } from './files.ts'
import { Service } from './service.ts'

const [tooLarge = 0, allowed = 0] = process.argv.slice(2).map(Number)
const service = await Service.start({}, temporaryDatabase())
const guest = service.person('Gil', 'guest')
const week = 7 * 86_400

async function register(form: Record<string, unknown>, times: number): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  for (let time = 0; time < times; time += 1) {
    const { status } = await service.call(guest, 'POST', '/register', {
      ...form,
      fetch_event_types: ['message'],
      queue_lifespan_secs: week,
    })
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

const many = await register({ narrow: Array.from({ length: 70_000 }, () => ['', 'x']) }, tooLarge)
const types = await register({ event_types: Array.from({ length: 200_000 }, () => 'm') }, tooLarge)
const largest = await register(
  { narrow: Array.from({ length: 64 }, (_, index) => ['topic', String(index).padEnd(500, 'x')]) },
  allowed,
)
const open = service.context.events.queuesOf(guest.id).length
await service.restart()
const reopened = service.context.events.queuesOf(guest.id).length
const bytes = service.context.tables.queues.all().reduce((sum, row) => sum + row.options.length, 0)
await service.server.stop()
process.stdout.write(JSON.stringify({ many, types, largest, open, reopened, bytes }))
