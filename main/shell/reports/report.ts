import { catalogue } from '#i18n/catalogue.ts'
import { redactForReport, type KnownWords } from './redaction.ts'

/** A failure of this run, for the report; it is not stored. */
interface Failing {
  /** UNIX milliseconds. */
  readonly at: number
  /** The failed part: `window`, `engine [1a2b3c4d]`, `GPU`, `main` or `page`. */
  readonly part: string
  /** The description in one line; the report redacts it. */
  readonly what: string
}

/** The number of the newest failures that are kept; all failures are counted. */
const mostKept = 50
const mostCharacters = 300

export class Failures {
  #kept: readonly Failing[] = []
  readonly #counts = new Map<string, number>()

  note(part: string, what: string, at: number = Date.now()): void {
    const line = what.replaceAll(/\s+/g, ' ').slice(0, mostCharacters)
    this.#kept = [...this.#kept.slice(1 - mostKept), { at, part, what: line }]
    this.#counts.set(part, (this.#counts.get(part) ?? 0) + 1)
  }

  /** The newest failures, oldest first. */
  get kept(): readonly Failing[] {
    return this.#kept
  }

  /** The number of failures of each part since the start. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }
}

/** The data of a report. */
export interface ReportFacts {
  /** UNIX milliseconds. */
  readonly now: number
  readonly startedAt: number
  readonly version: string
  /** `linux 6.1.0 (x64)` */
  readonly system: string
  /** Versions of Electron, Chromium and Node; unknown ones are omitted. */
  readonly runtimes: readonly (readonly [name: string, version: string])[]
  readonly accounts: readonly { readonly tag: string; readonly state: string }[]
  readonly counts: ReadonlyMap<string, number>
  readonly failures: readonly Failing[]
  /** The last lines of the log. */
  readonly logLines: readonly string[]
  readonly known: KnownWords
}

/** The maximum number of log lines in a report. */
export const reportLines = 400
const lineCharacters = 600

/** The text of a report, as it is shown and saved; Skein does not send it. */
export function reportText(facts: ReportFacts): string {
  const { report } = catalogue
  const redacted = (text: string) => redactForReport(text, facts.known)
  const counts = [...facts.counts].map(([part, count]) => `  ${redacted(part)}: ${count}`)
  const failures = facts.failures.map(({ at, part, what }) => `  ${moment(at)} ${redacted(`${part}: ${what}`)}`)
  const lines = facts.logLines
    .slice(-reportLines)
    .map((line) => redacted(line.length > lineCharacters ? `${line.slice(0, lineCharacters)} …` : line))
  return [
    report.title,
    '',
    report.holds,
    report.notSent,
    '',
    labelled(report.made, moment(facts.now)),
    labelled(report.started, moment(facts.startedAt)),
    labelled(report.version, facts.version),
    labelled(report.system, facts.system),
    ...facts.runtimes.map(([name, version]) => labelled(name, version)),
    '',
    report.accounts,
    ...orNone(facts.accounts.map(({ tag, state }) => `  [${tag}] ${state}`)),
    '',
    report.failures,
    ...orNone(counts),
    ...(failures.length === 0 ? [] : ['', report.lastFailures, ...failures]),
    '',
    report.lastLines(lines.length),
    ...orNone(lines.map((line) => `  ${line}`)),
    '',
  ].join('\n')
}

function labelled(label: string, value: string): string {
  return `${label}:`.padEnd(10) + value
}

function orNone(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [`  ${catalogue.report.none}`] : lines
}

/** `2026-11-24 08:31:07 UTC` */
function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** The suggested file name of a report. */
export function reportFileName(now: number): string {
  return catalogue.report.fileName(new Date(now).toISOString().slice(0, 10))
}
