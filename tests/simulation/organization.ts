import type { SeededRandom } from '#support/random.ts'
import type { TestServer } from '#support/test-server.ts'

type People = ReturnType<TestServer['seed']>

/**
 * Changes a part of the organization by others or on another device: names, groups, statuses, streams that are created,
 * archived and subscribed to. A refusal, for instance for a missing group, is a valid answer.
 */
export async function changeOrganization(
  server: TestServer,
  people: People,
  random: SeededRandom,
  index: number,
): Promise<void> {
  const { iris, noor, mei, general, extra } = people
  const anybody = () => random.pick([iris, noor, mei]).id
  const group = async () => {
    const { user_groups: groups } = await server.call(iris, 'GET', '/user_groups')
    const own = (groups as { id: number; is_system_group: boolean }[]).filter((entry) => !entry.is_system_group) // shape of GET /user_groups
    return own.length === 0 ? 0 : random.pick(own).id
  }
  const changes: readonly (() => Promise<unknown>)[] = [
    () => server.call(iris, 'PATCH', `/users/${noor.id}`, { full_name: `Noor the ${index}th` }),
    () => server.call(iris, 'PATCH', `/users/${mei.id}`, { role: random.pick(['300', '400', '600']) }),
    () => server.call(iris, 'PATCH', `/streams/${general}`, { new_name: `general ${index}` }),
    () => server.call(iris, 'PATCH', `/streams/${general}`, { description: `since ${index}` }),
    () => server.call(noor, 'POST', '/users/me/status', { status_text: random.pick(['', 'away', `busy ${index}`]) }),
    () => server.call(iris, 'POST', '/users/me/alert_words', { alert_words: `["word${random.below(4)}"]` }),
    () => server.call(iris, 'DELETE', '/users/me/alert_words', { alert_words: `["word${random.below(4)}"]` }),
    () =>
      server.call(iris, 'POST', '/user_groups/create', {
        name: `group ${index}`,
        description: '',
        members: JSON.stringify([anybody()]),
      }),
    async () => server.call(iris, 'DELETE', `/user_groups/${await group()}`),
    async () =>
      server.call(iris, 'POST', `/user_groups/${await group()}/members`, {
        [random.pick(['add', 'delete'])]: JSON.stringify([anybody()]),
      }),
    async () =>
      server.call(iris, 'POST', `/user_groups/${await group()}/subgroups`, { add: JSON.stringify([await group()]) }),
    () => server.call(iris, 'POST', '/users/me/subscriptions', { subscriptions: '[{"name":"extra"}]' }),
    () => server.call(iris, 'DELETE', '/users/me/subscriptions', { subscriptions: '["extra"]' }),
    () => server.post(noor, { stream: extra, topic: random.pick(['x', 'y']) }, `extra ${index}`).catch(() => null),
    () => server.post(mei, { stream: extra, topic: 'x' }, `extra @**Iris** ${index}`).catch(() => null),
    () =>
      server.call(noor, 'POST', '/users/me/subscriptions', {
        subscriptions: `[{"name":"stream ${index}"}]`,
        principals: JSON.stringify([noor.id, iris.id]),
        invite_only: random.pick(['true', 'false']),
      }),
    async () => {
      const { streams } = await server.call(iris, 'GET', '/streams')
      const made = (streams as { stream_id: number; name: string }[]).filter((entry) =>
        entry.name.startsWith('stream '),
      ) // shape of GET /streams
      if (made.length > 0) await server.call(iris, 'DELETE', `/streams/${random.pick(made).stream_id}`)
    },
  ]
  await random.pick(changes)()
}
