import { describe, expect, it } from 'vitest'
import { limits } from '#server/base/limits.ts'
import { linkifyWith, tryLinkifier } from '#server/markdown/inline/linkifiers.ts'
import { Service } from '#support/service.ts'

describe('linkifiers', () => {
  it('are refused on saving if their pattern takes too long', () => {
    expect(() => tryLinkifier('(?P<id>a(?:.*b)?)', 'https://x.example/{id}')).toThrow('takes too long')
    expect(() => tryLinkifier('#(?P<id>[0-9]+)', 'https://x.example/{id}')).not.toThrow()
  })

  it('are refused if their pattern has too many steps', () => {
    expect(() => tryLinkifier('(?P<id>(?:[a-z]{1,30}[0-9]{1,30}){1,30})', 'https://x.example/{id}')).toThrow(
      'too large',
    )
  })

  it('of a message share its time, and the remaining matches stay text', () => {
    const linkify = linkifyWith(() => [{ pattern: '#(?P<id>[0-9]+)', url_template: 'https://x.example/{id}' }])
    expect(linkify('#12 #13', { leftMs: 0 })).toEqual([])
    const time = { leftMs: 1000 }
    expect(linkify('#12 #13', time).map(({ text }) => text)).toEqual(['#12', '#13'])
    expect(time.leftMs).toBeLessThan(1000)
  })

  it('are bounded in number', async () => {
    const service = await Service.start()
    const owner = service.person('Olga', 'owner')
    const fields = (index: number) => ({ pattern: `K${index}-(?P<id>[0-9]+)`, url_template: 'https://x.example/{id}' })
    service.context.write(() => {
      for (let index = 0; index < limits.linkifiers.most; index += 1) {
        service.context.tables.linkifiers.add(fields(index).pattern, fields(index).url_template)
      }
    })
    expect(await service.call(owner, 'POST', '/realm/filters', fields(1000))).toMatchObject({
      status: 400,
      msg: 'At most 100 linkifiers are taken',
    })
  })

  it('yield an empty preview of an empty text', async () => {
    const service = await Service.start()
    const owner = service.person('Olga', 'owner')
    for (const content of ['', '  \n']) {
      expect((await service.ok(owner, 'POST', '/messages/render', { content })).rendered).toBe('')
    }
  })
})
