import { expect, it } from 'vitest'
import type { ConnectionMeta, Known, WaitingWork } from '#contract/accounts.ts'
import { registerHere, type RegisterReader } from '#engine/workers/ingest/register-reader.ts'
import { setupWorld } from '#support/setup-world.ts'

const people = 6_000

it('the first registration reports its progress in steps while it is stored', async () => {
  const { server, start } = await setupWorld({
    engine: 'none',
    before: (made, { noor, general }) => made.post(noor, { stream: general, topic: 'lunch' }, 'unread'),
    rewrite: ({ path }, body) => {
      if (!path.endsWith('/register')) return body
      const users = body.realm_users as readonly { readonly user_id: number }[]
      const [first] = users
      const others = Array.from({ length: people - users.length }, (_, index) => ({
        ...first,
        user_id: 100_000 + index,
        full_name: `Person ${index}`,
      }))
      return { ...body, realm_users: [...users, ...others] }
    },
  })
  // Each part takes a while, as in a separate thread.
  const slowly: RegisterReader = {
    open() {
      const reading = registerHere.open()
      return {
        ...reading,
        next: () => new Promise((resolve) => server.clock.schedule(50, () => resolve(reading.next()))),
      }
    },
  }
  const client = start({ registerReader: slowly })
  const view = await client.openView<{ item: WaitingWork; meta: ConnectionMeta }>({ type: 'connection' })
  const steps: Known[] = []
  client.onUpdate = () => {
    const { known, isRegistered } = view.meta()
    if (!isRegistered) steps.push(known)
  }
  await server.clock.until('the registration is stored', () => view.meta().isRegistered)
  const counts = steps.map((step) => step.people)
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(counts.filter((count) => count > 0 && count < people)).not.toEqual([])
  // The parts that the navigation shows come first.
  expect(steps.find((step) => step.people > 0)).toMatchObject({ unread: 1, streams: view.meta().known.streams })
  await server.clock.until('everybody is here', () => view.meta().known.people >= people)
})
