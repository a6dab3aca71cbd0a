/** Characters of HTML, and tags in it, up to which a body is drawn with all the others. */
const lightLength = 12_000
const lightTags = 800

/** Whether a body of HTML takes so long to clean and to lay out that it does so by itself. */
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

/** How high a body will about be, in CSS pixels: what waits must not look as if all of it could be read at a glance. */
export function guessedHeight(html: string): number {
  const blocks = html.match(/<(?:p|tr|li|br|h[1-6]|img)\b|\n/g)?.length ?? 0
  const text = html.replaceAll(/<[^<>]*>/g, '').length
  return lineHeight * Math.max(1, blocks, Math.ceil(text / charactersInLine))
}

type Step = () => void

/** Heavy bodies are drawn one step after the other, with a frame for everything else between two steps (P8). */
export class DrawingTurns {
  readonly #waiting: Step[][] = []
  readonly #nextFrame: (task: () => void) => void
  #isAwaited = false

  /** @param nextFrame - calls its task once, after a frame was drawn, in a task of its own */
  constructor(nextFrame: (task: () => void) => void) {
    this.#nextFrame = nextFrame
  }

  /** Takes these steps once it is their turn. @returns what takes them back as far as they are not done */
  ask(steps: readonly Step[]): () => void {
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
    // Before the step, which may throw.
    this.#await()
    step()
  }
}

/** Calls a task once, after the next frame was drawn; a hidden window has no frames. */
export function afterFrame(task: () => void): void {
  if (document.hidden) setTimeout(task)
  else requestAnimationFrame(() => setTimeout(task))
}

export const drawingTurns = new DrawingTurns(afterFrame)
