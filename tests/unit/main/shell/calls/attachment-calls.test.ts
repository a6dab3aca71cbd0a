import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { Outgoing } from '#accounts/outgoing.ts'
import { attachmentHandlers } from '#shell/calls/attachments.ts'

const id = '00000000-0000-4000-8000-000000000001'
const at = { accountId: 'a', attachmentId: id } as const
const narrow = { kind: 'direct', userIds: [] } as const
const said = { attachmentId: id, draftId: 'd1', narrow, name: 'a.png', type: '', size: 2 } as const
const file = { ...said, accountId: 'a' } as const

function world() {
  const folder = mkdtempSync(join(tmpdir(), 'skein-attachments-'))
  const outgoing = new Outgoing(folder)
  const call = vi.fn(() => Promise.resolve({ ok: true, value: { revision: 1 } }))
  const accounts = { call, media: (accountId: string) => (accountId === 'a' ? { outgoing } : undefined) }
  const handlers = attachmentHandlers({ accounts: accounts as never, log: () => undefined })
  return { folder, call, handlers, from: { id: 1 } as never }
}

it('the engine knows a file from its first chunk on, and its completion after the last', async () => {
  const { folder, call, handlers, from } = world()
  expect(await handlers['attachments.begin'](file, from)).toMatchObject({ ok: true })
  expect(call).toHaveBeenLastCalledWith('a', 'drafts.attach', { ...said, isArriving: true }, 1)
  await handlers['attachments.append']({ ...at, offset: 0, data: 'YWI=' }, from)
  expect(await handlers['attachments.finish'](file, from)).toMatchObject({ ok: true })
  expect(call).toHaveBeenLastCalledWith('a', 'drafts.attach', said, 1)
  expect(readdirSync(folder)).toEqual([id])
})

it('a cancelled or interrupted copy is removed from the disk and from the draft', async () => {
  const { folder, call, handlers, from } = world()
  await handlers['attachments.begin'](file, from)
  expect(readdirSync(folder)).toEqual([`${id}.part`])
  expect(await handlers['attachments.abort']({ ...at, draftId: 'd1' }, from)).toMatchObject({ ok: true })
  expect(call).toHaveBeenLastCalledWith('a', 'attachments.remove', { attachmentId: id, draftId: 'd1' }, 1)
  expect(readdirSync(folder)).toEqual([])
})

it('a signed-out account accepts no file', async () => {
  const { call, handlers, from } = world()
  for (const name of ['attachments.begin', 'attachments.finish'] as const) {
    expect(await handlers[name]({ ...file, accountId: 'gone' }, from)).toMatchObject({ ok: false })
  }
  expect(await handlers['attachments.abort']({ ...at, accountId: 'gone', draftId: 'd1' }, from)).toMatchObject({
    ok: false,
  })
  expect(call).not.toHaveBeenCalled()
})
