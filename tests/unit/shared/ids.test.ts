import { describe, expectTypeOf, it } from 'vitest'
import type { Input } from '#contract/calls.ts'
import type { MessageRow } from '#engine/store/message-row.ts'
import type { AccountState } from '#engine/state/account-state.ts'
import type { GroupId, MessageId, StreamId, UserId } from '#shared/ids.ts'

describe('an id', () => {
  it('is a number, and a number without a brand is accepted as any id', () => {
    expectTypeOf<StreamId>().toExtend<number>()
    expectTypeOf<number>().toExtend<StreamId>()
  })

  it('of one kind is not accepted as an id of another kind', () => {
    expectTypeOf<StreamId>().not.toExtend<MessageId>()
    expectTypeOf<MessageId>().not.toExtend<UserId>()
    expectTypeOf<UserId>().not.toExtend<GroupId>()
    expectTypeOf<readonly UserId[]>().not.toExtend<readonly StreamId[]>()
  })

  it("has its kind in calls, rows and the account's state", () => {
    expectTypeOf<Input<'messages.edit'>['messageId']>().toEqualTypeOf<MessageId>()
    expectTypeOf<MessageRow['sender_id']>().toEqualTypeOf<UserId>()
    expectTypeOf<Parameters<AccountState['streams']['get']>[0]>().toEqualTypeOf<StreamId>()
  })
})
