import type { Bridge } from '../../preload/contract/bridge.ts'
import type { EmojiChoice } from '../../preload/contract/calls/emoji.ts'
import type { FoundPerson } from '../../preload/contract/resources/people.ts'
import type { Destination, PersonRef, Result } from '../../preload/contract/values.ts'
import { sentenceOf } from '../../words/words.ts'
import { OnceIds } from './once-ids.ts'

export interface AccountCallsPorts {
  readonly bridge: Bridge
  /** The shown account; null where none is. */
  readonly accountId: () => string | null
  /** The address of its server. */
  readonly server: () => string | null
  /** Stores what is being written in the open conversation. */
  readonly flush: () => Promise<void>
  /** Shows a notice. */
  readonly tell: (sentence: string) => void
}

/** Calls about the shown account that need no other state of the window. A refusal becomes a notice. */
export class AccountCalls {
  readonly #bridge: Bridge
  readonly #accountId: () => string | null
  readonly #server: () => string | null
  readonly #flush: () => Promise<void>
  readonly #tell: (sentence: string) => void
  readonly #sendings = new OnceIds()

  constructor({ bridge, accountId, server, flush, tell }: AccountCallsPorts) {
    this.#bridge = bridge
    this.#accountId = accountId
    this.#server = server
    this.#flush = flush
    this.#tell = tell
  }

  /** Deletes or restores a draft. Returns whether it was done. */
  async withDraft(name: 'drafts.delete' | 'drafts.restore', draftId: string): Promise<boolean> {
    const accountId = this.#accountId()
    if (accountId === null) return false
    return this.#done(await this.#bridge.call(name, { accountId, draftId }))
  }

  async sendDraft(draftId: string): Promise<boolean> {
    const accountId = this.#accountId()
    if (accountId === null) return false
    const localId = this.#sendings.idOf(draftId)
    const isSent = this.#done(await this.#bridge.call('drafts.send', { accountId, draftId, localId }))
    if (isSent) this.#sendings.done(draftId)
    return isSent
  }

  async addressDraft(draftId: string, destination: Destination): Promise<boolean> {
    const accountId = this.#accountId()
    if (accountId === null) return false
    return this.#done(
      await this.#bridge.call('drafts.address', {
        accountId,
        draftId,
        destination,
      }),
    )
  }

  async setTopicPolicy(streamId: number, topic: string, policy: number): Promise<void> {
    const accountId = this.#accountId()
    if (accountId === null) return
    this.#done(await this.#bridge.call('topics.policy', { accountId, streamId, topic, policy }))
  }

  async setStreamProperty(streamId: number, property: 'is_muted' | 'pin_to_top', value: boolean): Promise<void> {
    const accountId = this.#accountId()
    if (accountId === null) return
    this.#done(await this.#bridge.call('streams.property', { accountId, streamId, change: { property, value } }))
  }

  async mutePerson(userId: number, isMuted: boolean): Promise<void> {
    const accountId = this.#accountId()
    if (accountId === null) return
    this.#done(await this.#bridge.call('people.mute', { accountId, userId, isMuted }))
  }

  async mutedPeople(): Promise<readonly PersonRef[]> {
    const accountId = this.#accountId()
    if (accountId === null) return []
    const result = await this.#bridge.call('people.muted', { accountId })
    return result.ok ? result.value : []
  }

  async emojiChoice(): Promise<EmojiChoice> {
    const none = { custom: [], frequent: [], names: {} }
    const accountId = this.#accountId()
    if (accountId === null) return none
    const result = await this.#bridge.call('emoji.choice', { accountId })
    return result.ok ? result.value : none
  }

  async retryMessage(localId: string): Promise<void> {
    const accountId = this.#accountId()
    if (accountId === null) return
    const result = await this.#bridge.call('outbox.retry', { accountId, localId })
    this.#done(result)
  }

  /** Takes a waiting message back into the composer. */
  async cancelMessage(localId: string): Promise<void> {
    const accountId = this.#accountId()
    if (accountId === null) return
    await this.#flush()
    const result = await this.#bridge.call('outbox.cancel', { accountId, localId })
    this.#done(result)
  }

  async searchPeople(query: string): Promise<readonly FoundPerson[]> {
    const accountId = this.#accountId()
    if (accountId === null) return []
    const result = await this.#bridge.call('people.search', { accountId, query })
    return result.ok ? result.value : []
  }

  /** Saves a file of an account's server, by default the shown account's, where the user chooses. */
  async saveMedia(path: string, accountId = this.#accountId()): Promise<void> {
    if (accountId === null) return
    const result = await this.#bridge.call('media.save', { accountId, path })
    if (!result.ok) this.#tell(sentenceOf(result.error))
    else if (result.value.isSaved) this.#tell('The file was saved.')
  }

  /** Shows a message of the shown account in the server's own page. */
  async openInBrowser(messageId: number): Promise<void> {
    const server = this.#server()
    if (server === null || !URL.canParse(server)) return
    const { href: url } = new URL(`/#narrow/near/${messageId}`, server)
    this.#done(await this.#bridge.call('app.openLink', { url }))
  }

  #done(result: Result<unknown>): boolean {
    if (!result.ok) this.#tell(sentenceOf(result.error))
    return result.ok
  }
}
