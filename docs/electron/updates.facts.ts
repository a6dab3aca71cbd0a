import type { ElectronFact } from './fact.ts'

const installer = 'tests/unit/main/shell/updates/electron-installer.test.ts'
const staged = `${installer}: stages the download once, and restarts as the new version`
const refused = `${installer}: reports that Squirrel %s, and stages the download again later`
const byTypes = 'electron.d.ts of electron 45.4.1'

/** The APIs of the updates; electron-updater uses further ones. */
export const updatesFacts: readonly ElectronFact[] = [
  {
    api: 'app.releaseSingleInstanceLock',
    tests: [`${installer}: installs at once on Linux, and releases the lock before the new version starts`],
    behaviour: 'Other instances may take the lock from then on, though this one still runs.',
    source: `${byTypes}, App; docs/api/app.md`,
    onlyARun: 'That the new version starts while the old one ends.',
  },
  {
    api: 'autoUpdater.checkForUpdates',
    tests: [staged, `${installer}: stages the download only at the end, wanted then or not: %s`],
    behaviour:
      'macOS: Squirrel asks the address that electron-updater has set, copies the download, and installs it when the program ends. Nothing takes that back, so it is the last step before the end; electron-updater calls this itself only with `autoInstallOnAppQuit`.',
    source: `${byTypes}, AutoUpdater; shell/browser/auto_updater_mac.mm (CheckForUpdates); electron-updater 6.8.10, out/MacUpdater.js (updateDownloaded); electron/electron#10441, electron-userland/electron-builder#7764`,
    onlyARun: 'How long Squirrel takes over a package of the usual size.',
  },
  {
    api: 'autoUpdater:update-not-available',
    tests: [refused],
    behaviour: 'macOS: the address has named no download.',
    source: `${byTypes}, AutoUpdater; shell/browser/auto_updater_mac.mm (CheckForUpdates)`,
    onlyARun: null,
  },
  {
    api: 'autoUpdater:update-downloaded',
    tests: [staged],
    behaviour:
      'macOS: Squirrel has taken the update and has looked at its signature; it is in place when the program starts next.',
    source: `${byTypes}, AutoUpdater; docs/api/auto-updater.md; electron-updater 6.8.10, out/MacUpdater.js`,
    onlyARun: 'An update on a Mac, which needs two signed packages.',
  },
  {
    api: 'autoUpdater:error',
    tests: [refused],
    behaviour:
      'macOS: Squirrel could not take the update, for a signature that is not that of the running program among others.',
    source: `${byTypes}, AutoUpdater; docs/api/auto-updater.md`,
    onlyARun: 'What Squirrel says of a package of somebody else.',
  },
]
