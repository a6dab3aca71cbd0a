import { describe, expect, it } from 'vitest'
import { clientLimits } from '#shared/client-limits.ts'
import { temporaryDatabase } from '#support/files.ts'
import { TestClient } from '#support/test-client.ts'
import { setupWorld } from '#support/setup-world.ts'

async function setUp() {
  const database = temporaryDatabase()
  const { server, people, client } = await setupWorld({ database })
  const listed = async (of: TestClient = client) => {
    const result = await of.engine.call('forms.list', {})
    return result.ok ? result.value : []
  }
  const keep = (form: string, text: string) => client.engine.call('forms.keep', { form, fields: { text } })
  return { server, client, database, listed, keep, iris: people.iris }
}

describe('unfinished forms', () => {
  it('are stored by their name, survive a restart, and cause no request', async () => {
    const { server, client, database, iris, listed, keep } = await setUp()
    const before = client.requests.length
    await keep('move:7', 'a name')
    await keep('file:f', '🙂\0"\n')
    await keep('move:7', 'another name')
    await client.engine.call('forms.drop', { form: 'nowhere' })
    const forms = [
      { form: 'file:f', fields: { text: '🙂\0"\n' } },
      { form: 'move:7', fields: { text: 'another name' } },
    ]
    expect(await listed()).toEqual(forms)
    expect(client.requests.slice(before).filter(({ path }) => !path.endsWith('/events'))).toEqual([])
    client.engine.close()
    const again = new TestClient(server, iris, { database }).start()
    expect(await listed(again)).toEqual(forms)
    await again.engine.call('forms.drop', { form: 'file:f' })
    expect((await listed(again)).map(({ form }) => form)).toEqual(['move:7'])
    again.engine.close()
  })

  it('are limited in number, and the oldest one is dropped', async () => {
    const { client, listed, keep } = await setUp()
    const { most } = clientLimits.leftForms
    for (let index = 0; index < most; index += 1) await keep(`${index}`, 'text')
    await keep('0', 'again')
    await keep('further', 'text')
    const forms = (await listed()).map(({ form }) => form)
    expect(forms).toHaveLength(most)
    expect([forms[0], ...forms.slice(-2)]).toEqual(['2', '0', 'further'])
    client.engine.close()
  })
})
