import { describe, expect, it } from 'vitest'
import type { PersonRef } from '#contract/base/values.ts'
import type { ConversationItem, MessageItem } from '#contract/messages.ts'
import { avatarColor, initials } from '#renderer/parts/people/avatars.ts'
import { formatDay } from '#i18n/times.ts'
import { buildRows, changeMark } from '#renderer/parts/messages/rows.ts'

const person = (id: number, name = `P${id}`): PersonRef => ({
  id,
  name,
  avatar: null,
  isGuest: false,
  isBot: false,
  isActive: true,
})
const noon = new Date(2026, 10, 20, 12).getTime() / 1000
const message = (id: number, over: Partial<MessageItem> = {}): MessageItem => ({
  key: `message:${id}`,
  kind: 'message',
  id,
  sender: person(1),
  html: '',
  timestamp: noon + id,
  isRead: true,
  flags: [],
  isMe: false,
  isEdited: false,
  isMoved: false,
  isStarred: false,
  canEdit: false,
  canDelete: false,
  change: null,
  widget: null,
  streamId: 1,
  topic: 'a',
  topicName: 'a',
  reactions: [],
  isHidden: false,
  isStale: false,
  hidesPreviews: false,
  ...over,
})
const options = { firstUnreadId: null, showTopics: false, now: noon * 1000 }

describe('the rows of a conversation', () => {
  it('mark a message as edited, moved, or both', () => {
    const mark = (over: Partial<MessageItem>) => changeMark(message(1, over))
    expect([
      mark({}),
      mark({ isEdited: true }),
      mark({ isMoved: true }),
      mark({ isEdited: true, isMoved: true }),
    ]).toEqual(['', 'edited', 'moved', 'edited, moved'])
  })

  it('group the messages of one person within ten minutes, and start a new group after a gap', () => {
    const items: ConversationItem[] = [
      message(1),
      message(2),
      message(3, { sender: person(2) }),
      { key: 'gap:3', kind: 'gap' },
      message(4, { sender: person(2) }),
      message(5, { sender: person(2), timestamp: noon + 4000 }),
    ]
    expect(buildRows(items, options).map((row) => row.isFirstOfGroup)).toEqual([true, false, true, true, true, true])
  })

  it('separate /me messages from others, and group each of them', () => {
    const does = { isMe: true }
    const items = [
      message(1),
      message(2, does),
      message(3, does),
      message(4),
      message(5, { ...does, sender: person(2) }),
    ]
    expect(buildRows(items, options).map((row) => row.isFirstOfGroup)).toEqual([true, true, false, true, true])
  })

  it('mark each day once, and the first unread message once', () => {
    const items = [message(1, { timestamp: noon - 86_400 }), message(2), message(3), message(4)]
    const rows = buildRows(items, { ...options, firstUnreadId: 3 })
    expect(rows.map((row) => row.day)).toEqual([expect.stringContaining('Yesterday'), 'Today', null, null])
    expect(rows.map((row) => row.isFirstUnread)).toEqual([false, false, true, false])
  })

  it('head each run of a topic if several topics are shown, whatever its spelling', () => {
    const items = [message(1), message(2, { topic: 'A' }), message(3, { topic: 'b' })]
    expect(buildRows(items, { ...options, showTopics: true }).map((row) => row.topic)).toEqual(['a', null, 'b'])
  })
})

describe('names and days', () => {
  it.each([
    ['Iris Lindqvist', 'IL'],
    ['森 花', '森花'],
    ['يسرى القاسم', 'يا'],
    ['Leo Ferreira dos Santos', 'LS'],
    ['Build', 'B'],
    ['42', '?'],
    ['', '?'],
  ])('%s has the initials %s', (name, letters) => {
    expect(initials(name)).toBe(letters)
  })

  it('days have their usual names', () => {
    expect(formatDay(noon, noon * 1000)).toBe('Today')
    expect(formatDay(noon - 86_400, noon * 1000)).toBe('Yesterday, 19 November')
    expect(formatDay(noon - 4 * 86_400, noon * 1000)).toMatch(/^Monday,? 16 November$/)
    expect(formatDay(new Date(2023, 2, 3).getTime() / 1000, noon * 1000)).toBe('3 March 2023')
    expect(avatarColor(3)).toBe(avatarColor(11))
  })
})
