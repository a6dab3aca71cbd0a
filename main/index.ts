import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { app, nativeTheme, session } from 'electron'
import type { AppState, Notice } from '#contract/app.ts'
import type { Update } from '#contract/bridge.ts'
import { Accounts } from '#accounts/accounts.ts'
import { StateFile } from '#accounts/state-file.ts'
import { Keychain } from './keychain.ts'
import { ClientCertificates } from '#network/client-certificates.ts'
import { CredentialService } from '#network/credentials.ts'
import { ProxyLogins } from '#network/proxy-login.ts'
import { closeDataFolder } from '#shell/private-folder.ts'
import { followUserActivity } from '#shell/activity/system-activity.ts'
import { Badge } from '#shell/badge.ts'
import { answerCertificateRequests, chooseCertificate } from '#shell/certificate-dialog.ts'
import { openContextMenus } from '#shell/context-menu.ts'
import { CrashDesk } from '#shell/crash-desk.ts'
import { takeDataFolder } from '#shell/data-folder.ts'
import { developmentSwitches } from '#shell/development/switches.ts'
import { signInToDemo } from '#shell/demo-account.ts'
import { desktopPlatform } from '#shell/desktop-platform.ts'
import { guardEverything } from '#shell/guards.ts'
import { handleCalls } from '#shell/ipc.ts'
import { readLicences } from '#shell/licences.ts'
import { openLog } from '#shell/log.ts'
import { setApplicationMenu } from '#shell/menu.ts'
import { handleMedia } from '#shell/media.ts'
import { openNotifications } from '#shell/open-notifications.ts'
import { PageMail } from '#shell/page-mail.ts'
import { PageWindows } from '#shell/page-windows.ts'
import { handleApp, registerSchemes } from '#shell/protocols.ts'
import { sandboxOffSwitch } from '#shell/sandbox-off.ts'
import { SelfTest } from '#shell/self-test/self-test.ts'
import { selfTestRequest } from '#shell/self-test/request.ts'
import { failToStart } from '#shell/start-failure.ts'
import { Spelling } from '#shell/spelling.ts'
import { throttle } from '#shell/throttle.ts'
import { SkeinTray } from '#shell/tray.ts'
import { openUpdates } from '#shell/updates/open-updates.ts'
import { WindowLife } from '#shell/window-life.ts'
import { bringToFront, createWindow, loadPage } from '#shell/window.ts'
import { followZoom } from '#shell/zoom.ts'
import { takeWindowsIdentity } from '#shell/windows-identity.ts'

const outFolder = fileURLToPath(new URL('..', import.meta.url))
const programFolder = fileURLToPath(new URL('../..', import.meta.url))
const engineFiles = {
  engine: new URL('../engine/thread.cjs', import.meta.url),
  ingest: new URL('../ingest/thread.cjs', import.meta.url),
  reader: new URL('../reader/thread.cjs', import.meta.url),
}
/** The least time between two updates of the application's state, milliseconds. */
const stateDelayMs = 30

const selfTestAsked = selfTestRequest(process.argv, process.cwd())
const selfTest = selfTestAsked === null ? null : new SelfTest(selfTestAsked, app.getVersion())

