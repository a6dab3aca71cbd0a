import { afterEach, describe, expect, it } from 'vitest'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { Service, type Form } from '#support/service.ts'
import { objects } from './story.ts'

const started: Service[] = []
afterEach(async () => {
  for (const service of started.splice(0)) await service.server.stop()
})

async function world(featureLevel: FeatureLevel) {
  const service = await Service.start({ featureLevel })
  started.push(service)
  const olga = service.person('Olga', 'owner')
  const ben = service.person('Ben')
  const told = async (type: string) => (await service.events(ben)).filter((event) => event.type === type)
  return { service, olga, ben, told }
}

describe('the settings of a custom profile field', () => {
  it('are set at its creation and changed, with events and in registrations (244, 296, 455)', async () => {
    const { service, olga, ben, told } = await world(500)
    await service.listen(ben)
    const desk = await service.ok(olga, 'POST', '/realm/profile_fields', {
      name: 'Desk',
      field_type: 1,
      required: true,
      editable_by_user: false,
    })
    const path = `/realm/profile_fields/${String(desk.id)}`
    await service.ok(olga, 'PATCH', path, { use_for_user_matching: true, required: false })
    await service.ok(olga, 'PATCH', path, { name: 'Table' })
    const settings = { required: false, editable_by_user: false, use_for_user_matching: true }
    expect((await told('custom_profile_fields')).map(({ fields }) => objects(fields)[0])).toMatchObject([
      { name: 'Desk', required: true, editable_by_user: false, use_for_user_matching: false },
      { name: 'Desk', ...settings },
      { name: 'Table', ...settings },
    ])
    await service.restart({ featureLevel: 500 })
    expect(objects((await service.listen(ben)).custom_profile_fields)).toMatchObject([{ name: 'Table', ...settings }])
    expect(await service.call(olga, 'PATCH', path, { required: 7 })).toMatchObject({ msg: 'required is not a boolean' })
    expect(await service.call(ben, 'PATCH', path, { required: true })).toMatchObject({ result: 'error' })
  })

  it('decide whether people fill in their own value (296)', async () => {
    const { service, olga, ben } = await world(300)
    const { id } = await service.ok(olga, 'POST', '/realm/profile_fields', {
      name: 'Desk',
      field_type: 1,
      editable_by_user: false,
    })
    const fill = async (who: typeof ben) =>
      (await service.call(who, 'PATCH', '/users/me/profile_data', { data: [{ id, value: 'x' }] })).msg
    const refused = 'You are not allowed to change this field. Contact an administrator to update it.'
    expect(await fill(ben)).toBe(refused)
    expect((await service.call(ben, 'DELETE', '/users/me/profile_data', { data: [id] })).msg).toBe(refused)
    expect(await fill(olga)).toBe('')
    await service.ok(olga, 'PATCH', `/users/${ben.id}`, { profile_data: [{ id, value: 'of the administrator' }] })
    await service.ok(olga, 'PATCH', `/realm/profile_fields/${String(id)}`, { editable_by_user: true })
    expect(await fill(ben)).toBe('')
  })

  it('are ignored by servers without them', async () => {
    const { service, olga } = await world(237)
    const answer = await service.ok(olga, 'POST', '/realm/profile_fields', {
      name: 'Desk',
      field_type: 1,
      editable_by_user: false,
    })
    expect(answer.ignored_parameters_unsupported).toEqual(['editable_by_user'])
  })
})

describe('the settings of a linkifier', () => {
  const plain = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://a.example/{id}' }

  it('are set and replaced, with events and in registrations (471, 478)', async () => {
    const { service, olga, ben, told } = await world(500)
    await service.listen(ben)
    const settings = {
      example_input: '#7',
      reverse_template: '#{id}',
      alternative_url_templates: ['https://b.example/{id}'],
    }
    const { id } = await service.ok(olga, 'POST', '/realm/filters', { ...plain, ...settings })
    await service.restart({ featureLevel: 500 })
    expect((await service.listen(ben)).realm_linkifiers).toEqual([{ id, ...plain, ...settings }])
    await service.ok(olga, 'PATCH', `/realm/filters/${String(id)}`, plain)
    const none = { example_input: null, reverse_template: null, alternative_url_templates: [] }
    expect(await told('realm_linkifiers')).toMatchObject([{ realm_linkifiers: [{ id, ...plain, ...none }] }])
    expect((await service.ok(ben, 'GET', '/realm/linkifiers')).linkifiers).toEqual([{ id, ...plain, ...none }])
  })

  it('are refused if they do not fit the pattern', async () => {
    const { service, olga } = await world(500)
    const add = async (form: Form) => (await service.call(olga, 'POST', '/realm/filters', { ...plain, ...form })).msg
    expect([
      await add({ reverse_template: '#{id}' }),
      await add({ example_input: 'seven' }),
      await add({ example_input: '#7', reverse_template: '#{number}' }),
      await add({ alternative_url_templates: ['javascript:alert(1)'] }),
      await add({ alternative_url_templates: 'x' }),
      await add({ example_input: 'x'.repeat(1001) }),
    ]).toEqual([
      'An example input is required for a reverse template.',
      'The example input does not match the pattern.',
      "Group 'number' in reverse template is not in the pattern.",
      'Invalid URL template.',
      'alternative_url_templates is not valid JSON',
      'example_input is too long (limit: 1000 characters)',
    ])
    expect((await service.ok(olga, 'GET', '/realm/linkifiers')).linkifiers).toEqual([])
  })
})
