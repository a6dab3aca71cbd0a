import type { SeededRandom } from '#support/random.ts'
import { doInPage, readField, type Deed, type Field } from './page-hands.ts'
import type { ServerProcess } from './processes.ts'
import { expect, type SkeinApp } from './skein.ts'

const places = ['books', 'lunch on Friday', 'release 2.4'] as const
type Place = (typeof places)[number]

/** Characters of one key, of input methods, of two units, of other directions, and combining marks. */
const keys = Array.from('abc XYZ,.!?*_~$')
const inserted = ['ä', '日本', '🐙', '👩‍👩‍👧', 'שלום', 'مرحبا', '[x](y)', '**b**', '@**Iris Lindqvist** ', '<b>', '\u202e']
const pasted = ['one two', 'a\nb\n\nc', '🐙'.repeat(20), 'word '.repeat(400), '<script>x</script>', 'tab\tand space  ']
const movingKeys = [
  { key: 'ArrowLeft', isControl: false },
  { key: 'ArrowRight', isControl: false },
  { key: 'Home', isControl: false },
  { key: 'End', isControl: false },
  { key: 'Home', isControl: true },
  { key: 'End', isControl: true },
] as const

/** A fence, or a line that is indented like code. */
const mayBeCode = /~~~|(?:^|\n)(?: {4}| *\t)/

/** The number of steps between two reloads of the page, each of which takes as long as a hundred keys. */
export const reloadEvery = 400
/** The share of real keys, which pass through the whole browser. */
const shareOfRealKeys = 0.3
/** The maximum of actions in the page in one call. */
const mostInPage = 10

export const kindsOfSteps = [
  'completes',
  'deletes all',
  'hears of an event',
  'moves',
  'opens',
  'pastes',
  'reloads',
  'types',
  'undoes',
  'writes',
] as const
type Kind = (typeof kindsOfSteps)[number]

/** The expected text of a place, and all its earlier texts. */
interface Written {
  text: string
  readonly seen: Set<string>
}

/** A step in the page, and the check of the field after it. */
interface Step {
  readonly deed: Deed
  readonly note: string
  readonly check: (field: Field) => void
}

/** Random work in the composer, with a model of the expected texts. */
export class Torture {
  readonly #app: SkeinApp
  readonly #server: ServerProcess
  readonly #random: SeededRandom
  readonly #texts = new Map<Place, Written>()
  #place: Place = 'books'
  /** The field after the last step: only the next one may change it. */
  #field: Field = { text: '', from: 0, to: 0 }
  /** The pending steps in the page. */
  #steps: Step[] = []
  #posted = 0
  /** The last steps, for the report of a fault. */
  readonly log: string[] = []
  /** The number of steps of each kind. */
  readonly done = new Map<Kind, number>()

  constructor(app: SkeinApp, server: ServerProcess, random: SeededRandom) {
    this.#app = app
    this.#server = server
    this.#random = random
  }

  async begin(): Promise<void> {
    for (const place of places) {
      this.#place = place
      await this.#app.open(place)
      // The demo has a draft in one of them, which undoing would restore.
      const { text } = await this.#read(null)
      this.#texts.set(place, { text, seen: new Set([text]) })
      await this.#deleteAll()
    }
  }

