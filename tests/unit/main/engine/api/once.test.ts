import { describe, expect, it } from 'vitest'
import { createApi, type Api } from '#engine/api/client.ts'
import { createDraft, editDraft } from '#engine/api/texts/drafts.ts'
import { sendSubmessage, editMessage, moveMessages, onceFor, sendMessage, updateFlags } from '#engine/api/messages.ts'
import { scheduleMessage } from '#engine/api/scheduled.ts'
import { portTransport } from '#engine/thread/port-transport.ts'
import type { PostedRequest } from '#engine/thread/protocol.ts'

const options = { priority: 'foreground' } as const
const recipient = { type: 'stream', to: '7', topic: 'Roasting' }
const outgoing = { ...recipient, content: 'Hej', localId: '1.1', queueId: null }
const draft = { type: 'stream', to: [7], topic: 'roasting', content: 'Hej', timestamp: 1 }

/** The part of a call that reaches the main process. */
function posted(call: (api: Api) => Promise<unknown>): PostedRequest[] {
  const requests: PostedRequest[] = []
  const { transport } = portTransport((message) => {
    if (message.type === 'request') requests.push(message.request)
  })
  void call(createApi(transport))
  return requests
}

describe('the mark of requests that the gate must not repeat', () => {
  it.each([
    ['a message', (api: Api) => sendMessage(api, outgoing, options), onceFor(recipient)],
    [
      'a scheduled message',
      (api: Api) => scheduleMessage(api, { ...recipient, content: 'Hej', deliverAt: 9 }, options),
      onceFor(recipient),
    ],
    ['a new draft', (api: Api) => createDraft(api, draft, options), onceFor(recipient)],
    ['a vote', (api: Api) => sendSubmessage(api, { messageId: 5, content: '{}' }, options), 'message 5'],
    [
      'a move',
      (api: Api) => {
        const move = {
          messageId: 5,
          streamId: 2,
          topic: 'x',
          mode: 'change_all',
          notifyOld: true,
          notifyNew: true,
        } as const
        return moveMessages(api, move, options)
      },
      'message 5',
    ],
  ])('is set for %s', (_what, call, once) => {
    expect(posted(call)).toMatchObject([{ once }])
  })

  it('is equal for all requests to one conversation, and different for another conversation', () => {
    expect(onceFor({ ...recipient, topic: 'ROASTING' })).toBe(onceFor(recipient))
    expect(onceFor({ type: 'direct', to: '[7]', topic: null })).not.toBe(onceFor(recipient))
  })

  it.each([
    ['an edit', (api: Api) => editMessage(api, 5, { content: 'Hej', previous: null }, options)],
    ['a draft with a server id', (api: Api) => editDraft(api, 3, draft, options)],
    ['a flag', (api: Api) => updateFlags(api, { messages: [5], op: 'add', flag: 'starred' }, options)],
  ])('is not set for %s', (_what, call) => {
    expect(posted(call)).toHaveLength(1)
    expect(posted(call)[0]).not.toHaveProperty('once')
  })
})
