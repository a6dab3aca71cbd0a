import type { CDPSession } from '@playwright/test'
import type { SeededRandom } from '#support/random.ts'
import { conversations } from './delivered.ts'
import type { ServerProcess } from './processes.ts'
import { expect, type SkeinApp } from './skein.ts'

/** The state of the composer when Skein is killed. */
export const kindsOfWriting = ['completing', 'composing', 'pasting', 'moving'] as const
export type KindOfWriting = (typeof kindsOfWriting)[number]

/**
 * A text that the field has shown, and its time (UNIX milliseconds, by the page's clock, which is that of the test).
 */
interface Shown {
  readonly at: number
  readonly text: string
}

/** The written text before one kill. */
export interface Written {
  readonly kind: KindOfWriting
  /** A mark that only this text contains. */
  readonly mark: string
  /** The place in which the text was begun. */
  place: string
  /** The place of the text at the end, which differs after the topic is moved. */
  goal: string
  /** The texts that the field has shown, oldest first. */
  readonly shown: Shown[]
}

/** The life of Skein: writing stops when it is dead. */
interface Life {
  isDead: boolean
}

/** More than a message may have, and more than the former limit of a call, bytes. */
const pastedLength = 200 * 1024
const letters = Array.from('abcdefghij klmnop qrstu vwxyz')
const compositions = [
  ['に', 'にほ', 'にほん', 'にほんご', '日本語'],
  ['ㅎ', '하', '한', '한ㄱ', '한그', '한글'],
  ['n', 'ni', 'ni h', 'ni hao', '你好'],
]

/** Writes in one of four ways, and continues until Skein is killed. */
export class KillWriting {
  readonly #app: SkeinApp
  readonly #server: ServerProcess
  readonly #random: SeededRandom
  readonly #life: Life = { isDead: false }
  readonly written: Written
  /** The request with which another user moves the topic. */
  #moving: Promise<Readonly<Record<string, unknown>>> | null = null
  #composing: CDPSession | null = null

  constructor(app: SkeinApp, server: ServerProcess, random: SeededRandom, kind: KindOfWriting, round: number) {
    this.#app = app
    this.#server = server
    this.#random = random
    const number = String(round).padStart(3, '0')
    const isMoving = kind === 'moving'
    const place = isMoving ? `leaving ${number}` : random.pick(conversations)
    this.written = { kind, mark: `mark-${number}`, place, goal: place, shown: [] }
  }

  /** Opens the conversation, and records the texts of its field from then on. */
  async begin(): Promise<void> {
    const { kind, place, mark, shown } = this.written
    const { page, composer } = this.#app
    if (kind === 'moving') await this.#server.post('ada', { stream: 'general', topic: place }, `about ${place}`)
    await this.#app.open(place)
    await expect(composer).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await expect(composer).toHoldText('')
    await page.exposeBinding('skeinShows', (_source, each: Shown) => shown.push(each))
    await composer.evaluate((field) => {
      const { view } = (field as unknown as { cmTile: { view: { state: { doc: { toString(): string } } } } }).cmTile
      const { skeinShows } = window as unknown as { skeinShows: (each: Shown) => Promise<void> }
      let last = ''
      // The observer runs after the editor's own, which has read the change by then.
      const note = () => {
        const text = view.state.doc.toString()
        if (text !== last) void skeinShows({ at: Date.now(), text })
        last = text
      }
      new MutationObserver(note).observe(field, { subtree: true, childList: true, characterData: true })
    })
    await page.keyboard.insertText(`${mark} `)
    await this.#type(3 + this.#random.below(10))
  }

