import { describe, expect, it } from 'vitest'
import { multipartBody } from '#support/forms.ts'
import { pngOf } from '#support/pictures-of-size.ts'
import { Service } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'

const boundary = 'part'

async function world() {
  const service = await Service.start()
  const olga = service.person('Olga', 'owner')
  const noor = service.person('Noor')
  const upload = async (who: Account, fields: [string, string][]) => {
    const response = await service.server.built.app.inject({
      method: 'POST',
      url: '/api/v1/realm/logo',
      headers: {
        host: 'test.example',
        authorization: `Basic ${Buffer.from(`${who.email}:${who.apiKey}`).toString('base64')}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: multipartBody(fields, { boundary, file: { name: 'x.png', bytes: pngOf({ width: 8, height: 8 }) } }),
    })
    return response.json<Record<string, unknown>>()
  }
  const state = async () => {
    const { realm_logo_url, realm_logo_source, realm_night_logo_url, realm_night_logo_source } =
      await service.listen(noor)
    return [realm_logo_source, realm_logo_url, realm_night_logo_source, realm_night_logo_url]
  }
  return { service, olga, noor, upload, state }
}

describe('a logo of the organization', () => {
  it('is uploaded and removed for light and dark appearance apart, which everybody is told', async () => {
    const { service, olga, noor, upload, state } = await world()
    expect(await state()).toEqual(['D', '', 'D', ''])
    expect(await upload(olga, [['night', 'false']])).toMatchObject({ result: 'success' })
    expect(await upload(olga, [['night', 'true']])).toMatchObject({ result: 'success' })
    const events = await service.events(noor)
    expect(events).toMatchObject([
      { type: 'realm', op: 'update_dict', property: 'logo', data: { logo_source: 'U' } },
      { type: 'realm', op: 'update_dict', property: 'night_logo', data: { night_logo_source: 'U' } },
    ])
    const { logo_url: url } = events[0]?.data as { logo_url: string } // checked above
    const [, light, , dark] = await state()
    expect(light).toBe(url)
    expect(light).not.toBe(dark)
    const picture = await service.server.built.app.inject({ url, headers: { host: 'test.example' } })
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])

    await service.ok(olga, 'DELETE', '/realm/logo', { night: false })
    expect(await service.events(noor)).toMatchObject([{ data: { logo_source: 'D', logo_url: '' } }])
    expect(await state()).toEqual(['D', '', 'U', dark])
    const gone = await service.server.built.app.inject({ url, headers: { host: 'test.example' } })
    expect(gone.statusCode).toBe(404)
    await service.restart()
    expect(await state()).toEqual(['D', '', 'U', dark])
  })

  it('is changed by administrators only, who say which one they mean', async () => {
    const { service, olga, noor, upload, state } = await world()
    expect(await upload(noor, [['night', 'false']])).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
    expect(await service.call(noor, 'DELETE', '/realm/logo', { night: false })).toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
    expect(await upload(olga, [])).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'night' })
    expect(await service.call(olga, 'DELETE', '/realm/logo')).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
    expect(await state()).toEqual(['D', '', 'D', ''])
  })
})
