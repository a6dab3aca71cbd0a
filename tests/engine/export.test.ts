import { describe, expect, it } from 'vitest'
import { temporaryDatabase } from '#support/files.ts'
import { exportOf } from '#support/export-world.ts'
import { setupWorld } from '#support/setup-world.ts'

interface Manifest {
  readonly organization: { readonly name: string }
  readonly gaps: readonly unknown[]
  readonly messages: number
}

describe.each([237, 371, 500] as const)('an export of an organization at level %i', (featureLevel) => {
  it('has the messages that the account can read, with people, reactions, edits and files', async () => {
    const database = temporaryDatabase()
    const { server, client, iris, noor, mei, general, clock } = await setupWorld({
      database,
      server: { database: temporaryDatabase() },
      settings: { featureLevel },
    })
    const sent = { attachmentId: 'a'.repeat(36), name: 'photo.png', type: 'image/png', onProgress: () => undefined }
    const answer = await server.raw(noor, { method: 'POST', path: '/api/v1/user_uploads', form: {}, upload: sent })
    const { uri } = JSON.parse(answer.body) as { uri: string } // the service answers objects
    const lunch = { kind: 'topic', streamId: general, topic: 'lunch' } as const
    const first = await server.post(noor, { stream: general, topic: 'lunch' }, `**soup** [photo.png](${uri})`)
    const second = await server.post(mei, { stream: general, topic: 'lunch' }, 'bread')
    await server.call(iris, 'POST', `/messages/${first}/reactions`, { emoji_name: 'tada' })
    await server.call(mei, 'PATCH', `/messages/${second}`, { content: 'dark bread' })
    const window = await client.openConversation(lunch)
    await clock.until('the edit has come', () => window.texts().includes('dark bread'))
    await clock.advance(5_000)

    const whole = await exportOf(database, { title: 'Alder' })
    expect(whole.read('index.html')).toContain('#general')
    const lines = (await exportOf(database, { narrow: lunch, form: 'json' })).read('conversations/0001-lunch.jsonl')
    const messages = lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number })
    expect(messages).toMatchObject([
      {
        id: first,
        sender: { id: noor.id, name: 'Noor' },
        topic: 'lunch',
        reactions: [{ name: 'tada', users: [iris.id] }],
        files: [{ path: uri }],
      },
      { id: second, sender: { id: mei.id }, text: 'dark bread' },
    ])
    const manifest = JSON.parse(whole.read('manifest.json')) as Manifest
    expect(manifest.messages).toBe(whole.result.messages)
    expect(manifest.organization.name).not.toBe('')
    // The account is online and has fetched everything.
    expect(manifest.gaps).toEqual([])
  })
})
