import type { ElectronFact } from './fact.ts'

const installer = 'tests/unit/main/shell/updates/electron-installer.test.ts'
const staged = `${installer}: macOS: has it when Squirrel has taken it, and says so where Squirrel does not`
const byTypes = 'electron.d.ts of electron 45.4.1'

/** The APIs of the updates; electron-updater uses further ones. */
export const updatesFacts: readonly ElectronFact[] = [
  {
    api: 'app.releaseSingleInstanceLock',
    tests: [`${installer}: Linux: installs at once, and lets go of the lock before the new version looks for it`],
    behaviour: 'Other instances may take the lock from then on, though this one still runs.',
    source: `${byTypes}, App; docs/api/app.md`,
    onlyARun: 'That the new version starts while the old one ends.',
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
    tests: [staged],
    behaviour:
      'macOS: Squirrel could not take the update, for a signature that is not that of the running program among others.',
    source: `${byTypes}, AutoUpdater; docs/api/auto-updater.md`,
    onlyARun: 'What Squirrel says of a package of somebody else.',
  },
]