async function main(): Promise<void> {
  const chosenFolder = selfTest?.folder ?? process.env.SKEIN_DATA ?? ''
  const data = chosenFolder === '' ? takeDataFolder(app.getPath('appData')) : { folder: chosenFolder, complaint: null }
  mkdirSync(data.folder, { recursive: true, mode: 0o700 })
  // The mode is restricted before Chromium writes its profile, whose files have modes of their own.
  const openFolder = closeDataFolder(data.folder)
  app.setPath('userData', data.folder)
  const platform = desktopPlatform(process.platform)
  takeWindowsIdentity(platform, app)
  app.enableSandbox()
  // Over QUIC Chromium resends requests that have left, even over new connections (`ERR_QUIC_PROTOCOL_ERROR`). Switches
  // take effect before `ready`; Chromium passes this one to the network process when that starts
  // (`CopyNetworkSwitches` in content/browser/service_host/utility_process_host.cc), for Electron's net as well.
  app.commandLine.appendSwitch('disable-quic')
  registerSchemes()
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }
  // The parent process that started Skein over an IPC channel has ended.
  process.once('disconnect', () => {
    app.quit()
  })
  await app.whenReady()

  const userData = app.getPath('userData')
  /** Whether quitting has begun: from then on an ended process is no fault. */
  let isEnding = false
  const logFolder = join(userData, 'logs')
  const toLog = openLog(logFolder)
  const log: typeof toLog = (level, message) => {
    selfTest?.note(level, message)
    toLog(level, message)
  }
  log('info', `Skein ${app.getVersion()} on ${process.platform} starts`)
  if (data.complaint !== null) log('warn', data.complaint)
  if (openFolder !== undefined) log('warn', openFolder)
  const crash = new CrashDesk({
    log,
    logFolder,
    accounts: () => accounts.summaries(),
    window: () => windows.first,
    isEnding: () => isEnding,
    failStart: (error) => void fail(error),
    notify,
    load(dead) {
      mail.pageIsGone()
      loadPage(dead)
    },
  })
  const { mediaBase, demoAccount, pageServer } = developmentSwitches(app.isPackaged, process.env)
  const userAgent = `Skein/${app.getVersion()} (${process.platform})`
  const state = new StateFile(join(userData, 'skein.json'), {
    log,
    onRead() {
      applyTheme()
      accounts.startAll()
    },
    onProblem: () => {
      pushState()
    },
  })

  const windows = new PageWindows((windowId) => {
    accounts.resetViews(windowId)
    if (windows.first === null) mail.pageIsGone()
  })
  const mail = new PageMail((text) => {
    windows.sendToFirst(text)
  })
  const notifyPage = (...updates: Update[]) => {
    mail.send(...updates)
  }
  function notify(notice: Notice): void {
    notifyPage({ type: 'notify', notice })
  }
  const pushState = throttle(() => {
    showNews()
    windows.sendToAll({ type: 'app', state: appState() })
  }, stateDelayMs)

  guardEverything(app, [session.defaultSession], log, notify)
  const keychain = new Keychain()
  const proxies = new ProxyLogins(keychain, pushState)
  const credentials = new CredentialService({
    session: session.fromPartition('sign-in', { cache: false }),
    userAgent,
    proxyLogin: proxies.login,
  })
  const accounts = new Accounts({
    dataFolder: userData,
    engineFiles,
    userAgent,
    state,
    keychain,
    credentials,
    proxyLogin: proxies.login,
    push(text, to) {
      windows.send(text, to)
    },
    pushToAll(update) {
      windows.sendToAll(update)
    },
    onChanged: pushState,
    onNotify(accountId, notification) {
      notifications.show(accountId, notification)
    },
    onWithdraw(accountId, messageIds) {
      notifications.withdraw(accountId, messageIds)
    },
    onSignedOut(accountId) {
      notifications.withdrawAll(accountId)
    },
    onEngineDied(accountId, cause) {
      crash.engineDied(accountId, cause)
    },
    log,
  })
  const isDoNotDisturb = () => activity.isDoNotDisturb
  const notifications = openNotifications({ accounts, platform, isDoNotDisturb, showWindow, notifyPage, wait, log })
  const iconFolder = join(outFolder, 'icons')
  const badge = new Badge(platform, iconFolder)
  const tray = new SkeinTray({
    platform,
    iconFolder,
    log,
    onOpen: showWindow,
    onDoNotDisturb(isOn) {
      accounts.changeSettings({ doNotDisturb: isOn })
    },
  })
  const showNews = () => {
    const news = { ...accounts.totals(), doNotDisturb: isDoNotDisturb() }
    badge.update(news)
    tray.update(news)
  }
  function appState(): AppState {
    return {
      accounts: accounts.summaries(),
      settingsProblem: state.problem,
      settings: accounts.settings,
      mediaBase,
      platform: process.platform,
      version: app.getVersion(),
      updates: updates.news,
      isUserPresent: activity.isPresent,
      proxyQuestion: proxies.question,
    }
  }

  const applyTheme = () => {
    nativeTheme.themeSource = accounts.settings.theme
  }
  applyTheme()
  handleApp({ folder: join(outFolder, 'renderer'), pageServer }, mediaBase)
  handleMedia((accountId) => accounts.media(accountId))
  const answerState = () => {
    mail.pageIsReady()
    return appState()
  }
  const certificates = new ClientCertificates({
    isOwnOrigin: (origin) => accounts.isOwnOrigin(origin) || credentials.isAsking(origin),
    choose: (origin, offered) => chooseCertificate(windows.first, origin, offered),
  })
  answerCertificateRequests(certificates, log)
  const life = new WindowLife({
    platform,
    closing: () => accounts.settings.closing,
    hasTrayIcon: () => tray.isThere,
    onLookedAt(isLookedAt) {
      accounts.setFocused(isLookedAt)
    },
    stageUpdate: () => updates.stageAtEnd(),
    onSystemEnds() {
      updates.holdBack()
    },
    beforeEnd() {
      isEnding = true
      updates.stop()
      state.close()
      return accounts.closeAll()
    },
    log,
  })
  const askers = [life, accounts, badge]
  const isQuietChosen = () => accounts.settings.doNotDisturb
  const activity = followUserActivity({ platform, askers, isQuietChosen, onChange: pushState, log })
  const updates = openUpdates({
    platform,
    programFolder,
    userAgent,
    proxyLogin: proxies.login,
    choice: () => accounts.settings.updates,
    endBy(last) {
      life.endBy(last)
    },
    onChanged: pushState,
    log,
  })
  handleCalls({
    accounts,
    updates,
    licences: () => readLicences(programFolder, log),
    state,
    credentials,
    proxies,
    onRetry() {
      proxies.askAgain()
      certificates.askAgain()
    },
    appState: answerState,
    activity,
    onFocus(isFocused) {
      life.pageSays(isFocused)
    },
    onThemeChanged: applyTheme,
    crash,
    windows,
    log,
  })
  const spelling = new Spelling({
    platform,
    session: session.defaultSession,
    choice: () => accounts.settings.spelling,
    choose(choice) {
      accounts.changeSettings({ spelling: choice })
    },
    window: () => windows.first,
    notify,
    log,
  })
  if (app.commandLine.hasSwitch(sandboxOffSwitch)) {
    log('warn', 'Skein runs without the sandbox of its pages')
    notify({ code: 'SANDBOX_OFF', values: { platform } })
  }
  setApplicationMenu((command) => {
    showWindow()
    notifyPage({ type: 'command', command })
  })
  const open = () => {
    const created = createWindow({
      preloadFile: join(outFolder, 'preload', 'index.cjs'),
      iconFile: platform === 'linux' ? join(iconFolder, '512.png') : null,
    })
    windows.add(created)
    life.watch(created)
    badge.watch(created)
    openContextMenus(created, { platform, spelling, log, notify })
    followZoom(created, platform)
    crash.watch(created)
  }
  function showWindow(): void {
    if (life.isQuitting) return
    const window = windows.first
    if (window === null) open()
    else bringToFront(window)
  }
  app.on('second-instance', showWindow)
  app.on('activate', showWindow)

  if (selfTest !== null) {
    const serverFile = new URL('../self-test/server.cjs', import.meta.url)
    const newKeychain = () => new Keychain()
    const status = await selfTest.run({ accounts, credentials, engineFiles, serverFile, newKeychain })
    await accounts.closeAll()
    selfTest.clean()
    app.exit(status)
    return
  }
  showNews()
  accounts.startAll()
  open()
  crash.started()
  updates.start()
  notifications.listen()
  if (demoAccount !== null) await signInToDemo(demoAccount, accounts, credentials, log)
}

/** Reports a failed start: in the line of output of the self-test, otherwise in a dialog. */
async function fail(error: unknown): Promise<void> {
  if (selfTest === null) {
    failToStart(error)
    return
  }
  const status = await selfTest.fail(error)
  selfTest.clean()
  app.exit(status)
}

main().catch(fail)
