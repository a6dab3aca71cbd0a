import { describe, expect, it } from 'vitest'
import { Service } from '#support/service.ts'

async function world() {
  const service = await Service.start({ uploadQuotaMib: 3 })
  const noor = service.person('Noor')
  const mei = service.person('Mei')
  const crew = await service.stream('crew', [noor, mei])
  const upload = async (by: typeof noor, name: string, bytes = 10) => {
    const { uri } = await service.upload(by, '/user_uploads', name, Buffer.alloc(bytes))
    const { attachments } = await service.ok(by, 'GET', '/attachments')
    const all = attachments as { id: number; name: string }[] // shape of GET /attachments
    return { path: String(uri), id: all.find((file) => file.name === name)?.id ?? 0 }
  }
  return { service, noor, mei, crew, upload }
}

describe('the files of a person at the server', () => {
  it('are deleted by their owner only, once, with an event to the owner', async () => {
    const { service, noor, mei, upload } = await world()
    const { id } = await upload(noor, 'plan.txt')
    await service.listen(noor)
    await service.listen(mei)
    const invalid = { status: 400, code: 'BAD_REQUEST', msg: 'Invalid attachment' }
    expect(await service.call(mei, 'DELETE', `/attachments/${id}`)).toMatchObject(invalid)
    await service.ok(noor, 'DELETE', `/attachments/${id}`)
    expect(await service.call(noor, 'DELETE', `/attachments/${id}`)).toMatchObject(invalid)
    expect(await service.events(noor)).toEqual([
      expect.objectContaining({ type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: 0 }),
    ])
    expect(await service.events(mei)).toEqual([])
  })

  it('leave their links in messages, which lead nowhere from then on', async () => {
    const { service, noor, mei, crew, upload } = await world()
    const { id, path } = await upload(noor, 'plan.txt')
    const messageId = await service.say(noor, crew, 'lunch', `[plan.txt](${path})`)
    await service.ok(mei, 'GET', path)
    await service.ok(noor, 'DELETE', `/attachments/${id}`)
    expect(await service.call(mei, 'GET', path)).toMatchObject({ status: 404 })
    const { message } = await service.ok(mei, 'GET', `/messages/${messageId}`)
    expect((message as { content: string }).content).toContain(path) // shape of GET /messages/{id}
  })

  it('share the space of the organization', async () => {
    const { service, noor, mei, upload } = await world()
    await upload(noor, 'a.bin', 300)
    await upload(mei, 'b.bin', 500)
    expect(await service.ok(noor, 'GET', '/attachments')).toMatchObject({ upload_space_used: 800 })
  })

  it.each([
    [237, 3 * 1024 * 1024],
    [300, 3],
  ] as const)('at level %i have a limit in the unit of that level', async (featureLevel, quota) => {
    const service = await Service.start({ uploadQuotaMib: 3, featureLevel })
    const noor = service.person('Noor')
    expect(await service.ok(noor, 'POST', '/register', { fetch_event_types: ['realm'] })).toMatchObject({
      realm_upload_quota_mib: quota,
    })
  })
})
