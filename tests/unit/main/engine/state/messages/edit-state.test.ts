import { describe, expect, it } from 'vitest'
import { editStateOf } from '#engine/state/messages/edit-state.ts'

const moved = { timestamp: 20, prev_topic: 'soup', topic: 'lunch' }
const edited = { timestamp: 10.7, prev_content: 'so' }

describe('the edit state of a message', () => {
  it.each([
    ['nothing', { last_edit_timestamp: undefined }, { edited_at: null, moved_at: null }],
    ['an edit', { last_edit_timestamp: 10, edit_history: [edited] }, { edited_at: 10, moved_at: null }],
    ['a move', { last_edit_timestamp: 20, edit_history: [moved] }, { edited_at: null, moved_at: 20 }],
    ['both, one after the other', { edit_history: [moved, edited] }, { edited_at: 10, moved_at: 20 }],
    ['both at once', { edit_history: [{ ...moved, prev_content: '' }] }, { edited_at: 20, moved_at: 20 }],
    ['another stream', { edit_history: [{ timestamp: 5, prev_stream: 3 }] }, { edited_at: null, moved_at: 5 }],
    [
      'a topic that was resolved and unresolved',
      {
        last_edit_timestamp: 9,
        edit_history: [
          { timestamp: 9, prev_topic: '✔ lunch', topic: 'lunch' },
          { timestamp: 8, prev_topic: 'lunch', topic: '✔ lunch' },
        ],
      },
      { edited_at: null, moved_at: null },
    ],
    ['a hidden history', { last_edit_timestamp: 30.5 }, { edited_at: 30, moved_at: null }],
    ['an empty history', { last_edit_timestamp: 30, edit_history: [] }, { edited_at: null, moved_at: null }],
  ])('follows from %s', (_, message, state) => {
    expect(editStateOf(message, false)).toEqual(state)
  })

  it.each([
    ['nothing', {}, { edited_at: null, moved_at: null }],
    ['an edit without a history', { last_edit_timestamp: 10.5 }, { edited_at: 10, moved_at: null }],
    ['a move without a history', { last_moved_timestamp: 20.5 }, { edited_at: null, moved_at: 20 }],
    [
      'an edit beside a history of moves only (level 358)',
      { last_edit_timestamp: 30, last_moved_timestamp: 20, edit_history: [moved] },
      { edited_at: 30, moved_at: 20 },
    ],
  ])('follows from %s, from level 365 on', (_, message, state) => {
    expect(editStateOf(message, true)).toEqual(state)
  })
})
