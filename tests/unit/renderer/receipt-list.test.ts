import { describe, expect, it } from 'vitest'
import type { Result } from '#contract/base/failures.ts'
import type { ReadReceipts } from '#contract/messages.ts'
import { ReceiptList } from '#renderer/features/reactors/receipt-list.svelte.ts'

async function opened(...answers: readonly Result<ReadReceipts>[]) {
  const asked: unknown[] = []
  const calls = {
    askOf: (...call: readonly unknown[]) => {
      asked.push(call)
      return Promise.resolve(answers[asked.length - 1])
    },
  }
  const list = new ReceiptList(calls as never, { accountId: 'a', messageId: 7 })
  await Promise.resolve()
  await Promise.resolve()
  return { list, asked }
}

const people = [{ id: 1, name: 'Noor', avatar: null, isGuest: false, isBot: false, isActive: true }]

describe('the list of those who have read a message', () => {
  it('has the number of people who are not listed', async () => {
    const { list, asked } = await opened({ ok: true, value: { count: 12, people, isOwnHidden: false } })
    expect(asked).toEqual([['a', 'messages.receipts', { messageId: 7 }]])
    expect([list.found?.people, list.others, list.failure]).toEqual([people, 11, null])
  })

  it('is requested again after a failure, unless the organization shows no receipts', async () => {
    const offline = { code: 'OFFLINE', values: { wanted: 'receipts' } } as const
    const { list } = await opened(
      { ok: false, error: offline },
      { ok: true, value: { count: 1, people, isOwnHidden: true } },
    )
    expect([list.failure, list.canRetry, list.others]).toEqual([offline, true, 0])
    await list.load()
    expect([list.failure, list.found?.isOwnHidden]).toEqual([null, true])
    const off = await opened({ ok: false, error: { code: 'NO_RECEIPTS' } })
    expect(off.list.canRetry).toBe(false)
  })
})
