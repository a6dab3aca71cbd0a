import { untrack } from 'svelte'
import type { Bridge } from '#contract/bridge.ts'
import type { FormTexts } from '#contract/resources/forms.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { NoticeAction } from '../app/notices/notices.svelte.ts'
import { forgetKept } from '../app/routes.ts'

/** The pause before a change is stored; each letter is on the disk within half a second. */
const storedAfterMs = 250
/** An engine that is being started answers a little later. */
const againMs = 1_000
const mostTries = 5

export interface LeftFormsPorts {
  readonly bridge: Pick<Bridge, 'call'>
  /** Shows a notice with something to do. @returns takes it back */
  readonly offer: (sentence: string, action: NoticeAction) => () => void
}

/** A form that is open. */
export interface OpenForm {
  readonly accountId: string
  /** Which form it is: what is typed comes back in the form of this name. */
  readonly name: string
  /** The texts of the fields. */
  readonly read: () => FormTexts
  /** Fills the fields. */
  readonly show: (texts: FormTexts) => void
}

/** The texts of forms that are open or were closed without being submitted. The engine stores them for the next start. */
export class LeftForms {
  readonly #ports: LeftFormsPorts
  /** By account and form; the oldest first. */
  readonly #texts = new Map<string, FormTexts>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  /** The forms that this run has changed: what the engine lists of them may be older. */
  readonly #changed = new Map<string, true>()
  /** By account: the forms of earlier runs are read once. */
  readonly #reading = new Map<string, Promise<void>>()

  constructor(ports: LeftFormsPorts) {
    this.#ports = ports
  }

  /** A form is opened: texts that it was left with come back. */
  open(form: OpenForm): LeftForm {
    return new LeftForm(this, form)
  }

  textsOf({ accountId, name }: Pick<OpenForm, 'accountId' | 'name'>): FormTexts | null {
    return this.#texts.get(keyOf(accountId, name)) ?? null
  }

  /** Reads the forms of earlier runs, once. */
  read(accountId: string): Promise<void> {
    const reading = this.#reading.get(accountId) ?? this.#read(accountId)
    this.#reading.set(accountId, reading)
    return reading
  }

