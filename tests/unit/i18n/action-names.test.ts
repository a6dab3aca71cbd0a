import { describe, expect, it } from 'vitest'
import type { ActionName } from '#contract/outbox.ts'
import { englishCatalogue } from '#i18n/en/catalogue.ts'
import { actionNameText } from '#i18n/catalogue.ts'

const named: readonly [ActionName, string][] = [
  [{ code: 'MESSAGE' }, 'Send message'],
  [{ code: 'SCHEDULED_MESSAGE' }, 'Schedule message'],
  [{ code: 'SCHEDULED_EDIT' }, 'Edit scheduled message'],
  [{ code: 'SCHEDULED_DELETION' }, 'Cancel scheduled message'],
  [{ code: 'EDIT' }, 'Edit message'],
  [{ code: 'DELETION' }, 'Delete message'],
  [{ code: 'MOVE', values: { topic: 'supper' } }, 'Move to supper'],
  [{ code: 'STAR', values: { isStarred: true } }, 'Star message'],
  [{ code: 'STAR', values: { isStarred: false } }, 'Unstar message'],
  [{ code: 'REACTION', values: { name: 'tada', isAdded: true } }, 'Add reaction :tada:'],
  [{ code: 'REACTION', values: { name: 'tada', isAdded: false } }, 'Remove reaction :tada:'],
  [{ code: 'WIDGET_PART' }, 'Update poll or to-do list'],
  [{ code: 'MARK_READ' }, 'Mark as read'],
  [{ code: 'MARK_UNREAD' }, 'Mark as unread'],
  [{ code: 'MARK_CONVERSATION_READ' }, 'Mark conversation as read'],
  [{ code: 'MARK_EVERYTHING_READ' }, 'Mark all messages as read'],
  [{ code: 'TOPIC_CHOICE' }, 'Change topic settings'],
  [{ code: 'STREAM_CHOICE' }, 'Change stream settings'],
  [{ code: 'MUTE', values: { person: { id: 2, name: 'Noor' }, isMuted: true } }, 'Mute Noor'],
  [{ code: 'MUTE', values: { person: { id: 2, name: 'Noor' }, isMuted: false } }, 'Unmute Noor'],
  [{ code: 'MUTE', values: { person: { id: 7, name: null }, isMuted: true } }, 'Mute Unknown person (7)'],
  [{ code: 'ALERT_WORD', values: { isOn: true } }, 'Add alert word'],
  [{ code: 'ALERT_WORD', values: { isOn: false } }, 'Remove alert word'],
  [{ code: 'STATUS', values: { isSet: true } }, 'Set your status'],
  [{ code: 'STATUS', values: { isSet: false } }, 'Clear your status'],
  [{ code: 'OWN_SETTING', values: { property: 'full_name' } }, 'Change your name'],
  [{ code: 'USER_SETTING', values: { property: 'web_home_view' } }, 'Change a setting: Home view'],
  [{ code: 'OWN_FIELD', values: { name: 'Pronouns' } }, 'Change your profile: Pronouns'],
  [{ code: 'OWN_FIELD', values: { name: '' } }, 'Change your profile'],
  [{ code: 'UNREADABLE' }, 'Unreadable item'],
]

describe('what the lists call an action', () => {
  it.each(named)('%o', (name, text) => {
    expect(actionNameText(name)).toBe(text)
  })

  it('is known for every code', () => {
    const covered = new Set<string>(named.map(([{ code }]) => code))
    expect(Object.keys(englishCatalogue.actionNames).filter((code) => !covered.has(code))).toEqual([])
  })
})
