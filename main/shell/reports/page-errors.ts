import type { Input } from '#contract/calls.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { LogLevel } from '#engine/ports.ts'
import { redactForReport, type KnownWords } from './redaction.ts'

export type PageError = Input<'app.pageError'>

const minuteMs = 60_000
const mostLines = 20

export interface PageErrorPorts {
  readonly log: (level: LogLevel, message: string) => void
  readonly note: (what: string) => void
  readonly known: () => KnownWords
  readonly now: () => number
}

/**
 * Logs errors of the page. A message may quote content, so it is redacted at once. The rate is limited, so that a
 * failing page does not fill the log.
 */
export class PageErrors {
  readonly #ports: PageErrorPorts
  #since = 0
  #count = 0

  constructor(ports: PageErrorPorts) {
    this.#ports = ports
  }

  add(error: PageError): void {
    const now = this.#ports.now()
    if (now - this.#since >= minuteMs || now < this.#since) this.#begin(now)
    this.#count += 1
    if (this.#count > clientLimits.pageErrors.most) return
    const text = pageErrorText(error, this.#ports.known())
    this.#ports.note(text.split('\n')[0] ?? '')
    this.#ports.log('error', `page: ${text}`)
  }

  #begin(now: number): void {
    const unwritten = this.#count - clientLimits.pageErrors.most
    if (unwritten > 0) this.#ports.log('error', `page: ${unwritten} more errors within that minute`)
    this.#since = now
    this.#count = 0
  }
}

/** The form for the log: one line, then the indented stack, so that no line looks like an entry of the log. */
export function pageErrorText({ kind, message, stack }: PageError, known: KnownWords): string {
  const said = redactForReport(message, known).replaceAll(/\s+/g, ' ')
  const frames = redactForReport(stack, known)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, mostLines)
  return [`${kind}: ${said}`, ...frames.map((frame) => `    ${frame}`)].join('\n')
}
