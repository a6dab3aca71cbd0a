import { afterFrame } from '../../ui/after-frame.ts'

/** The limits up to which a body is drawn together with the others, in characters of HTML and in tags. */
const lightLength = 12_000
const lightTags = 800

/** Whether a body is slow to sanitize and lay out, so that it is drawn in a step of its own. */
export function isHeavy(html: string): boolean {
  if (html.length > lightLength) return true
  let tags = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) {
    tags += 1
    if (tags > lightTags) return true
  }
  return false
}

const lineHeight = 21
const charactersInLine = 110

/** Estimates the height of a body in CSS pixels, so that an undrawn body does not look short. */
export function guessedHeight(html: string): number {
  const blocks = html.match(/<(?:p|tr|li|br|h[1-6]|img)\b|\n/g)?.length ?? 0
  const text = html.replaceAll(/<[^<>]*>/g, '').length
  return lineHeight * Math.max(1, blocks, Math.ceil(text / charactersInLine))
}

type Step = () => void

/** Draws heavy bodies step by step, with a frame for other work between two steps. */
export class DrawingQueue {
  readonly #waiting: Step[][] = []
  readonly #nextFrame: (task: () => void) => void
  #isAwaited = false

  /** @param nextFrame - calls its task once after the next frame, in a separate task */
  constructor(nextFrame: (task: () => void) => void) {
    this.#nextFrame = nextFrame
  }

  /** Queues steps. @returns the function that cancels the remaining ones */
  add(steps: readonly Step[]): () => void {
    const own = [...steps]
    this.#waiting.push(own)
    this.#await()
    return () => {
      own.length = 0
    }
  }

  #await(): void {
    if (this.#isAwaited) return
    this.#isAwaited = true
    this.#nextFrame(() => {
      this.#isAwaited = false
      this.#takeStep()
    })
  }

  #takeStep(): void {
    while (this.#waiting[0]?.length === 0) this.#waiting.shift()
    const step = this.#waiting[0]?.shift()
    if (step === undefined) return
    // The next step is scheduled first, since this one may throw.
    this.#await()
    step()
  }
}

/** The queue of steps that all lists of messages share. */
export const drawingQueue = new DrawingQueue(afterFrame)
