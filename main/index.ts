import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { app, nativeTheme, session } from 'electron'
import type { AppState, Notice } from '#contract/app.ts'
import type { Update } from '#contract/bridge.ts'
import { Accounts } from '#accounts/accounts.ts'
import { StateFile } from '#accounts/state-file.ts'
import { Keychain } from './keychain.ts'
import { OwnAuthorities } from '#network/authorities/own-authorities.ts'
import { ClientCertificates } from '#network/client-certificates.ts'
import { CredentialService } from '#network/credentials.ts'
import { ProxyLogins } from '#network/proxy/proxy-login.ts'
import { ProxySetting } from '#network/proxy/proxy-setting.ts'
import { followUserActivity } from '#shell/system/system-activity.ts'
import { Badge } from '#shell/notifications/badge.ts'
import { confirmAuthorities } from '#shell/security/authority-dialog.ts'
import { answerCertificateRequests, chooseCertificate } from '#shell/security/certificate-dialog.ts'
import { openContextMenus } from '#shell/menus/context-menu.ts'
import { CrashDesk } from '#shell/reports/crash-desk.ts'
import { openDataFolder } from '#shell/start/data-folder.ts'
import { developmentSwitches } from '#shell/start/switches.ts'
import { signInToDemo } from '#shell/start/demo-account.ts'
import { desktopPlatform } from '#shell/system/desktop-platform.ts'
import { guardEverything } from '#shell/security/guards.ts'
import { handleCalls } from '#shell/calls/ipc.ts'
import { readLicences } from '#shell/calls/licences.ts'
import { openLog } from '#shell/reports/log.ts'
import { ProgramLanguage } from '#shell/start/program-language.ts'
import { setApplicationMenu } from '#shell/menus/menu.ts'
import { Exports } from '#shell/files/exports.ts'
import { handleMedia } from '#shell/protocols/media.ts'
import { QuietTimes } from '#shell/notifications/quiet-times.ts'
import { openNotifications } from '#shell/notifications/open-notifications.ts'
import { PageMail, throttle } from '#shell/window/page-mail.ts'
import { PageWindows } from '#shell/window/page-windows.ts'
import { handleApp, registerSchemes } from '#shell/protocols/app-protocol.ts'
import { reportSandboxOff } from '#shell/security/sandbox-off.ts'
import { Services } from '#shell/start/services.ts'
import { SelfTest, selfTestRequest } from '#shell/self-test/self-test.ts'
import { failToStart } from '#shell/reports/start-failure.ts'
import { Spelling } from '#shell/menus/spelling.ts'
import { SkeinTray } from '#shell/tray/tray.ts'
import { openUpdates } from '#shell/updates/open-updates.ts'
import { WindowLife } from '#shell/window/window-life.ts'
import { loadPage, MainWindow } from '#shell/window/window.ts'
import { followZoom } from '#shell/window/zoom.ts'
import { takeWindowsIdentity } from '#shell/start/windows-identity.ts'

