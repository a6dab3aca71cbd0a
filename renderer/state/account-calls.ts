import type { MessageId, StreamId, UserId } from '#shared/ids.ts'
import type { PixelSize } from '#contract/attachments.ts'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { EngineCallName, Input, Output } from '#contract/calls.ts'
import type { EmojiChoice } from '#contract/emoji.ts'
import type { LastWritten, WidgetAct } from '#contract/messages.ts'
import type { UserSettingName, UserSettingValue } from '#contract/people/user-settings.ts'
import type { FoundPerson } from '#contract/people.ts'
import type { SubscriptionProperty, TopicLink } from '#contract/streams.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import { linkTo, type LinkedRoute } from './links/written-links.ts'
import { copyText } from '../ui/copy-text.ts'

export interface AccountCallsPorts {
  readonly bridge: Bridge
  /** The shown account; null if no account is shown. */
  readonly accountId: () => string | null
  /** The address of the shown account's server. */
  readonly server: () => string | null
  /** The user of the account; null until it is known. */
  readonly selfId: () => UserId | null
  /** Stores the text of the open conversation's composer. */
  readonly flush: () => Promise<void>
  /** Shows a notice. */
  readonly notify: (sentence: string) => void
}

/** The failure of a call that the engine has not answered. */
export const noAnswer: Failure = { code: 'NO_ANSWER' }

/** The calls about the shown account that need no other state of the window. A failure becomes a notice. */
export class AccountCalls {
  readonly #bridge: Bridge
  readonly #accountId: () => string | null
  readonly #server: () => string | null
  readonly #selfId: () => UserId | null
  readonly #flush: () => Promise<void>
  readonly #notify: (sentence: string) => void
  readonly #sendings = new OnceIds()
  /** Marks whole conversations as read. */

  constructor({ bridge, accountId, server, selfId, flush, notify }: AccountCallsPorts) {
    this.#bridge = bridge
    this.#accountId = accountId
    this.#server = server
    this.#selfId = selfId
    this.#flush = flush
    this.#notify = notify
  }

  /** Deletes or restores a draft. Returns whether that succeeded. */
  async withDraft(name: 'drafts.delete' | 'drafts.restore', draftId: string): Promise<boolean> {
    const accountId = this.#accountId()
    if (accountId === null) return false
    return this.#done(await this.#bridge.call(name, { accountId, draftId }))
  }

  /** Sends a draft. Returns whether that succeeded. */
  async sendDraft(draftId: string): Promise<boolean> {
    const accountId = this.#accountId()
    if (accountId === null) return false
    const localId = this.#sendings.idOf(draftId)
    const isSent = this.#done(await this.#bridge.call('drafts.send', { accountId, draftId, localId }))
    if (isSent) this.#sendings.done(draftId)
    return isSent
  }

  /** Changes the recipient of a draft. Returns whether that succeeded. */
  async addressDraft(draftId: string, narrow: Narrow): Promise<boolean> {
    return this.#done(await this.ask('drafts.address', { draftId, narrow: narrow }))
  }

  /** Calls the account's engine and leaves a failure to the caller. Returns null if no account is shown. */
  async ask<N extends EngineCallName>(name: N, input: Omit<Input<N>, 'accountId'>): Promise<Result<Output<N>> | null> {
    const accountId = this.#accountId()
    if (accountId === null) return null
    return this.askOf(accountId, name, input)
  }

  /** Calls the engine of any account and leaves a failure to the caller. */
  askOf<N extends EngineCallName>(
    accountId: string,
    name: N,
    input: Omit<Input<N>, 'accountId'>,
  ): Promise<Result<Output<N>>> {
    return this.#bridge.call(name, { ...input, accountId } as Input<N>) // the omitted `accountId` is added again
  }

