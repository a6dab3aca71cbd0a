import type { OwnSound } from '#contract/base/choices.ts'
import type { Accounts } from '#accounts/accounts.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'
import { SystemQuiet } from '../system/system-quiet.ts'
import { NotificationAnswers, type AnswerPorts } from './answers.ts'
import { NotificationServer } from './notification-server.ts'
import { DesktopNotifications } from './notifications.ts'

export type OpenNotificationsOptions = Omit<AnswerPorts, 'hasAccount' | 'engineOf'> & {
  readonly accounts: Pick<Accounts, 'has' | 'call'>
  readonly platform: DesktopPlatform
  readonly isDoNotDisturb: () => boolean
  /** The sound that the page plays; null if the system plays its own, or there is no page. */
  readonly ownSound: () => { readonly sound: OwnSound; readonly volume: number } | null
}

/** The system's notifications, whose clicks and replies go to the accounts. */
export function openNotifications({
  accounts,
  platform,
  isDoNotDisturb,
  ownSound,
  ...ports
}: OpenNotificationsOptions): DesktopNotifications {
  const systemQuiet = new SystemQuiet(platform)
  const answers = new NotificationAnswers({
    ...ports,
    hasAccount: (accountId) => accounts.has(accountId),
    engineOf: (accountId) => (name, input) => accounts.call(accountId, name, input),
  })
  return new DesktopNotifications({
    platform,
    log: ports.log,
    isDoNotDisturb,
    hasOwnSound: () => ownSound() !== null,
    playSound() {
      const played = ownSound()
      if (played !== null) ports.notifyPage({ type: 'sound', ...played })
    },
    isSystemQuiet: () => systemQuiet.isOn(),
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
    onNotShown(accountId, messageIds, cause) {
      void accounts.call(accountId, 'notifications.notShown', { messageIds, cause })
    },
    onFailed(notice) {
      ports.notifyPage({ type: 'notify', notice })
    },
  })
}
