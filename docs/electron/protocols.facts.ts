import type { ElectronFact } from './fact.ts'

const opensLinks =
  'tests/e2e/desktop.spec.ts: a link in a message opens in the system’s browser, and a link into the organization opens in Skein'
const breaksOff =
  'tests/unit/main/shell/files/save-file.test.ts: fails for its reader when it breaks off, instead of ending early'

const byTypes = 'electron.d.ts of electron 45.4.1'
const protocol = `${byTypes}, Protocol; docs/api/protocol.md`
const scheme = `${byTypes}, CustomScheme and Privileges; docs/api/structures/custom-scheme.md`

/** The schemes `app` and `media`. */
export const protocolsFacts: readonly ElectronFact[] = [
  {
    api: 'protocol.registerSchemesAsPrivileged',
    parts: ['scheme'],
    tests: [opensLinks],
    behaviour: 'Only before `ready`, and only once.',
    source: protocol,
    onlyARun: 'All of it: the host serves both over HTTP.',
  },
  {
    api: 'protocol.registerSchemesAsPrivileged{standard}',
    tests: [opensLinks],
    behaviour: 'Addresses have a host and resolve relative ones; storage works.',
    source: `${scheme}; docs/api/protocol.md`,
    onlyARun: 'That `app://skein` is an origin of its own.',
  },
  {
    api: 'protocol.registerSchemesAsPrivileged{secure}',
    tests: [opensLinks],
    behaviour: 'Pages of the scheme are secure contexts, and their contents are no mixed ones.',
    source: scheme,
    onlyARun: 'All of it.',
  },
  {
    api: 'protocol.registerSchemesAsPrivileged{supportFetchAPI}',
    tests: [opensLinks],
    behaviour: 'fetch() and workers of the page may load from the scheme.',
    source: scheme,
    onlyARun: 'That the worker for formulas loads.',
  },
  {
    api: 'protocol.registerSchemesAsPrivileged{codeCache}',
    tests: [opensLinks],
    behaviour: 'What V8 compiled of scripts of the scheme is kept for the next load; only where `standard` is set too.',
    source: `${scheme}; ${byTypes}, Session.setCodeCachePath`,
    onlyARun: 'That a second start compiles less.',
  },
  {
    api: 'protocol.registerSchemesAsPrivileged{stream}',
    tests: [opensLinks],
    behaviour: 'Video and audio elements take answers as streams, in ranges.',
    source: `${scheme}; docs/api/protocol.md`,
    onlyARun: 'That videos and sounds can be sought.',
  },
  {
    api: 'protocol.handle',
    tests: [opensLinks, breaksOff],
    behaviour:
      'Serves a scheme in the default session from Request to Response; a body that fails is a failure of the request.',
    source: protocol,
    onlyARun: 'The requests of Chromium, with their ranges, and back-pressure of bodies.',
  },
]
