import type { UpdateWords } from '../page-words.ts'

export const updateStates = {
  hindrances: {
    no_address: 'This copy of Skein was built without an address for new versions, and does not look for any.',
    not_signed: 'This copy of Skein is not signed by its makers: it can tell of new versions, not install them.',
    not_installed: 'This copy of Skein was not installed: it can tell of new versions, not install them.',
    not_moved: 'Move Skein to the Applications folder, and start it from there: then it can install new versions.',
    not_writable: 'Skein may not replace its own file where that lies: it can tell of new versions, not install them.',
    system_package:
      'Skein came as a package of the system. It tells of new versions here; they are installed the same way.',
  },
  notChecked: 'No newer version is known.',
  newest: (moment) => `This is the newest version. Looked: ${moment}.`,
  checking: 'Looking for a newer version…',
  told: (version) => `Skein ${version} is there.`,
  fetching: ({ version, percent }) => `Fetching Skein ${version}: ${percent} %. Go on as usual.`,
  ready: (version) => `Skein ${version} is ready. It is there when Skein is started next.`,
  kept: (version) => `Skein ${version} is downloaded. It’s only installed if you restart Skein here.`,
  staging: (version) => `Installing Skein ${version}. Skein restarts in a moment.`,
  acts: { idle: 'Look now', failed: 'Try again', fetch: 'Fetch it', open: 'Open its page', ready: 'Restart now' },
} satisfies UpdateWords