  /** Begins to download all messages of a stream, and says so. */
  async downloadStream(streamId: StreamId): Promise<void> {
    const result = await this.ask('storage.fetch', { scope: { kind: 'stream', streamId } })
    if (!this.#done(result) || result?.ok !== true) return
    const { begun, nothing } = catalogue.screens.settings.storage.download
    this.#notify(result.value.count === 0 ? nothing : begun)
  }

  async setTopicPolicy(streamId: StreamId, topic: string, policy: number): Promise<void> {
    this.#done(await this.ask('topics.policy', { streamId, topic, policy }))
  }

  async resolveTopic(streamId: StreamId, topic: string, isResolved: boolean): Promise<void> {
    this.#done(await this.ask('topics.resolve', { streamId, topic, isResolved }))
  }

  async setStreamProperty(streamId: StreamId, change: SubscriptionProperty): Promise<void> {
    this.#done(await this.ask('streams.property', { streamId, change }))
  }

  /** Subscribes to a stream or unsubscribes from it. Returns whether that succeeded. */
  async joinStream(streamId: StreamId, isJoined: boolean): Promise<boolean> {
    return this.#done(await this.ask(isJoined ? 'streams.join' : 'streams.leave', { streamId }))
  }

  /** Adds an action on a poll or a to-do list to the outbox. Returns whether that succeeded. */
  async actOnWidget(messageId: MessageId, act: WidgetAct): Promise<boolean> {
    const thing = `${messageId} ${JSON.stringify(act)}`
    const localId = this.#sendings.idOf(thing)
    const isDone = this.#done(await this.ask('widgets.act', { messageId, localId, act }))
    if (isDone) this.#sendings.done(thing)
    return isDone
  }

  /** Discards an action that has failed. */
  async withdraw(localId: string): Promise<void> {
    this.#done(await this.ask('outbox.discard', { localId }))
  }

  /** Changes a setting of the account. */
  async changeSetting(property: UserSettingName, value: UserSettingValue): Promise<void> {
    this.#done(await this.ask('account.changeSetting', { property, value }))
  }

  async mutePerson(userId: UserId, isMuted: boolean): Promise<void> {
    this.#done(await this.ask('people.mute', { userId, isMuted }))
  }

  /** Returns the emoji to choose from; none if the call fails. @param accountId the account; null for the shown one */
  async emojiChoice(accountId: string | null = null): Promise<EmojiChoice> {
    const result = await (accountId === null ? this.ask('emoji.choice', {}) : this.askOf(accountId, 'emoji.choice', {}))
    return result?.ok === true ? result.value : { custom: [], frequent: [], names: {} }
  }

  async retryMessage(localId: string): Promise<void> {
    const accountId = this.#accountId()
    if (accountId === null) return
    const result = await this.#bridge.call('outbox.retry', { accountId, localId })
    this.#done(result)
  }

  /** Takes a waiting message back into the composer, whose present text is stored first. */
  async cancelMessage(localId: string): Promise<void> {
    const accountId = this.#accountId()
    if (accountId === null) return
    await this.#flush()
    const result = await this.#bridge.call('outbox.cancel', { accountId, localId })
    this.#done(result)
  }

  /** Returns the user's last message for editing. A message that waits in the outbox returns to the draft. */
  lastWritten(accountId: string, narrow: Narrow): Promise<Result<LastWritten>> {
    return this.#bridge.call('messages.editLast', { accountId, narrow })
  }

  /** Returns the people whose names match; nobody without an account. @param accountId by default the shown account */
  async searchPeople(query: string, accountId = this.#accountId()): Promise<Result<readonly FoundPerson[]>> {
    if (accountId === null) return { ok: true, value: [] }
    return this.#bridge.call('people.search', { accountId, query })
  }

  /** Saves a file of the account's server where the user chooses. @param name the text of the file's link */
  async saveMedia(path: string, name?: string, accountId = this.#accountId()): Promise<void> {
    if (accountId === null) return
    const named = name === undefined ? {} : { name: name.slice(0, clientLimits.linkText.most) }
    const result = await this.#bridge.call('media.save', { accountId, path, ...named })
    if (!result.ok) this.#notify(sentenceOf(result.error))
    else if (result.value.isSaved) this.#notify(catalogue.screens.media.saved)
  }

  /** Returns the size of a picture that is too large to be shown; null if it is missing for another reason. */
  async tooLarge(accountId: string, path: string): Promise<PixelSize | null> {
    const result = await this.#bridge.call('media.tooLarge', { accountId, path })
    return result.ok ? result.value : null
  }

  /** Opens a message of the shown account on the web page of its server. */
  async openInBrowser(messageId: MessageId): Promise<void> {
    const server = this.#server()
    if (server === null || !URL.canParse(server)) return
    const { href: url } = new URL(`/#narrow/near/${messageId}`, server)
    this.#done(await this.#bridge.call('app.openLink', { url }))
  }

  /** Copies the address of a conversation or message of the shown account. */
  copyLink(route: LinkedRoute): void {
    const link = this.linkTo(route)
    if (link !== null) this.copyAddress(link)
  }

  /** Copies an address and shows whether that succeeded. */
  copyAddress(address: string): void {
    const { linkCopied, linkNotCopied } = catalogue.screens.menus
    this.#notify(copyText(address) ? linkCopied : linkNotCopied)
  }

  /** Copies the e-mail address of a person and shows whether that succeeded. */
  copyEmail(address: string): void {
    const { emailCopied, emailNotCopied } = catalogue.screens.menus
    this.#notify(copyText(address) ? emailCopied : emailNotCopied)
  }

  /** Returns the links in the name of a topic; none if the call fails. */
  async topicLinks(streamId: StreamId, topic: string): Promise<readonly TopicLink[]> {
    const result = await this.ask('topics.links', { streamId, topic })
    return result?.ok === true ? result.value : []
  }

  /** Returns the address of a conversation or message of the shown account; null if its server or user is unknown. */
  linkTo(route: LinkedRoute): string | null {
    const [server, selfId] = [this.#server(), this.#selfId()]
    return server === null || selfId === null || !URL.canParse(server) ? null : linkTo(server, selfId, route)
  }

  /** The address of the shown account's server, for links in its messages. */
  get server(): string | null {
    return this.#server()
  }

  /** Copies a block of code and shows whether that succeeded. */
  copyCode(code: string): void {
    const { codeCopied, codeNotCopied } = catalogue.screens.message.body
    this.#notify(copyText(code) ? codeCopied : codeNotCopied)
  }

  #done(result: Result<unknown> | null): boolean {
    if (result === null) return false
    if (!result.ok) this.#notify(sentenceOf(result.error))
    return result.ok
  }
}

/** Idempotency keys. A call that is repeated after a lost answer has the same id, by which the engine recognizes it. */
export class OnceIds {
  readonly #ids = new Map<string, string>()

  /** Returns the id of an operation, which stays the same until the operation is done. */
  idOf(thing: string): string {
    const id = this.#ids.get(thing) ?? crypto.randomUUID()
    this.#ids.set(thing, id)
    return id
  }

  /** Completes an operation. The next one with this name gets a new id. */
  done(thing: string): void {
    this.#ids.delete(thing)
  }
}
