import type { Accounts } from '#accounts/accounts.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'
import { NotificationAnswers, type AnswerPorts } from './answers.ts'
import { NotificationServer } from './notification-server.ts'
import { DesktopNotifications } from './notifications.ts'

export type OpenNotificationsOptions = Omit<AnswerPorts, 'hasAccount' | 'engineOf'> & {
  readonly accounts: Pick<Accounts, 'has' | 'call'>
  readonly platform: DesktopPlatform
  readonly isDoNotDisturb: () => boolean
}

/** The system's notifications, whose clicks and replies go to the accounts. */
export function openNotifications({
  accounts,
  platform,
  isDoNotDisturb,
  ...ports
}: OpenNotificationsOptions): DesktopNotifications {
  const answers = new NotificationAnswers({
    ...ports,
    hasAccount: (accountId) => accounts.has(accountId),
    engineOf: (accountId) => (name, input) => accounts.call(accountId, name, input),
  })
  return new DesktopNotifications({
    platform,
    log: ports.log,
    isDoNotDisturb,
    server: new NotificationServer(),
    onClick(accountId, notification) {
      answers.click(accountId, notification)
    },
    onReply(accountId, notification, content) {
      void answers.reply(accountId, notification, content)
    },
    onActivated(activation) {
      void answers.activate(activation)
    },
    onOpen: ports.showWindow,
    onFailed(notice) {
      ports.notifyPage({ type: 'notify', notice })
    },
  })
}