const outFolder = fileURLToPath(new URL('..', import.meta.url))
const iconFolder = join(outFolder, 'icons')
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
  const data = openDataFolder(selfTest?.folder ?? process.env.SKEIN_DATA ?? '', () => app.getPath('appData'))
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
  const logFolder = join(userData, 'logs')
  const toLog = openLog(logFolder)
  const log: typeof toLog = (level, message) => {
    selfTest?.note(level, message)
    toLog(level, message)
  }
  log('info', `Skein ${app.getVersion()} on ${process.platform} starts`)
  for (const complaint of data.complaints) log('warn', complaint)
  const { mediaBase, demoAccount, pageServer } = developmentSwitches(app.isPackaged, process.env)
  const userAgent = `Skein/${app.getVersion()} (${process.platform})`

  // The crash desk comes first, since it also handles the errors of the composition.
  const crash = new CrashDesk({
    log,
    logFolder,
    accounts: () => accounts.summaries(),
    window: () => windows.first,
    isEnding: () => services.isEnding,
    failStart: (error) => void fail(error),
    notify,
    load(dead) {
      mail.pageIsGone()
      loadPage(dead)
    },
  })
  const state = new StateFile(join(userData, 'skein.json'), {
    log,
    onRead() {
      language.apply()
      applyTheme()
      showMenu()
      spelling.apply()
      void proxySetting.changed()
      accounts.start()
    },
    onProblem: () => {
      pushState()
    },
  })

  // The texts of everything below are in this language.
  const language = new ProgramLanguage({
    choice: () => state.state.settings.language,
    ofAccount: () => state.state.accounts[0]?.language ?? null,
    preferred: () => app.getPreferredSystemLanguages(),
    onChanged() {
      showMenu()
      showCounts()
    },
  })

  // Windows and their updates.
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
    showCounts()
    windows.sendToAll({ type: 'app', state: appState() })
  }, stateDelayMs)
  const showWindow = () => {
    mainWindow.show()
  }

  // Network and accounts. The guards come before the first session is created.
  guardEverything(app, [session.defaultSession], log, notify)
  const proxySetting = new ProxySetting({ choice: () => state.state.settings.proxy, log })
  proxySetting.start(app, [session.defaultSession])
  const authorities = new OwnAuthorities({
    path: join(userData, 'certificate-authorities.pem'),
    confirm: (offered) => confirmAuthorities(windows.first, offered),
    onChanged: pushState,
    log,
  })
  authorities.start(app, [session.defaultSession])
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
    sortLanguage: () => language.sortLanguage,
    userAgent,
    state,
    keychain,
    credentials,
    proxyLogin: proxies.login,
    windows,
    onChanged() {
      quiet.look()
      // The first account may be another one, or may have another language at its server.
      if (accounts.settings.language === 'account') followLanguage()
      pushState()
    },
    onNotify(accountId, notification) {
      notifications.show(accountId, notification)
    },
    onWithdraw(accountId, messageIds) {
      notifications.withdraw(accountId, messageIds)
    },
    async onSignedOut(accountId) {
      notifications.withdrawAll(accountId)
      await exporting.forget(accountId)
    },
    onEngineDied(accountId, cause) {
      crash.engineDied(accountId, cause)
    },
    log,
  })

  const exporting = new Exports({
    platform,
    thread: new URL('../export/thread.cjs', import.meta.url),
    noteFile: join(userData, 'export.json'),
    version: app.getVersion(),
    accounts,
    onChanged: pushState,
    log,
  })

  // Desktop.
  const quiet = new QuietTimes({
    choice: () => accounts.settings,
    now: () => Date.now(),
    schedule(delayMs, task) {
      const timer = setTimeout(task, delayMs).unref()
      return () => {
        clearTimeout(timer)
      }
    },
    onChange(current) {
      accounts.setQuiet(current)
      pushState()
    },
  })
  const isDoNotDisturb = () => activity.isDoNotDisturb
  const notifications = openNotifications({
    accounts,
    platform,
    isDoNotDisturb,
    ownSound() {
      const { sound, soundVolume: volume } = accounts.settings
      return sound === 'system' || windows.first === null ? null : { sound, volume }
    },
    showWindow,
    notifyPage,
    wait,
    log,
  })
  const badge = new Badge(platform, iconFolder)
  const tray = new SkeinTray({
    platform,
    iconFolder,
    log,
    onOpen: showWindow,
    onDoNotDisturb(wish) {
      accounts.changeSettings(quiet.choiceOf(wish))
    },
  })
  const applyTheme = () => {
    nativeTheme.themeSource = accounts.settings.theme
  }
  applyTheme()

  // Protocols of the page, and certificates.
  handleApp({ folder: join(outFolder, 'renderer'), pageServer }, mediaBase)
  handleMedia((accountId) => accounts.media(accountId))
  const certificates = new ClientCertificates({
    isOwnOrigin: (origin) => accounts.isOwnOrigin(origin) || credentials.isAsking(origin),
    choose: (origin, offered) => chooseCertificate(windows.first, origin, offered),
  })
  answerCertificateRequests(certificates, log)

  // Life of the window and of the program.
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
    beforeEnd: () => services.stop(),
    log,
  })
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
  const mainWindow = new MainWindow({
    files: {
      preloadFile: join(outFolder, 'preload', 'index.cjs'),
      iconFile: platform === 'linux' ? join(iconFolder, '512.png') : null,
    },
    openWindow: () => windows.first,
    onOpened(created) {
      services.watch(created)
    },
    isQuitting: () => life.isQuitting,
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
  reportSandboxOff(platform, log, notify)

  // The order of the start, of presence and of new windows. The services stop in the reverse order.
  const services = new Services([
    quiet,
    { start: showCounts },
    { watch: (created) => void windows.add(created) },
    life,
    accounts,
    exporting,
    // The settings file stops before the accounts: a late reading would start them again.
    state,
    badge,
    tray,
    {
      watch(created) {
        openContextMenus(created, { platform, spelling, log, notify })
        followZoom(created, platform)
      },
    },
    // The window opens after the accounts have started, whose engines open their databases while the page loads.
    mainWindow,
    // After the window has opened, an error no longer ends the program.
    crash,
    updates,
    notifications,
    {
      start() {
        if (demoAccount !== null) signInToDemo(demoAccount, accounts, credentials, log).catch(fail)
      },
    },
  ])
  // The first query may already find the user absent, so it comes after the services.
  const activity = followUserActivity({
    platform,
    isQuietChosen: () => quiet.current !== null,
    onPresence(isPresent) {
      services.setPresent(isPresent)
      pushState()
    },
    onResume() {
      services.resume()
    },
    log,
  })
  function showCounts(): void {
    const { current } = quiet
    services.showCounts({
      ...accounts.totals(),
      doNotDisturb: current !== null,
      quietUntil: current?.until ?? null,
    })
  }
  function followLanguage(): void {
    if (language.apply()) accounts.languageChanged()
  }
  function appState(): AppState {
    return {
      accounts: accounts.summaries(),
      settingsProblem: state.problem,
      settings: accounts.settings,
      settingsRevision: accounts.settingsRevision,
      mediaBase,
      language: language.spoken,
      sortLanguage: language.sorted,
      platform: process.platform,
      version: app.getVersion(),
      updates: updates.news,
      quiet: quiet.current,
      isUserPresent: activity.isPresent,
      proxyQuestion: proxies.question,
      exporting: exporting.status,
      authorities: authorities.list,
      encryption: accounts.encryption.status,
      spelling: spelling.state,
    }
  }
  handleCalls({
    accounts,
    exporting,
    updates,
    licences: () => readLicences(programFolder, log),
    state,
    credentials,
    proxies,
    authorities,
    spelling,
    onRetry() {
      proxies.askAgain()
      certificates.askAgain()
    },
    appState() {
      mail.pageIsReady()
      return appState()
    },
    activity,
    onFocus(isFocused) {
      life.pageSays(isFocused)
    },
    onThemeChanged: applyTheme,
    onKeysChanged: showMenu,
    onProxyChanged() {
      void proxySetting.changed()
    },
    onLanguageChanged: followLanguage,
    crash,
    windows,
    async testNotification() {
      const notification = await notifications.test()
      return { notification, hasBadge: notification !== 'quiet' && badge.test() }
    },
    log,
  })
  function showMenu(): void {
    setApplicationMenu(
      () => accounts.settings.keys,
      (command) => {
        showWindow()
        notifyPage({ type: 'command', command })
      },
    )
  }
  showMenu()
  app.on('second-instance', showWindow)
  app.on('activate', showWindow)

  if (selfTest === null) {
    services.start()
    return
  }
  const serverFile = new URL('../self-test/server.cjs', import.meta.url)
  const newKeychain = () => new Keychain()
  const status = await selfTest.run({ accounts, credentials, engineFiles, serverFile, newKeychain })
  await accounts.stop()
  selfTest.clean()
  app.exit(status)
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