  /** Begins the operation of the kill, which may happen at any time from now on. */
  async turn(): Promise<void> {
    switch (this.written.kind) {
      case 'completing':
        await this.#app.page.keyboard.type(' @me')
        await expect(this.#offers).not.toHaveCount(0)
        return
      case 'composing':
        this.#composing = await this.#app.page.context().newCDPSession(this.#app.page)
        return
      case 'pasting':
        await this.#paste()
        return
      case 'moving':
        await this.#move()
        return
    }
  }

  /** Continues until Skein is dead. */
  async goOn(): Promise<void> {
    try {
      switch (this.written.kind) {
        case 'completing':
          // The list stays open while the name matches.
          for (const key of 'i Okafor'.slice(0, this.#random.below(9))) await this.#press(key)
          return
        case 'composing':
          while (!this.#life.isDead) await this.#compose()
          return
        case 'pasting':
        case 'moving':
          while (!this.#life.isDead) await this.#type(1)
          return
      }
    } catch (error) {
      if (!this.#life.isDead) throw error
    }
  }

  /** Whether the operation of the kind of writing is in progress. */
  async isUnderWay(): Promise<boolean> {
    switch (this.written.kind) {
      case 'completing':
        return (await this.#offers.count()) > 0
      case 'composing':
      case 'pasting':
      case 'moving':
        return true
    }
  }

  die(): void {
    this.#life.isDead = true
  }

  /** Waits for all operations that do not need Skein. */
  async settle(): Promise<void> {
    if (this.#moving !== null) expect(await this.#moving).toMatchObject({ result: 'success' })
  }

  get #offers() {
    return this.#app.page.locator('.cm-tooltip-autocomplete [role=option]')
  }

  async #press(key: string): Promise<void> {
    if (this.#life.isDead) return
    await this.#app.page.keyboard.press(key === ' ' ? 'Space' : key, { delay: this.#random.below(60) })
  }

  async #type(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) await this.#press(this.#random.pick(letters))
  }

  /** An input method shows a few beginnings of a word; some words are accepted, others are composed again. */
  async #compose(): Promise<void> {
    const session = this.#composing
    if (session === null) throw new Error('no input method is there')
    const texts = this.#random.pick(compositions)
    for (const text of texts) {
      if (this.#life.isDead) return
      await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
      await this.#app.page.waitForTimeout(this.#random.below(120))
    }
    if (this.#random.chance(0.6)) await session.send('Input.insertText', { text: texts.at(-1) ?? '' })
  }

  async #paste(): Promise<void> {
    const { page } = this.#app
    const lines: string[] = []
    for (let length = 0; length < pastedLength; length += (lines.at(-1) ?? '').length + 1) {
      lines.push(
        Array.from({ length: 40 }, () => this.#random.pick(letters)).join('') + this.#random.pick(['', '🐙', 'שלום']),
      )
    }
    await page.evaluate((plain) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', plain)
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(paste)
    }, lines.join('\n'))
    await expect.poll(() => (this.written.shown.at(-1)?.text.length ?? 0) > pastedLength).toBe(true)
  }

  /** Renames the topic, as another user or as the user. */
  async #move(): Promise<void> {
    const { place } = this.written
    const goal = place.replace('leaving', 'arriving')
    this.written.goal = goal
    if (this.#random.chance(0.5)) {
      const ids = await this.#messageIds(place)
      const path = `/messages/${ids[0] ?? 0}`
      this.#moving = this.#server.call('ada', 'PATCH', path, { topic: goal, propagate_mode: 'change_all' })
      return
    }
    const { page } = this.#app
    await this.#app.navigationItem(place).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Move or rename topic…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Move/ })
    await page.keyboard.insertText(goal)
    await expect(dialog.getByRole('button', { name: 'Rename' })).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await this.#app.composer.focus()
  }

  async #messageIds(topic: string): Promise<number[]> {
    const narrow = [
      { operator: 'stream', operand: 'general' },
      { operator: 'topic', operand: topic },
    ]
    const answer = await this.#server.call('ada', 'GET', '/messages', {
      narrow: JSON.stringify(narrow),
      anchor: 'newest',
      num_before: '10',
      num_after: '0',
    })
    return (answer.messages as { id: number }[]).map(({ id }) => id) // shape of GET /messages
  }
}
