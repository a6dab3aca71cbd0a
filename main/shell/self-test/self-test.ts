import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, isAbsolute, resolve } from 'node:path'
import type { LogLevel } from '#engine/ports.ts'
import { runSteps, type StepOutcome } from './steps.ts'
import { trials, type TrialPorts } from './trials.ts'

/** The self-test that `--self-test` on the command line requests. */
export interface SelfTestRequest {
  /**
   * The file for the line of JSON, since programs with windows have no standard output on Windows; null if no file is
   * named.
   */
  readonly output: string | null
}

const flag = '--self-test'
const outputFlag = '--self-test-output='

/** The requested self-test; null if none is requested. `args` also contains Chromium's switches, which are ignored. */
export function selfTestRequest(args: readonly string[], workingFolder: string): SelfTestRequest | null {
  if (!args.includes(flag)) return null
  const named = args.find((argument) => argument.startsWith(outputFlag))?.slice(outputFlag.length) ?? ''
  if (named === '') return { output: null }
  return { output: isAbsolute(named) ? named : resolve(workingFolder, named) }
}

/** The line that the self-test prints, as JSON. */
export interface SelfTestReport {
  readonly ok: boolean
  readonly version: string
  readonly platform: string
  readonly arch: string
  readonly runtime: Readonly<Record<'electron' | 'chrome' | 'node', string | null>>
  readonly steps: readonly StepOutcome[]
  /** The last lines of the log, if something failed. */
  readonly log: readonly string[]
}

const stepDeadlineMs = 30_000
const keptLogLines = 40

/** `--self-test`: tests the parts that a package may lack, in a folder of its own, and reports in one line of JSON. */
export class SelfTest {
  /** The program's data folder for this run. */
  readonly folder = mkdtempSync(join(tmpdir(), 'skein-self-test-'))
  readonly #request: SelfTestRequest
  readonly #version: string
  readonly #log: string[] = []

  constructor(request: SelfTestRequest, version: string) {
    this.#request = request
    this.#version = version
  }

  /** Keeps the last lines of the log for the report. */
  note(level: LogLevel, message: string): void {
    this.#log.push(`${level} ${message}`)
    if (this.#log.length > keptLogLines) this.#log.shift()
  }

  /** @returns the exit status */
  async run(ports: Omit<TrialPorts, 'folder'>): Promise<number> {
    const tried = trials({ ...ports, folder: this.folder })
    const outcomes = await runSteps(tried.steps, stepDeadlineMs)
    await tried.end()
    return this.report(outcomes)
  }

  /**
   * Reports that the program failed before the first step.
   * @returns the exit status
   */
  fail(error: unknown): Promise<number> {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return this.report([{ name: 'start', ok: false, ms: 0, detail }])
  }

  /** Prints the line; resolves when it is written. */
  async report(steps: readonly StepOutcome[]): Promise<number> {
    const ok = steps.every((step) => step.ok)
    const versions: Readonly<Record<string, string | undefined>> = process.versions
    const report: SelfTestReport = {
      ok,
      version: this.#version,
      platform: process.platform,
      arch: process.arch,
      runtime: { electron: versions.electron ?? null, chrome: versions.chrome ?? null, node: versions.node ?? null },
      steps,
      log: ok ? [] : this.#log,
    }
    const line = `${JSON.stringify(report)}\n`
    await new Promise<void>((resolve) => {
      process.stdout.write(line, () => {
        resolve()
      })
    })
    const { output } = this.#request
    if (output === null) return ok ? 0 : 1
    try {
      writeFileSync(output, line)
    } catch (error) {
      process.stderr.write(`skein: the outcome of the self-test could not be written to ${output}: ${String(error)}\n`)
      return 1
    }
    return ok ? 0 : 1
  }

  /** Removes the folder. Files that Windows still holds open are left to the system's cleanup of temporary files. */
  clean(): void {
    try {
      rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    } catch (error) {
      process.stderr.write(`skein: ${this.folder} could not be removed: ${String(error)}\n`)
    }
  }
}
