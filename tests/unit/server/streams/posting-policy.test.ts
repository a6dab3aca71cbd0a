import { describe, expect, it } from 'vitest'
import { Service } from '#support/service.ts'

describe('the posting policy of a stream', () => {
  it('is set by is_announcement_only, unless the policy itself is given', async () => {
    const service = await Service.start()
    const olga = service.person('Olga', 'owner')
    const hall = await service.stream('hall', [olga])
    const set = async (form: Record<string, unknown>) => {
      const answer = await service.ok(olga, 'PATCH', `/streams/${hall}`, form)
      expect(answer).not.toHaveProperty('ignored_parameters_unsupported')
      return (await service.ok(olga, 'GET', `/streams/${hall}`)).stream
    }
    expect(await set({ is_announcement_only: true })).toMatchObject({
      stream_post_policy: 2,
      is_announcement_only: true,
    })
    expect(await set({ is_announcement_only: false })).toMatchObject({ stream_post_policy: 1 })
    expect(await set({ is_announcement_only: true, stream_post_policy: 4 })).toMatchObject({ stream_post_policy: 4 })
    await service.server.stop()
  })
})
