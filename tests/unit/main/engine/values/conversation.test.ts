import { describe, expect, it } from 'vitest'
import {
  conversationKey,
  conversationOf,
  directConversation,
  directKey,
  parseConversation,
  streamConversation,
  streamOfConversation,
  topicConversation,
  topicKey,
  usersOfConversation,
} from '#engine/values/conversation.ts'

describe('keys of conversations', () => {
  it('are parsed into their parts', () => {
    expect(parseConversation(topicConversation(5, topicKey('Lunch: when?\nwhere?')))).toEqual({
      kind: 'topic',
      streamId: 5,
      topicKey: 'lunch: when?\nwhere?',
    })
    expect(parseConversation(topicConversation(5, ''))).toEqual({ kind: 'topic', streamId: 5, topicKey: '' })
    expect(parseConversation(streamConversation(5))).toEqual({ kind: 'stream', streamId: 5 })
    expect(parseConversation(directConversation(directKey([8, 3, 1, 8], 1)))).toEqual({
      kind: 'direct',
      directKey: '3,8',
    })
    expect(parseConversation(directConversation(directKey([1], 1)))).toEqual({ kind: 'direct', directKey: '' })
  })

  it.each([
    '',
    'direct',
    'topic:5',
    'topic:x:y',
    'stream:',
    'stream:5:x',
    'direct:a',
    'direct:3,',
    'move:5:lunch',
    '*',
  ])('exclude %j', (text) => {
    expect(parseConversation(text)).toBeNull()
    expect(streamOfConversation(text)).toBeNull()
    expect(usersOfConversation(text)).toEqual([])
  })

  it('are the same for a narrow and for a row', () => {
    expect(conversationKey({ kind: 'topic', streamId: 5, topic: 'Lunch' })).toBe(
      conversationOf({ stream_id: 5, topic_key: 'lunch', direct_key: null }),
    )
    expect(conversationKey({ kind: 'direct', userIds: [8, 3] })).toBe(
      conversationOf({ stream_id: null, topic_key: '', direct_key: '3,8' }),
    )
  })

  it('yield their stream, or the people of a direct conversation', () => {
    expect(streamOfConversation('topic:5:lunch')).toBe(5)
    expect(streamOfConversation('stream:5')).toBe(5)
    expect(streamOfConversation('direct:3,8')).toBeNull()
    expect(usersOfConversation('direct:3,8')).toEqual([3, 8])
    expect(usersOfConversation('topic:5:3,8')).toEqual([])
  })
})
