import { writeHistory } from './history.ts'
import type { Others } from './others.ts'
import type { Stage } from './stage.ts'
import type { Destination } from './stage.ts'

/**
 * Takes the client offline. Meanwhile messages anywhere in the containers are edited, deleted, moved and reacted to,
 * and new ones are sent. The client returns to its queue, or to none.
 */
export async function beAway(stage: Stage, others: Others, index: number): Promise<void> {
  const { random, profile, server } = stage
  const isClosed = random.chance(0.5)
  if (isClosed) stage.client.engine.close()
  else stage.isCutOff = true
  await stage.pass(1_000)
  const changes = 1 + random.below(profile.changesAway)
  for (let change = 0; change < changes; change += 1) {
    await others.changeAny(index * 1_000 + change)
    if (random.chance(0.05)) await others.moveIn()
    if (random.chance(0.05)) await others.moveAway()
  }
  if (random.chance(0.6)) {
    if (random.chance(0.5)) writeHistory(stage, somewhere(stage), 1 + random.below(profile.newMessagesAway), 1)
    server.built.context.events.removeAll()
  }
  await stage.pass(random.pick([3_000, 60_000, 20 * 60_000]))
  stage.isCutOff = false
  if (isClosed) stage.startClient()
  else stage.client.engine.signal('retry')
}

function somewhere(stage: Stage): Destination {
  const { general, design, noor } = stage.people
  return stage.random.pick<Destination>([
    { kind: 'topic', streamId: general, topic: 'a' },
    { kind: 'topic', streamId: design, topic: 'b' },
    { kind: 'direct', userIds: [noor.id] },
  ])
}
