import type { EngineInput } from '#contract/calls.ts'
import type { Core } from '../core/core.ts'
import { addPeople, removePerson } from './changing-subscribers.ts'
import { StreamMaker } from './creating.ts'
import { joinStream, leaveStream } from './joining.ts'
import type { SubscriberCounts } from './subscriber-counts.ts'

interface Ports {
  readonly isOnline: () => boolean
  readonly counts: SubscriberCounts
}

/** The handlers of the calls about streams that need the server. */
export function streamCalls(core: Core, { isOnline, counts }: Ports) {
  const maker = new StreamMaker(core)
  return {
    'streams.join': ({ streamId }: EngineInput<'streams.join'>) => joinStream(core, streamId, isOnline()),
    'streams.leave': ({ streamId }: EngineInput<'streams.leave'>) => leaveStream(core, streamId, isOnline()),
    'streams.addPeople': ({ streamId, userIds }: EngineInput<'streams.addPeople'>) =>
      addPeople(core, streamId, userIds, isOnline()),
    'streams.removePerson': ({ streamId, userId }: EngineInput<'streams.removePerson'>) =>
      removePerson(core, streamId, userId, isOnline()),
    'streams.create': (wanted: EngineInput<'streams.create'>) => maker.create(wanted, isOnline()),
    'streams.look': ({ streamIds }: EngineInput<'streams.look'>) => {
      counts.want(streamIds)
      return { ok: true, value: null } as const
    },
  }
}
