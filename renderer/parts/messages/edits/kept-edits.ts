import type { Narrow } from '#contract/base/values.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { FeedNarrow } from '#contract/conversations.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { forgetKept, keptKey } from '#renderer/state/routes/routes.ts'
import type { KeptEdit, MessageActions } from '../message/message-actions.svelte.ts'

/** The delay after which typed text is stored, in milliseconds; every key is on the disk within half a second. */
const storedAfterMs = 250

/** The interval at which a starting engine is asked again, in milliseconds. */
const retryAfterMs = 1_000
const mostTries = 5

/** A conversation or feed whose messages are shown. */
interface OpenEditContext {
  readonly accountId: string
  /** The JSON of the narrow, by which the engine stores the edit. */
  readonly narrowJson: string
  readonly actions: MessageActions
  timer: ReturnType<typeof setTimeout> | null
  /** The JSON that the engine has stored; null for nothing. */
  stored: string | null
}

/**
 * The unfinished edits of conversations and feeds. Beyond the bound, the oldest one is dropped. The engine stores
 * them, so that they continue after a restart when their conversation is opened.
 */
export class KeptEdits {
  readonly #bridge: Pick<Bridge, 'call'>
  readonly #edits = new Map<string, KeptEdit>()
  readonly #open = new Map<MessageActions, OpenEditContext>()
  /** The pending or finished reading of earlier runs' edits by account, which happens once. */
  readonly #read = new Map<string, Promise<void>>()

  constructor(bridge: Pick<Bridge, 'call'>) {
    this.#bridge = bridge
  }

  /** Continues the unfinished edit of a conversation that is shown. */
  open(accountId: string, narrow: Narrow | FeedNarrow, actions: MessageActions): void {
    const opened: OpenEditContext = {
      accountId,
      narrowJson: JSON.stringify(narrow),
      actions,
      timer: null,
      stored: null,
    }
    this.#open.set(actions, opened)
    actions.onTyped = () => {
      this.#storeSoon(opened)
    }
    const key = keptKey(accountId, narrow)
    if (this.#resume(key, opened)) return
    void this.#readStored(accountId).then(() => {
      if (this.#open.get(actions) === opened && actions.editing === null) this.#resume(key, opened)
    })
  }

  #resume(key: string, opened: OpenEditContext): boolean {
    const edit = this.#edits.get(key)
    if (edit === undefined) return false
    this.#edits.delete(key)
    opened.stored = JSON.stringify(edit)
    opened.actions.resume(edit)
    return true
  }

  /**
   * Keeps the unfinished edit of a conversation that is closed. An edit that is being saved is kept until it is
   * saved.
   */
  leave(accountId: string, narrow: Narrow | FeedNarrow, actions: MessageActions): void {
    const opened = this.#open.get(actions)
    this.#open.delete(actions)
    actions.onTyped = () => undefined
    const narrowJson = JSON.stringify(narrow)
    // The topic was moved meanwhile, and the unfinished edit moves with it.
    if (opened !== undefined && opened.narrowJson !== narrowJson) void this.#drop(opened)
    const here = { ...(opened ?? { accountId, actions, timer: null, stored: null }), narrowJson }
    void this.#store(here)
    const key = keptKey(accountId, narrow)
    const edit = actions.halfWritten
    if (edit === null) return
    this.#edits.set(key, edit)
    const [oldest] = this.#edits.keys()
    if (oldest !== undefined && this.#edits.size > clientLimits.keptEdits.most) this.#edits.delete(oldest)
    actions.onEdited = () => {
      if (this.#edits.get(key) === edit) this.#edits.delete(key)
      void this.#drop(here)
    }
  }

  /** Stores the unfinished edits of all shown conversations now. */
  async flush(): Promise<void> {
    await Promise.all([...this.#open.values()].map((opened) => this.#store(opened)))
  }

  /** Drops the edits of an account that was signed out. */
  forget(accountId: string): void {
    forgetKept(this.#edits, accountId)
    this.#read.delete(accountId)
  }

  /** Reads the edits that an earlier run has stored. */
  #readStored(accountId: string): Promise<void> {
    const reading = this.#read.get(accountId) ?? this.#readNow(accountId)
    this.#read.set(accountId, reading)
    return reading
  }

  async #readNow(accountId: string, tries = 0): Promise<void> {
    const result = await this.#bridge.call('edits.list', { accountId })
    if (!result.ok) {
      if (tries < mostTries) {
        await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
        return this.#readNow(accountId, tries + 1)
      }
      // The next conversation that is opened reads them again.
      this.#read.delete(accountId)
      return
    }
    for (const { narrowJson, ...edit } of result.value) {
      const isOpen = [...this.#open.values()].some(
        (other) => other.accountId === accountId && other.narrowJson === narrowJson && other.actions.editing !== null,
      )
      const key = `${accountId} ${narrowJson}`
      if (!isOpen && !this.#edits.has(key)) this.#edits.set(key, edit)
    }
  }

  #storeSoon(opened: OpenEditContext): void {
    opened.timer ??= setTimeout(() => {
      opened.timer = null
      void this.#store(opened)
    }, storedAfterMs)
  }

  async #store(opened: OpenEditContext): Promise<void> {
    if (opened.timer !== null) clearTimeout(opened.timer)
    opened.timer = null
    const edit = opened.actions.halfWritten
    const text = edit === null ? null : JSON.stringify(edit)
    if (text === opened.stored) return
    if (edit === null) {
      await this.#drop(opened)
      return
    }
    const { accountId, narrowJson } = opened
    opened.stored = text
    const { messageId, original, isAgain } = edit
    const result = await this.#bridge.call('edits.keep', {
      accountId,
      narrowJson,
      messageId,
      original,
      isAgain,
      text: edit.text,
    })
    // An edit that could not be stored is stored with the next key.
    if (!result.ok && opened.stored === text) opened.stored = null
  }

  async #drop(opened: OpenEditContext): Promise<void> {
    const { accountId, narrowJson } = opened
    if (opened.timer !== null) clearTimeout(opened.timer)
    opened.timer = null
    opened.stored = null
    await this.#bridge.call('edits.drop', { accountId, narrowJson })
  }
}
