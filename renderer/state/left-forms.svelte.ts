import { untrack } from 'svelte'
import type { Bridge } from '#contract/bridge.ts'
import type { FormTexts } from '#contract/drafts.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { NoticeAction } from './notices.svelte.ts'
import { forgetKept } from './routes/routes.ts'

/** The pause before a change is stored, in milliseconds. Each letter is on disk within half a second. */
const storedAfterMs = 250
/** The pause before a failed call is repeated, in milliseconds. A starting engine answers a little later. */
const retryAfterMs = 1_000
const mostTries = 5

export interface LeftFormsPorts {
  readonly bridge: Pick<Bridge, 'call'>
  /** Shows a notice with an action. @returns a function that withdraws the notice */
  readonly notifyWithAction: (sentence: string, action: NoticeAction) => () => void
}

/** A form that is open. */
export interface OpenForm {
  readonly accountId: string
  /** The name of the form. Typed texts return in a form with the same name. */
  readonly name: string
  /** Returns the texts of the fields. */
  readonly read: () => FormTexts
  /** Fills the fields. */
  readonly show: (texts: FormTexts) => void
}

/** The texts of forms that are open or were closed without submitting. The engine stores them for the next start. */
export class LeftForms {
  readonly #ports: LeftFormsPorts
  /** The texts by account and form, the oldest first. */
  readonly #texts = new Map<string, FormTexts>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  /** The forms that this run has changed. The engine's list may have older texts of them. */
  readonly #changed = new Map<string, true>()
  /** The reading of earlier runs' forms, which happens once, by account. */
  readonly #reading = new Map<string, Promise<void>>()

  constructor(ports: LeftFormsPorts) {
    this.#ports = ports
  }

  /** Opens a form. The texts with which it was closed before return to its fields. */
  open(form: OpenForm): LeftForm {
    return new LeftForm(this, form)
  }

  textsOf({ accountId, name }: Pick<OpenForm, 'accountId' | 'name'>): FormTexts | null {
    return this.#texts.get(keyOf(accountId, name)) ?? null
  }

  /** Reads the forms of earlier runs, once for each account. */
  read(accountId: string): Promise<void> {
    const reading = this.#reading.get(accountId) ?? this.#read(accountId)
    this.#reading.set(accountId, reading)
    return reading
  }

  /** Keeps the texts of a form. The engine stores them a moment later. */
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

  /** Drops the texts of a form that was submitted or whose texts are unwanted. */
  drop(accountId: string, name: string): void {
    this.#changed.set(keyOf(accountId, name), true)
    this.#texts.delete(keyOf(accountId, name))
    void this.#store(accountId, name)
  }

  /**
   * Shows the notice that the texts of a form are kept.
   * @param reopen reopens the form
   * @returns a function that withdraws the notice
   */
  offer(reopen: () => void): () => void {
    let withdraw: () => void = () => undefined
    // Escape closes a form and also dismisses notices when it reaches the window, so the notice comes after the key.
    const timer = setTimeout(() => {
      const { textKept, goOn: label } = catalogue.screens.common
      withdraw = this.#ports.notifyWithAction(textKept, { label, run: reopen })
    })
    return () => {
      clearTimeout(timer)
      withdraw()
    }
  }

  /** Stores a change of a form that waits for storing. */
  async flush(accountId: string, name: string): Promise<void> {
    if (this.#timers.has(keyOf(accountId, name))) await this.#store(accountId, name)
  }

  /** Stores all changes that wait for storing. */
  async flushAll(): Promise<void> {
    await Promise.all(
      [...this.#timers.keys()].map((key) => {
        const end = key.indexOf(' ')
        return this.#store(key.slice(0, end), key.slice(end + 1))
      }),
    )
  }

  /** Forgets the texts of an account that was signed out. They stay on disk and return when the user signs in again. */
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
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
      await this.#read(accountId, tries + 1)
    } else {
      // The next form that opens reads again.
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
    // A later change stores the form anyway.
    if (!result.ok && tries < mostTries && !this.#timers.has(key))
      this.#storeIn(retryAfterMs, accountId, name, tries + 1)
  }
}

/** An open form. Its texts are kept from the first letter until it is submitted or the texts are discarded. */
export class LeftForm {
  readonly #forms: LeftForms
  readonly #form: OpenForm
  /** The texts of the fields before any typing. */
  readonly #original: FormTexts
  /** Whether the fields have texts that were typed earlier. */
  isReturned = $state.raw(false)
  #isKept = false
  #isOpen = true

  constructor(forms: LeftForms, form: OpenForm) {
    this.#forms = forms
    this.#form = form
    this.#original = untrack(form.read)
    if (!this.#return()) void forms.read(form.accountId).then(() => this.#return())
  }

  /** Keeps the texts of the fields if they differ from the original ones. An effect runs this after each change. */
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
   * Closes the form without submitting it.
   * @param reopen reopens the form; with it, the user gets the notice that the texts are kept
   * @returns a function that withdraws the notice
   */
  close(reopen?: () => void): () => void {
    untrack(() => this.changed())
    const wasOpen = this.#isOpen
    const withdraw = reopen === undefined ? () => undefined : this.offer(reopen)
    this.#isOpen = false
    if (wasOpen && this.#isKept) void this.#forms.flush(this.#form.accountId, this.#form.name)
    return withdraw
  }

  /**
   * Shows the notice that the typed texts are kept. A closed form and unchanged texts give no notice.
   * @returns a function that withdraws the notice
   */
  offer(reopen: () => void): () => void {
    return this.#isOpen && this.#isKept ? this.#forms.offer(reopen) : () => undefined
  }

  /** Completes the form after it was submitted. The next one is empty. */
  done(): void {
    this.#isOpen = false
    this.isReturned = false
    if (this.#isKept) this.#drop()
  }

  /** Discards the texts that have returned. */
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

  /** Fills the fields with the kept texts unless the user is typing. @returns whether there are any */
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

/** Returns whether both have the same texts, apart from surrounding space. */
function isSame(a: FormTexts | undefined, b: FormTexts): boolean {
  if (a === undefined) return false
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => (a[name] ?? '').trim() === (b[name] ?? '').trim())
}
