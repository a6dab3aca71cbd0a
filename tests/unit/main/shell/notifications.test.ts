import { expect, it } from 'vitest'
import { shownNotifications } from '../../../../host/electron.ts'
import { record } from '../../../../host/recorder.ts'
import type { DesktopNotification } from '../../../../main/engine/protocol.ts'
import { DesktopNotifications } from '../../../../main/shell/notifications.ts'

const notification = (title: string, messageId: number): DesktopNotification => ({
  messageIds: [messageId],
  title,
  body: 'x',
  destination: { kind: 'direct', userIds: [2] },
  isSilent: true,
  canReply: true,
})

it('notifications of one account go, all of them, and no others', () => {
  const clicked: string[] = []
  const notifications = new DesktopNotifications({
    onClick: (accountId, { title }) => clicked.push(`${accountId} ${title}`),
    onReply: () => undefined,
  })
  notifications.show('a', notification('one', 1))
  notifications.show('b', notification('two', 1))
  notifications.show('a', notification('three', 2))
  notifications.withdrawAll('a')
  const open = () => record.notifications.filter(({ isOpen }) => isOpen).map(({ title }) => title)
  expect(open()).toEqual(['two'])
  // What the system shows all the same can still be clicked; who listens says what became of it.
  shownNotifications[0]?.emit('click')
  expect(clicked).toEqual(['a one'])
  notifications.withdraw('b', [1])
  expect(open()).toEqual([])
})
