/** A step of the self-test. */
export interface Step {
  readonly name: string
  /** Names of steps that must pass first. */
  readonly needs?: readonly string[]
  /**
   * @returns the observation in a few words
   * @throws Error with a sentence if the step fails
   */
  readonly run: () => Promise<string>
}

export interface StepOutcome {
  readonly name: string
  readonly ok: boolean
  readonly ms: number
  readonly detail: string
}

/** A part of the packaged program does not work; the message names it. */
export class SelfTestError extends Error {
  readonly code = 'SELF_TEST'
}

/**
 * Runs the steps in order, each with a deadline. A step whose requirements failed is skipped and counts as failed: an
 * incomplete self-test is no success.
 */
export async function runSteps(steps: readonly Step[], deadlineMs: number): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = []
  for (const step of steps) {
    const missing = step.needs?.find((name) => !outcomes.some((outcome) => outcome.name === name && outcome.ok))
    if (missing !== undefined) {
      outcomes.push({ name: step.name, ok: false, ms: 0, detail: `not tried: it needs ${missing}` })
      continue
    }
    const start = performance.now()
    const { ok, detail } = await outcomeOf(step, deadlineMs)
    outcomes.push({ name: step.name, ok, ms: Math.round(performance.now() - start), detail })
  }
  return outcomes
}

async function outcomeOf(step: Step, deadlineMs: number): Promise<{ ok: boolean; detail: string }> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new SelfTestError(`no answer in ${deadlineMs / 1000} s`))
    }, deadlineMs)
  })
  try {
    return { ok: true, detail: await Promise.race([step.run(), late]) }
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Repeats the query until it returns null.
 * @throws SelfTestError with the last observation after the timeout
 */
export async function until(what: string, look: () => string | null | Promise<string | null>): Promise<void> {
  const start = performance.now()
  for (;;) {
    const seen = await look()
    if (seen === null) return
    if (performance.now() - start > patienceMs) throw new SelfTestError(`${what}: ${seen} after ${patienceMs / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** Shorter than the deadline of a step, so that the failure contains the last observation. */
const patienceMs = 20_000
const pauseMs = 25
