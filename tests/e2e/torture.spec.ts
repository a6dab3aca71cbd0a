import { chooseSeed, SeededRandom } from '../support/random.ts'
import type { ServerProcess } from './support/processes.ts'
import { expect, test, type SkeinApp } from './support/skein.ts'
import { stateIn } from './support/written-text.ts'

const isDrill = process.env.SKEIN_DRILL !== undefined
const steps = Number(process.env.SKEIN_TORTURE_STEPS ?? (isDrill ? 20_000 : 400))

const places = ['books', 'lunch on Friday', 'release 2.4'] as const
type Place = (typeof places)[number]

/** Characters of one key, and those of input methods, of two units, of other directions, and of marks. */
const keys = Array.from('abc XYZ,.!?*_~$')
const inserted = ['ä', '日本', '🐙', '👩‍👩‍👧', 'שלום', 'مرحبا', '[x](y)', '**b**', '@**Iris Lindqvist** ', '<b>', '\u202e']
const pasted = ['one two', 'a\nb\n\nc', '🐙'.repeat(20), 'word '.repeat(400), '<script>x</script>', 'tab\tand space  ']

/** What must be written in a place, and all that was written there before. */
interface Written {
  text: string
  readonly seen: Set<string>
}

/** Random work in the composer, beside a model of what the texts must be. */
class Torture {
  readonly #app: SkeinApp
  readonly #server: ServerProcess
  readonly #random: SeededRandom
  readonly #texts = new Map<Place, Written>()
  #place: Place = 'books'
  #posted = 0
  /** The last steps, for the report of a fault. */
  readonly log: string[] = []

  constructor(app: SkeinApp, server: ServerProcess, random: SeededRandom) {
    this.#app = app
    this.#server = server
    this.#random = random
  }

  async begin(): Promise<void> {
    for (const place of places) {
      await this.#open(place)
      await this.#app.composer.press('ControlOrMeta+a')
      await this.#app.composer.press('Delete')
      this.#texts.set(place, { text: '', seen: new Set(['']) })
      await expect(this.#app.composer).toHoldText('')
    }
  }

  get #here(): Written {
    const here = this.#texts.get(this.#place)
    if (here === undefined) throw new Error(`nothing is known of ${this.#place}`)
    return here
  }

  async #open(place: Place): Promise<void> {
    await this.#app.open(place)
    await expect(this.#app.composer).toBeFocused()
    this.#place = place
  }

  /** Something is written in place of what is selected: nothing else of the text may change. */
  async #insert(text: string, write: () => Promise<void>): Promise<void> {
    const before = this.#here.text
    const { from, to } = await stateIn(this.#app.composer)
    await write()
    await this.#expect(before.slice(0, from) + text + before.slice(to))
  }

  async #expect(text: string): Promise<void> {
    await expect.poll(async () => (await stateIn(this.#app.composer)).text, { intervals: [5, 20, 50] }).toBe(text)
    this.#here.text = text
    this.#here.seen.add(text)
  }

  async #paste(text: string): Promise<void> {
    await this.#app.composer.evaluate((field, plain) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', plain)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  }

  async step(index: number): Promise<void> {
    const { page, composer } = this.#app
    const kind = this.#random.below(100)
    const note = (what: string) => {
      this.log.push(`${index} ${this.#place}: ${what}`)
      if (this.log.length > 12) this.log.shift()
    }
    if (kind < 45) {
      const key = this.#random.pick(keys)
      note(`key ${key}`)
      await this.#insert(key, () => page.keyboard.press(key === ' ' ? 'Space' : key))
    } else if (kind < 55) {
      const text = this.#random.pick(inserted)
      note(`writes ${text}`)
      await this.#insert(text, () => page.keyboard.insertText(text))
    } else if (kind < 60) {
      const text = this.#random.pick(pasted)
      note(`pastes ${text.slice(0, 20)}`)
      await this.#insert(text, () => this.#paste(text))
    } else if (kind < 72) {
      const key = this.#random.pick([
        'ArrowLeft',
        'ArrowRight',
        'Home',
        'End',
        'ControlOrMeta+Home',
        'ControlOrMeta+End',
      ])
      note(key)
      await page.keyboard.press(key)
    } else if (kind < 76) {
      note('completes')
      await page.keyboard.press('ControlOrMeta+End')
      if (!/(?:^|\s)$/.test(this.#here.text)) await this.#insert(' ', () => page.keyboard.press('Space'))
      const before = this.#here.text
      await page.keyboard.type('@noor hadd')
      this.#here.seen.add(`${before}@noor hadd`)
      await page.keyboard.press('Enter')
      await this.#expect(`${before}@**Noor Haddad** `)
    } else if (kind < 86) {
      const key = this.#random.pick(['ControlOrMeta+z', 'ControlOrMeta+z', 'ControlOrMeta+Shift+z'])
      note(key)
      await page.keyboard.press(key)
      // Which keys are one step is not known here, but nothing is there that was not there before.
      const { text } = await stateIn(composer)
      const parts = this.#here.seen
      if (!parts.has(text) && ![...parts].some((seen) => isBetween(text, seen))) {
        throw new Error(`undone to what was never written: ${JSON.stringify(text.slice(0, 200))}`)
      }
      this.#here.text = text
      parts.add(text)
    } else if (kind < 92) {
      const place = this.#random.pick(places)
      note(`opens ${place}`)
      await this.#open(place)
      await this.#expect(this.#here.text)
    } else if (kind < 98) {
      note('an event')
      this.#posted += 1
      const to = { stream: 'general', topic: this.#random.pick(['books', 'lunch on Friday']) }
      await this.#server.post('ravi', to, `meanwhile ${this.#posted}`)
    } else if (kind < 99 || index % 5 !== 0) {
      note('all is deleted')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('Delete')
      await this.#expect('')
    } else {
      note('a reload')
      const { text } = this.#here
      if (text.trim() !== '') await expect(page.locator('.composer .saved')).toHaveText('Draft saved')
      await this.#app.reload()
      await this.#open(this.#place)
      // What could be undone went with the page.
      await this.#expect(text)
    }
  }
}

/** Whether a text is another one without a part, as undoing leaves it within a step of several keys. */
function isBetween(text: string, seen: string): boolean {
  if (text.length > seen.length) return false
  let start = 0
  while (start < text.length && text[start] === seen[start]) start += 1
  let end = 0
  while (end < text.length - start && text[text.length - 1 - end] === seen[seen.length - 1 - end]) end += 1
  return start + end >= text.length
}

test(`[P2] ${steps} random steps in the composer lose, double and move nothing`, async ({ app, server }, testInfo) => {
  testInfo.setTimeout(60_000 + steps * 200)
  const random = new SeededRandom(chooseSeed())
  console.log(`torture of the composer: seed ${random.seed}`)
  const torture = new Torture(app, server, random)
  await torture.begin()
  let fault = ''
  for (let index = 1; index <= steps && fault === ''; index += 1) {
    try {
      await torture.step(index)
    } catch (error) {
      fault = `${torture.log.join('\n')}\n${String(error)}`
    }
  }
  expect(fault).toBe('')
})