  /** Keeps the texts of a form; the engine has them a moment later. */
  keep(accountId: string, name: string, texts: FormTexts): void {
    const key = keyOf(accountId, name)
    const isKnown = isSame(this.#texts.get(key), texts)
    this.#changed.set(key, true)
    this.#texts.delete(key)
    this.#texts.set(key, texts)
    const ofAccount = [...this.#texts.keys()].filter((other) => other.startsWith(keyOf(accountId, '')))
    const [oldest] = ofAccount
    if (oldest !== undefined && ofAccount.length > clientLimits.leftForms.most) this.#texts.delete(oldest)
    if (!isKnown && !this.#timers.has(key)) this.#storeIn(storedAfterMs, accountId, name)
  }

  /** The form was submitted, or its texts are unwanted. */
  drop(accountId: string, name: string): void {
    this.#changed.set(keyOf(accountId, name), true)
    this.#texts.delete(keyOf(accountId, name))
    void this.#store(accountId, name)
  }

  /** Tells the user that the texts of a form are kept. @returns takes the notice back */
  offer(goOn: () => void): () => void {
    let takeBack: () => void = () => undefined
    // Escape closes a form, and takes notices away that are shown when the window hears of the same key.
    const timer = setTimeout(() => {
      const { textKept, goOn: label } = catalogue.screens.common
      takeBack = this.#ports.offer(textKept, { label, run: goOn })
    })
    return () => {
      clearTimeout(timer)
      takeBack()
    }
  }

  /** Stores a change of a form that waits to be stored. */
  async flush(accountId: string, name: string): Promise<void> {
    if (this.#timers.has(keyOf(accountId, name))) await this.#store(accountId, name)
  }

  /** Stores all changes that wait to be stored. */
  async flushAll(): Promise<void> {
    await Promise.all(
      [...this.#timers.keys()].map((key) => {
        const end = key.indexOf(' ')
        return this.#store(key.slice(0, end), key.slice(end + 1))
      }),
    )
  }

  /** The account was signed out: its texts are on the disk alone, and come back when the user signs in again. */
  forget(accountId: string): void {
    forgetKept(this.#texts, accountId)
    forgetKept(this.#changed, accountId)
    this.#reading.delete(accountId)
  }

  async #read(accountId: string, tries = 0): Promise<void> {
    const result = await this.#ports.bridge.call('forms.list', { accountId })
    if (result.ok) {
      for (const { form, fields } of result.value) {
        const key = keyOf(accountId, form)
        if (!this.#changed.has(key)) this.#texts.set(key, fields)
      }
    } else if (tries < mostTries) {
      await new Promise((resolve) => setTimeout(resolve, againMs))
      await this.#read(accountId, tries + 1)
    } else {
      // The next form that is opened asks again.
      this.#reading.delete(accountId)
    }
  }

  #storeIn(delayMs: number, accountId: string, name: string, tries = 0): void {
    const key = keyOf(accountId, name)
    clearTimeout(this.#timers.get(key))
    this.#timers.set(
      key,
      setTimeout(() => void this.#store(accountId, name, tries), delayMs),
    )
  }

  async #store(accountId: string, name: string, tries = 0): Promise<void> {
    const key = keyOf(accountId, name)
    clearTimeout(this.#timers.get(key))
    this.#timers.delete(key)
    const fields = this.#texts.get(key)
    const { bridge } = this.#ports
    const result =
      fields === undefined
        ? await bridge.call('forms.drop', { accountId, form: name })
        : await bridge.call('forms.keep', { accountId, form: name, fields })
    // A later change stores the form anew.
    if (!result.ok && tries < mostTries && !this.#timers.has(key)) this.#storeIn(againMs, accountId, name, tries + 1)
  }
}

/** An open form, whose texts are kept from the first letter on until it is submitted or they are discarded. */
export class LeftForm {
  readonly #forms: LeftForms
  readonly #form: OpenForm
  /** The texts without anything that was typed. */
  readonly #original: FormTexts
  /** Whether texts that were typed earlier are in the fields. */
  isReturned = $state.raw(false)
  #isKept = false
  #isOpen = true

  constructor(forms: LeftForms, form: OpenForm) {
    this.#forms = forms
    this.#form = form
    this.#original = untrack(form.read)
    if (!this.#return()) void forms.read(form.accountId).then(() => this.#return())
  }

  /** The fields may have changed; for an effect, which runs again with the next change. */
  changed(): void {
    const texts = this.#form.read()
    if (!this.#isOpen) return
    const { accountId, name } = this.#form
    if (!isSame(texts, this.#original)) {
      this.#isKept = true
      this.#forms.keep(accountId, name, texts)
    } else if (this.#isKept) this.#drop()
  }

  /**
   * The form is closed without being submitted.
   * @param goOn opens it again: the user is told that the texts are kept @returns takes that notice back
   */
  close(goOn?: () => void): () => void {
    untrack(() => this.changed())
    const wasOpen = this.#isOpen
    const takeBack = goOn === undefined ? () => undefined : this.offer(goOn)
    this.#isOpen = false
    if (wasOpen && this.#isKept) void this.#forms.flush(this.#form.accountId, this.#form.name)
    return takeBack
  }

  /** Tells the user that texts are kept, if there are any in the open form. @returns takes that notice back */
  offer(goOn: () => void): () => void {
    return this.#isOpen && this.#isKept ? this.#forms.offer(goOn) : () => undefined
  }

  /** The form was submitted: the next one is empty. */
  done(): void {
    this.#isOpen = false
    this.isReturned = false
    if (this.#isKept) this.#drop()
  }

  /** The texts that came back are unwanted. */
  discard(): void {
    this.#form.show(this.#original)
    this.isReturned = false
    if (this.#isKept) this.#drop()
  }

  #drop(): void {
    this.#isKept = false
    this.isReturned = false
    this.#forms.drop(this.#form.accountId, this.#form.name)
  }

  /** Fills the fields with the texts that were left, unless the user is typing. @returns whether there are any */
  #return(): boolean {
    const texts = this.#forms.textsOf(this.#form)
    const isUntouched = this.#isOpen && !this.#isKept && isSame(untrack(this.#form.read), this.#original)
    if (texts === null || !isUntouched) return false
    this.#isKept = true
    this.isReturned = true
    this.#form.show(texts)
    return true
  }
}

function keyOf(accountId: string, name: string): string {
  return `${accountId} ${name}`
}

/** Whether both hold the same, apart from the space around texts. */
function isSame(a: FormTexts | undefined, b: FormTexts): boolean {
  if (a === undefined) return false
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => (a[name] ?? '').trim() === (b[name] ?? '').trim())
}
