import type { AppState, NotificationTest } from '#contract/app.ts'
import type { Result } from '#contract/base/failures.ts'
import type { Accounts } from '#accounts/accounts.ts'
import type { StateFile } from '#accounts/state-file.ts'
import type { OwnAuthorities } from '#network/authorities/own-authorities.ts'
import type { ProxyLogins } from '#network/proxy/proxy-login.ts'
import type { Spelling } from '../menus/spelling.ts'
import type { UserActivity } from '../system/user-activity.ts'
import type { CrashDesk } from '../reports/crash-desk.ts'
import { openLink } from '../security/links/links.ts'
import type { Updates } from '../updates/updates.ts'
import { done, type MainHandlers } from './handlers.ts'

export interface AppCallParts {
  readonly accounts: Pick<Accounts, 'changeSettings' | 'resetViews' | 'settingsRevision'>
  readonly state: Pick<StateFile, 'retry' | 'dismissProblem'>
  readonly proxies: Pick<ProxyLogins, 'answer'>
  readonly appState: () => AppState
  readonly authorities: Pick<OwnAuthorities, 'add' | 'remove'>
  readonly spelling: Pick<Spelling, 'change' | 'state'>
  readonly onThemeChanged: () => void
  readonly onKeysChanged: () => void
  readonly onProxyChanged: () => void
  readonly onLanguageChanged: () => void
  /** The page reports whether it has the focus. */
  readonly onFocus: (isFocused: boolean) => void
  readonly activity: Pick<UserActivity, 'noteInput' | 'noteFocus'>
  readonly testNotification: () => Promise<NotificationTest>
  readonly licences: () => Promise<Result<{ readonly text: string }>>
  readonly updates: Pick<Updates, 'check' | 'fetch' | 'restart' | 'choiceChanged'>
  readonly crash: Pick<CrashDesk, 'pageError' | 'report' | 'saveReport' | 'showLog' | 'reload'>
}

/** Answers the calls about the application as a whole. */
export function appHandlers(parts: AppCallParts): Pick<MainHandlers, Extract<keyof MainHandlers, `app.${string}`>> {
  const { accounts, state, proxies, updates, crash } = parts
  return {
    'app.state': (_input, from) => {
      // A page makes this call after loading: the views of the previous page in its window are closed.
      accounts.resetViews(from.id)
      return { ok: true, value: parts.appState() }
    },
    'app.settings': (change) => {
      const settings = accounts.changeSettings(change)
      parts.onThemeChanged()
      if (change.language !== undefined) parts.onLanguageChanged()
      if (change.updates !== undefined) updates.choiceChanged()
      if (change.keys !== undefined) parts.onKeysChanged()
      if (change.proxy !== undefined) parts.onProxyChanged()
      return { ok: true, value: { settings, revision: accounts.settingsRevision } }
    },
    'app.testNotification': async () => ({ ok: true, value: await parts.testNotification() }),
    'app.licences': () => parts.licences(),
    'app.update': ({ action }) => {
      // The progress is part of the state that main pushes.
      void updates[action]()
      return done
    },
    'app.openLink': ({ url, shown }, { window }) => openLink(url, { window, shown: shown ?? null }),
    'app.settingsProblem': ({ answer }) => {
      if (answer === 'retry') state.retry()
      else state.dismissProblem()
      return done
    },
    'app.addAuthorities': ({ file }) => parts.authorities.add(Buffer.from(file, 'base64')),
    'app.removeAuthority': ({ fingerprint }) => parts.authorities.remove(fingerprint),
    'app.spelling': async (choice) => {
      await parts.spelling.change(choice)
      return { ok: true, value: parts.spelling.state }
    },
    'app.focus': ({ isFocused }) => {
      if (isFocused) parts.activity.noteFocus()
      parts.onFocus(isFocused)
      return done
    },
    'app.input': () => {
      parts.activity.noteInput()
      return done
    },
    'app.pageError': (error) => {
      crash.pageError(error)
      return done
    },
    'app.report': () => ({ ok: true, value: crash.report() }),
    'app.saveReport': ({ id }) => crash.saveReport(id),
    'app.showLog': () => {
      crash.showLog()
      return done
    },
    'app.reload': () => {
      crash.reload()
      return done
    },
    'app.answerProxy': ({ id, credentials }) => {
      proxies.answer(id, credentials)
      return done
    },
  }
}
