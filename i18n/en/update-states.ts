import type { UpdateStep, UpdateWay } from '#contract/app.ts'

export const updateStates = {
  /** Reasons for which this installation cannot update itself. */
  hindrances: {
    no_address: 'This copy of Skein was built without an update address, so it doesn’t check for updates.',
    not_signed: 'This copy of Skein isn’t signed by its makers. It can check for updates, but not install them.',
    not_installed: 'This copy of Skein wasn’t installed. It can check for updates, but not install them.',
    not_moved: 'To install updates, move Skein to the Applications folder and start it from there.',
    not_writable:
      'Skein can’t replace its own file in its current location. It can check for updates, but not install them.',
    system_package:
      'Skein was installed as a system package. It tells you about updates here; install them the same way.',
  } satisfies Record<Exclude<UpdateWay, { kind: 'install' }>['hindrance'], string>,
  notChecked: 'No updates found yet.',
  /** `moment` is a day with a time. */
  newest: (moment: string) => `Skein is up to date. Last checked: ${moment}.`,
  checking: 'Checking for updates…',
  available: (version: string) => `Skein ${version} is available.`,
  /** `percent` is 0 to 100. */
  fetching: ({ version, percent }: { version: string; percent: number }) =>
    `Downloading Skein ${version}: ${percent}%. You can keep working.`,
  ready: (version: string) => `Skein ${version} is ready. It will be installed the next time Skein starts.`,
  kept: (version: string) => `Skein ${version} is downloaded. It’s only installed if you restart Skein here.`,
  staging: (version: string) => `Installing Skein ${version}. Skein restarts in a moment.`,
  /** Labels of buttons, by the step in which they are shown. */
  acts: {
    idle: 'Check for updates',
    failed: 'Try again',
    fetch: 'Download',
    open: 'Open release page',
    ready: 'Restart now',
  } satisfies Record<
    Exclude<UpdateStep['kind'], 'checking' | 'fetching' | 'notified' | 'kept' | 'staging'> | 'fetch' | 'open',
    string
  >,
}
