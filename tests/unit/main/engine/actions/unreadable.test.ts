import { describe, expect, it } from 'vitest'
import type { ActionKind } from '#engine/actions/kinds.ts'
import { openStore } from '#engine/store/store.ts'
import { filesNamedIn, placeOfUnreadable } from '#engine/actions/kinds/unreadable.ts'
import { setUnreadableAside } from '#engine/actions/recovery.ts'
import { storedFailure } from '#engine/values/failures.ts'

const to = { kind: 'topic', streamId: 1, topic: 'Lunch' }
const move = { messageId: 1, from: to, streamId: 1, topic: 'b', mode: 'change_one', notifyOld: true, notifyNew: false }
const narrowRead = { scope: 'all', through: 9, reached: null, done: 0, total: 2 }
const reaction = { messageId: 1, type: 'unicode_emoji', code: '1f389', name: 'tada', op: 'add' }

/** A row of each kind as the engine writes it. */
const written: readonly (readonly [kind: ActionKind, line: string, payload: object])[] = [
  ['send', 'topic:1:lunch', { destination: to, content: 'words', attachments: [] }],
  ['send', 'direct:', { destination: { kind: 'direct', userIds: [] }, content: 'words', attachments: [] }],
  ['schedule', 'schedule:topic:1:lunch', { destination: to, content: 'words', attachments: [], deliverAt: 5 }],
  ['schedule_edit', 'scheduled:4', { scheduledId: 4, deliverAt: 5 }],
  ['schedule_delete', 'scheduled:4', { scheduledId: 4 }],
  ['read', 'read', { messageIds: [1] }],
  ['unread', 'read', { messageIds: [1], places: { 'topic:1:lunch': [1] } }],
  ['read_narrow', 'read', narrowRead],
  ['star', 'message:1', { messageId: 1, isStarred: true }],
  ['edit', 'message:1', { messageId: 1, content: 'words' }],
  ['delete', 'message:1', { messageId: 1 }],
  ['move', 'move:1:lunch', move],
  ['reaction', 'reaction:1', reaction],
  ['submessage', 'submessage:1', { messageId: 1, content: '{}', after: 0 }],
  ['topic_policy', 'topic_policy:1:lunch', { streamId: 1, topic: 'Lunch', policy: 1 }],
  ['subscription', 'subscription:1:color', { streamId: 1, property: 'color', value: '#123456' }],
  ['mute_user', 'mute_user:2', { userId: 2, isMuted: true }],
  ['alert_word', 'alert_word:deploy now', { word: 'Deploy now', isOn: true }],
  ['status', 'status', { text: 'Busy', emoji: null, until: null }],
  ['own_setting', 'own_setting:full_name', { property: 'full_name', value: 'Iris' }],
  ['user_setting', 'user_setting:enable_sounds', { property: 'enable_sounds', value: false }],
  ['own_field', 'own_field:3', { fieldId: 3, value: 'she/her' }],
]

describe('outbox rows that cannot be parsed', () => {
  it.each(written)('exclude a valid row of the kind %s in the queue %s', (kind, queue_key, payload) => {
    const store = openStore(':memory:')
    store.outbox.insert({ local_id: 'a', kind, queue_key, payload: JSON.stringify(payload), created_at: 1 })
    const before = store.outbox.get('a')
    expect(setUnreadableAside(store)).toBe(0)
    expect(store.outbox.get('a')).toEqual(before)
    store.close()
  })

  it.each(written)('include a row of the kind %s in the queue %s with a truncated payload', (kind, line, payload) => {
    const store = openStore(':memory:')
    for (const [index, text] of [JSON.stringify(payload).slice(0, -1), '{}', 'null', ''].entries()) {
      store.outbox.insert({ local_id: `a${index}`, kind, queue_key: line, payload: text, created_at: 1 })
    }
    expect(setUnreadableAside(store)).toBe(4)
    expect(store.outbox.inState('failed', 9).map((row) => row.kind)).toEqual(Array(4).fill('unreadable'))
    expect(store.outbox.ofQueue(line)).toEqual([])
    // Rows that are unreadable already stay unchanged.
    const rows = store.outbox.ofKind('unreadable')
    expect(setUnreadableAside(store)).toBe(0)
    expect(store.outbox.ofKind('unreadable')).toEqual(rows)
    store.close()
  })

  it('are looked up once they can be parsed, if they may have been sent', () => {
    const store = openStore(':memory:')
    for (const state of ['queued', 'sending', 'unknown', 'acknowledged', 'failed']) {
      const original = { kind: 'send', conversation: 'topic:1:lunch', payload: JSON.stringify(written[0]?.[2]), state }
      store.outbox.insert({
        local_id: state,
        kind: 'unreadable',
        queue_key: 'unreadable:topic:1:lunch',
        payload: JSON.stringify({ ...original, error: state === 'failed' ? 'No' : null }),
        created_at: 1,
      })
    }
    setUnreadableAside(store)
    const states = store.outbox.ofQueue('topic:1:lunch').map((row) => [row.local_id, row.state, row.error])
    expect(states).toEqual([
      ['queued', 'failed', storedFailure({ code: 'READABLE_AGAIN' })],
      ['sending', 'unknown', null],
      ['unknown', 'unknown', null],
      ['acknowledged', 'acknowledged', null],
      ['failed', 'failed', 'No'],
    ])
    store.close()
  })

  it.each([
    ['unreadable:topic:1:lunch', 'topic:1:lunch'],
    ['unreadable:schedule:direct:2,3', 'direct:2,3'],
    ['unreadable:direct:x', null],
    ['unreadable:topic:one:lunch', null],
    ['unreadable:read', null],
    ['unreadable:', null],
  ])('with the queue key %s belong to %s', (line, place) => {
    expect(placeOfUnreadable(line)).toBe(place)
  })

  it('may name files at any position', () => {
    const id = '01234567-89ab-4cde-8f01-23456789abcd'
    expect(filesNamedIn(`{"a":"${id}", "b": ["${id.toUpperCase()}"], c: 01234567-89ab}`)).toEqual([
      id,
      id.toUpperCase(),
    ])
  })
})
