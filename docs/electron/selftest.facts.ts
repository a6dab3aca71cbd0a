import type { ElectronFact } from './fact.ts'

/** The APIs that only `--self-test` uses. */
export const selftestFacts: readonly ElectronFact[] = [
  {
    api: 'net.fetch',
    tests: ['tests/e2e/self-test.spec.ts: the self-test tests every part, prints one line, and leaves nothing behind'],
    behaviour:
      'As `fetch`, from the main process, and of schemes that `protocol.handle` serves too; the headers, `range` among them, reach the handler.',
    source: 'electron.d.ts of electron 45.4.1, Net; docs/api/net.md, “net.fetch”; lib/browser/api/net-fetch.ts',
    onlyARun: 'That a range of `media:` arrives as it was asked for.',
  },
]
