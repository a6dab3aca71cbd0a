import { catalogue } from '#i18n/catalogue.ts'
import type { Failing } from './failures.ts'
import { redactForReport, type KnownWords } from './redaction.ts'

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
const { report } = catalogue

/** The text of a report, as it is shown and saved; Skein does not send it. */
export function reportText(facts: ReportFacts): string {
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
  return lines.length === 0 ? [`  ${report.none}`] : lines
}

/** `2026-11-24 08:31:07 UTC` */
function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** The suggested file name of a report. */
export function reportFileName(now: number): string {
  return report.fileName(new Date(now).toISOString().slice(0, 10))
}
