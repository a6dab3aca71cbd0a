import { afterEach, describe, expect, it } from 'vitest'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { Service, type Form } from '#support/service.ts'
import { dialects, objects, type Dialect } from './story.ts'

const started: Service[] = []
afterEach(async () => {
  for (const service of started.splice(0)) await service.server.stop()
})

async function world(dialect: Dialect, featureLevel: FeatureLevel) {
  const service = await Service.start({ dialect, featureLevel, webPublicStreams: true })
  started.push(service)
  const olga = service.person('Olga', 'owner')
  const ben = service.person('Ben')
  const hall = await service.stream('hall', [olga, ben])
  const create = async (name: string, description = '') =>
    Number((await service.ok(olga, 'POST', '/channel_folders/create', { name, description })).channel_folder_id)
  const change = (id: number, form: Form) => service.call(olga, 'PATCH', `/channel_folders/${id}`, form)
  const list = async (form: Form = {}) =>
    objects((await service.ok(ben, 'GET', '/channel_folders', form)).channel_folders)
  const told = async () => (await service.events(ben)).filter(({ type }) => type === 'channel_folder')
  return { service, olga, ben, hall, create, change, list, told }
}

describe.each(dialects)('channel folders (%s)', (dialect) => {
  it('are added, changed, archived and ordered, with events and in registrations', async () => {
    const { service, olga, ben, create, change, list, told } = await world(dialect, 421)
    await service.listen(ben)
    const kitchen = await create(' Kitchen ', 'All *food*')
    const garden = await create('Garden')
    const folder = {
      id: kitchen,
      name: 'Kitchen',
      description: 'All *food*',
      rendered_description: '<p>All <em>food</em></p>',
      creator_id: olga.id,
      date_created: service.context.nowSeconds(),
      is_archived: false,
      order: 1,
    }
    expect(await list()).toMatchObject([folder, { id: garden, rendered_description: '', order: 2 }])
    expect(await told()).toMatchObject([{ op: 'add', channel_folder: folder }, { op: 'add' }])

    await change(kitchen, { name: 'Pantry', description: 'Food' })
    await change(kitchen, { name: 'Pantry' })
    await service.ok(olga, 'PATCH', '/channel_folders', { order: [garden, kitchen] })
    await change(garden, { is_archived: true })
    expect(await told()).toEqual([
      expect.objectContaining({ op: 'update', channel_folder_id: kitchen, data: { name: 'Pantry' } }),
      expect.objectContaining({ data: { description: 'Food', rendered_description: '<p>Food</p>' } }),
      expect.objectContaining({ op: 'reorder', order: [garden, kitchen] }),
      expect.objectContaining({ op: 'update', channel_folder_id: garden, data: { is_archived: true } }),
    ])
    expect((await list()).map(({ name, order }) => [name, order])).toEqual([['Pantry', 2]])
    await service.restart({ dialect, featureLevel: 421 })
    const state = await service.listen(ben)
    expect(objects(state.channel_folders).map(({ name, is_archived: isArchived }) => [name, isArchived])).toEqual([
      ['Garden', true],
      ['Pantry', false],
    ])
    expect(state).toMatchObject({ max_channel_folder_name_length: 60, max_channel_folder_description_length: 1024 })
    await change(garden, { is_archived: false })
    expect((await list({ include_archived: true })).length).toBe(2)
  })

  it('hold streams, from their creation or later, until they are archived', async () => {
    const { service, olga, ben, hall, create, change } = await world(dialect, 421)
    const kitchen = await create('Kitchen')
    await service.listen(ben)
    const streamOf = async (id: number) => (await service.ok(ben, 'GET', `/streams/${id}`)).stream
    expect(await streamOf(hall)).toMatchObject({ folder_id: null })
    await service.ok(olga, 'PATCH', `/streams/${hall}`, { folder_id: kitchen })
    await service.ok(olga, 'PATCH', `/streams/${hall}`, { folder_id: kitchen })
    const updates = (await service.events(ben)).filter(({ property }) => property === 'folder_id')
    expect(updates).toMatchObject([{ type: 'stream', op: 'update', stream_id: hall, value: kitchen }])
    expect(await change(kitchen, { is_archived: true })).toMatchObject({ code: 'BAD_REQUEST' })

    const soups = await service.stream('soups', [ben], { folder_id: kitchen })
    expect(await streamOf(soups)).toMatchObject({ folder_id: kitchen })
    const created = (await service.events(ben)).find(({ type, op }) => type === 'stream' && op === 'create')
    expect(objects(created?.streams)).toMatchObject([{ stream_id: soups, folder_id: kitchen }])

    for (const id of [hall, soups]) await service.ok(olga, 'PATCH', `/streams/${id}`, { folder_id: null })
    expect(await streamOf(hall)).toMatchObject({ folder_id: null })
    expect(await change(kitchen, { is_archived: true })).toMatchObject({ result: 'success' })
    for (const value of [kitchen, 4711, 'x', '"']) {
      expect(await service.call(olga, 'PATCH', `/streams/${hall}`, { folder_id: value })).toMatchObject({
        msg: 'Invalid channel folder ID',
      })
    }
    const form = { subscriptions: [{ name: 'salads' }], folder_id: 4711 }
    expect(await service.call(ben, 'POST', '/users/me/subscriptions', form)).toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('are changed by administrators only, and have names of their own', async () => {
    const { service, olga, ben, hall, create, change } = await world(dialect, 421)
    const kitchen = await create('Kitchen')
    await create('Garden')
    const add = async (name: string, description = '') =>
      (await service.call(olga, 'POST', '/channel_folders/create', { name, description })).msg
    expect([
      await add(' '),
      await add('KITCHEN'),
      await add('a\nb'),
      await add('n'.repeat(61)),
      await add('n', 'd'.repeat(1025)),
      (await change(kitchen, { name: 'garden' })).msg,
      (await change(4711, { name: 'x' })).msg,
      (await service.call(olga, 'PATCH', '/channel_folders', { order: [kitchen] })).msg,
      (await service.call(olga, 'PATCH', '/channel_folders', { order: [kitchen, kitchen] })).msg,
    ]).toEqual([
      "Channel folder name can't be empty.",
      "Channel folder 'KITCHEN' already exists",
      'Invalid character in channel folder name, at position 2.',
      'name is too long (limit: 60 characters)',
      'description is too long (limit: 1024 characters)',
      "Channel folder 'garden' already exists",
      'Invalid channel folder ID',
      'Invalid order mapping.',
      'Invalid order mapping.',
    ])
    for (const [method, path] of [
      ['POST', '/channel_folders/create'],
      ['PATCH', `/channel_folders/${kitchen}`],
      ['PATCH', '/channel_folders'],
    ] as const) {
      expect(await service.call(ben, method, path, { name: 'x', order: [] })).toMatchObject({ result: 'error' })
    }
    expect(await service.call(ben, 'PATCH', `/streams/${hall}`, { folder_id: kitchen })).toMatchObject({
      result: 'error',
    })
    expect((await service.ok(ben, 'GET', `/streams/${hall}`)).stream).toMatchObject({ folder_id: null })
  })

  it('are shown to readers without an account if they hold a web-public stream', async () => {
    const { service, olga, hall, create } = await world(dialect, 421)
    const kitchen = await create('Kitchen')
    await create('Garden')
    await service.ok(olga, 'PATCH', '/realm', { enable_spectator_access: true })
    await service.ok(olga, 'PATCH', '/realm', { can_create_web_public_channel_group: { new: 2 } })
    await service.ok(olga, 'PATCH', `/streams/${hall}`, { is_web_public: true, folder_id: kitchen })
    const state = await service.ok(null, 'POST', '/register')
    expect(objects(state.channel_folders).map(({ id }) => id)).toEqual([kitchen])
  })

  it('do not exist on servers below level 389', async () => {
    const service = await Service.start({ dialect, featureLevel: 371 })
    started.push(service)
    const olga = service.person('Olga', 'owner')
    await expect(service.ok(olga, 'GET', '/channel_folders')).rejects.toThrow()
    expect(await service.listen(olga)).not.toHaveProperty('channel_folders')
  })
})