  get #here(): Written {
    const here = this.#texts.get(this.#place)
    if (here === undefined) throw new Error(`nothing is known of ${this.#place}`)
    return here
  }

  async #read(wanted: string | null): Promise<Field> {
    this.#field = await readField(this.#app.page, this.#place, wanted)
    return this.#field
  }

  /** Waits until the field has a text. */
  async #expect(text: string): Promise<void> {
    const { text: actual } = await this.#read(text)
    this.#check(text, actual)
  }

  #check(text: string, actual: string): void {
    if (actual !== text) throw new Error(`${difference(text, actual)}; ${this.#ageOf(actual)}`)
    this.#here.text = text
    this.#here.seen.add(text)
  }

  /** Describes whether a text is an older state of the place, which distinguishes a lost change from a wrong one. */
  #ageOf(text: string): string {
    const seen = [...this.#here.seen]
    const index = seen.indexOf(text)
    return index < 0 ? 'it was never written' : `it was written as number ${index + 1} of ${seen.length}`
  }

  /** The text with an insertion in place of the selection; the rest must stay unchanged. */
  #withInserted(text: string): string {
    const { from, to } = this.#field
    return this.#here.text.slice(0, from) + text + this.#here.text.slice(to)
  }

  async #press(key: string): Promise<void> {
    await this.#app.page.keyboard.press(key === ' ' ? 'Space' : key)
  }

  async #deleteAll(): Promise<void> {
    await this.#press('ControlOrMeta+a')
    await this.#press('Delete')
    await this.#expect('')
  }

  /** Opens a place by its name or, faster, by its entry in the navigation. */
  async #open(place: Place, isByName: boolean): Promise<void> {
    this.#place = place
    if (isByName || !(await this.#clickEntry(place))) {
      await this.#app.open(place)
      await this.#expect(this.#here.text)
      // The navigation shows all entries again.
      await this.#app.page.getByLabel('Jump to a conversation').fill('')
      await this.#app.composer.focus()
    }
    await this.#expect(this.#here.text)
  }

  #clickEntry(place: Place): Promise<boolean> {
    return this.#app.page.evaluate((name) => {
      const entries = [...document.querySelectorAll<HTMLElement>('.navigation .item')]
      const entry = entries.find(({ textContent }) => textContent.includes(name))
      entry?.click()
      return entry !== undefined
    }, place)
  }

  async #complete(): Promise<void> {
    const { keyboard } = this.#app.page
    await this.#press('ControlOrMeta+End')
    await this.#expect(this.#here.text)
    if (!/(?:^|\s)$/.test(this.#here.text)) {
      await this.#press(' ')
      await this.#expect(this.#withInserted(' '))
    }
    const before = this.#here.text
    if (this.#random.chance(0.3)) {
      await keyboard.type('@noor hadd')
    } else {
      await keyboard.press('@')
      await keyboard.insertText('noor hadd')
    }
    this.#here.seen.add(`${before}@noor hadd`)
    if (mayBeCode.test(before)) {
      // Code has no completions, and Enter sends.
      await this.#expect(`${before}@noor hadd`)
      return
    }
    await keyboard.press('Enter')
    await this.#expect(`${before}@**Noor Haddad** `)
  }

  /** The keys of one undo step are unknown here, but undoing must not add text. */
  #checkUndone(text: string): void {
    const { seen } = this.#here
    if (!seen.has(text) && ![...seen].some((known) => isBetween(text, known))) {
      throw new Error(`undone to what was never written: ${JSON.stringify(text.slice(0, 200))}`)
    }
    this.#here.text = text
    seen.add(text)
  }

  async #reload(): Promise<void> {
    const { page } = this.#app
    const { text } = this.#here
    if (text.trim() !== '') await expect(page.locator('.composer .saved')).toHaveText('Draft saved')
    await this.#app.reload()
    // The window is in the same place; the undo history ended with the page.
    await this.#expect(text)
  }

  async #hear(): Promise<void> {
    const { from, to } = this.#field
    this.#posted += 1
    const topic = { stream: 'general', topic: this.#random.pick(['books', 'lunch on Friday']) }
    await this.#server.post('ravi', topic, `meanwhile ${this.#posted}`)
    await this.#expect(this.#here.text)
    if (this.#field.from !== from || this.#field.to !== to) throw new Error('an event has moved the caret')
  }

  #note(line: string): void {
    this.log.push(line)
    if (this.log.length > 2 * mostInPage) this.log.shift()
  }

  /** Performs the pending steps in the page, and checks each of them. */
  async finish(): Promise<void> {
    const steps = this.#steps
    this.#steps = []
    if (steps.length === 0) return
    const fields = await doInPage(
      this.#app.page,
      steps.map(({ deed }) => deed),
    )
    for (const [index, { note, check }] of steps.entries()) {
      const field = fields[index]
      if (field === undefined) throw new Error(`the page has not done: ${note}`)
      this.#note(`${note} in the page`)
      check(field)
      this.#field = field
    }
  }

  /** Performs a step with real keys, or later with others in the page. */
  async #do(note: string, deed: Deed, check: (field: Field) => void, byKeys: (() => Promise<void>) | null) {
    if (byKeys === null || !this.#random.chance(shareOfRealKeys)) {
      this.#steps.push({ deed, note, check })
      if (this.#steps.length === mostInPage) await this.finish()
      return
    }
    await this.finish()
    this.#note(note)
    await byKeys()
    const field = await readField(this.#app.page, this.#place, null)
    check(field)
    this.#field = field
  }

  #insert(note: string, deed: Extract<Deed, { text: string }>, byKeys: (() => Promise<void>) | null): Promise<void> {
    return this.#do(note, deed, (field) => this.#check(this.#withInserted(deed.text), field.text), byKeys)
  }

  async step(index: number): Promise<void> {
    const { page } = this.#app
    const kind = this.#random.below(100)
    const noted = (what: Kind, detail = '') => {
      this.done.set(what, (this.done.get(what) ?? 0) + 1)
      return `${index} ${this.#place}: ${what} ${detail}`
    }
    /** Performs a step that cannot run in the page. */
    const alone = async (note: string, act: () => Promise<void>) => {
      await this.finish()
      this.#note(note)
      await act()
    }
    if (index % reloadEvery === 0) {
      await alone(noted('reloads'), () => this.#reload())
    } else if (kind < 45) {
      const text = this.#random.pick(keys)
      await this.#insert(noted('types', text), { kind: 'writes', text }, () => this.#press(text))
    } else if (kind < 55) {
      const text = this.#random.pick(inserted)
      await this.#insert(noted('writes', text), { kind: 'writes', text }, () => page.keyboard.insertText(text))
    } else if (kind < 60) {
      const text = this.#random.pick(pasted)
      await this.#insert(noted('pastes', text.slice(0, 20)), { kind: 'pastes', text }, null)
    } else if (kind < 72) {
      const { key, isControl } = this.#random.pick(movingKeys)
      const chord = isControl ? `ControlOrMeta+${key}` : key
      const deed = { kind: 'presses', key, isControl, isShift: false } as const
      const check = ({ text }: Field) => this.#check(this.#here.text, text)
      await this.#do(noted('moves', chord), deed, check, () => this.#press(chord))
    } else if (kind < 76) {
      await alone(noted('completes'), () => this.#complete())
    } else if (kind < 86) {
      const isShift = this.#random.chance(1 / 3)
      const chord = isShift ? 'ControlOrMeta+Shift+z' : 'ControlOrMeta+z'
      const deed = { kind: 'presses', key: isShift ? 'Z' : 'z', isControl: true, isShift } as const
      const check = ({ text }: Field) => this.#checkUndone(text)
      await this.#do(noted('undoes', chord), deed, check, () => this.#press(chord))
    } else if (kind < 92) {
      const place = this.#random.pick(places)
      const isByName = this.#random.chance(0.15)
      await alone(noted('opens', `${place}${isByName ? ' by its name' : ''}`), () => this.#open(place, isByName))
    } else if (kind < 98) {
      await alone(noted('hears of an event'), () => this.#hear())
    } else {
      await alone(noted('deletes all'), () => this.#deleteAll())
    }
  }
}

/** Whether a text equals another one without a part, as undoing within a step of several keys leaves it. */
function isBetween(text: string, seen: string): boolean {
  if (text.length > seen.length) return false
  let start = 0
  while (start < text.length && text[start] === seen[start]) start += 1
  let end = 0
  while (end < text.length - start && text[text.length - 1 - end] === seen[seen.length - 1 - end]) end += 1
  return start + end >= text.length
}

/** The first difference of two texts, with a little context. */
function difference(wanted: string, actual: string): string {
  let start = 0
  while (start < wanted.length && wanted[start] === actual[start]) start += 1
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, start - 20), start + 60))
  return `at ${start} of ${wanted.length} it must be ${around(wanted)}, and is ${around(actual)} of ${actual.length}`
}
