import type { MessageId, StreamId, UserId } from '#shared/ids.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { EngineCallName, Input, Output } from '#contract/calls.ts'
import type { LastWritten } from '#contract/calls/messages.ts'
import type { SubscriptionProperty } from '#contract/calls/streams.ts'
import type { WidgetAct } from '#contract/calls/widgets.ts'
import type { EmojiChoice } from '#contract/calls/emoji.ts'
import type { FoundPerson } from '#contract/resources/people.ts'
import type { Narrow, PersonRef, PixelSize, Result, TopicLink } from '#contract/values.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { sentenceOf, catalogue } from '#i18n/catalogue.ts'
import { linkTo, type LinkedRoute } from '../app/written-links.ts'
import { AllRead } from '../reading/all-read.svelte.ts'
import { copyText } from '../ui/copy-text.ts'
import { OnceIds } from './once-ids.ts'

export interface AccountCallsPorts {
  readonly bridge: Bridge
  /** The shown account; null if none is. */
  readonly accountId: () => string | null
  /** The address of its server. */
  readonly server: () => string | null
  /** The user of the account; null until it is known. */
  readonly selfId: () => UserId | null
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
  readonly #selfId: () => UserId | null
  readonly #flush: () => Promise<void>
  readonly #tell: (sentence: string) => void
  readonly #sendings = new OnceIds()
  /** Marks whole conversations as read. */
  readonly allRead: AllRead

  constructor({ bridge, accountId, server, selfId, flush, tell }: AccountCallsPorts) {
    this.#bridge = bridge
    this.#accountId = accountId
    this.#server = server
    this.#selfId = selfId
    this.#flush = flush
    this.#tell = tell
    this.allRead = new AllRead({ bridge, accountId, tell })
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

  /** Gives a draft another conversation. Returns whether it was done. */
  async addressDraft(draftId: string, narrow: Narrow): Promise<boolean> {
    return this.#done(await this.ask('drafts.address', { draftId, narrow: narrow }))
  }

  /** Calls the account's engine, and leaves a refusal to the caller; null if no account is shown. */
  async ask<N extends EngineCallName>(name: N, input: Omit<Input<N>, 'accountId'>): Promise<Result<Output<N>> | null> {
    const accountId = this.#accountId()
    if (accountId === null) return null
    return this.askOf(accountId, name, input)
  }

  /** Calls the engine of any account, and leaves a refusal to the caller. */
  askOf<N extends EngineCallName>(
    accountId: string,
    name: N,
    input: Omit<Input<N>, 'accountId'>,
  ): Promise<Result<Output<N>>> {
    return this.#bridge.call(name, { ...input, accountId } as Input<N>) // with what was left out
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

  /** Joins or leaves a stream. Returns whether it was done. */
  async joinStream(streamId: StreamId, isJoined: boolean): Promise<boolean> {
    return this.#done(await this.ask(isJoined ? 'streams.join' : 'streams.leave', { streamId }))
  }

  /** Does something with a poll or a to-do list. Returns whether it is in the outbox. */
  async actOnWidget(messageId: MessageId, act: WidgetAct): Promise<boolean> {
    const thing = `${messageId} ${JSON.stringify(act)}`
    const localId = this.#sendings.idOf(thing)
    const isDone = this.#done(await this.ask('widgets.act', { messageId, localId, act }))
    if (isDone) this.#sendings.done(thing)
    return isDone
  }

  /** Takes back an action that has failed. */
  async withdraw(localId: string): Promise<void> {
    this.#done(await this.ask('outbox.discard', { localId }))
  }

  async mutePerson(userId: UserId, isMuted: boolean): Promise<void> {
    this.#done(await this.ask('people.mute', { userId, isMuted }))
  }

  async mutedPeople(): Promise<readonly PersonRef[]> {
    const result = await this.ask('people.muted', {})
    return result?.ok === true ? result.value : []
  }

  /** @param accountId whose emoji; null for the shown account */
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

  /** Takes a waiting message back into the composer. */
  async cancelMessage(localId: string): Promise<void> {
    const accountId = this.#accountId()
    if (accountId === null) return
    await this.#flush()
    const result = await this.#bridge.call('outbox.cancel', { accountId, localId })
    this.#done(result)
  }

  /** Takes what the user wrote last in a conversation for editing. */
  lastWritten(accountId: string, narrow: Narrow): Promise<Result<LastWritten>> {
    return this.#bridge.call('messages.editLast', { accountId, narrow })
  }

  /** @param accountId by default the shown account */
  async searchPeople(query: string, accountId = this.#accountId()): Promise<Result<readonly FoundPerson[]>> {
    if (accountId === null) return { ok: true, value: [] }
    return this.#bridge.call('people.search', { accountId, query })
  }

  /** Saves a file of an account's server, by default the shown account's, where the user chooses; `name` is what its link shows. */
  async saveMedia(path: string, name?: string, accountId = this.#accountId()): Promise<void> {
    if (accountId === null) return
    const named = name === undefined ? {} : { name: name.slice(0, clientLimits.linkText.most) }
    const result = await this.#bridge.call('media.save', { accountId, path, ...named })
    if (!result.ok) this.#tell(sentenceOf(result.error))
    else if (result.value.isSaved) this.#tell(catalogue.screens.media.saved)
  }

  /** The size of a picture that is too large to be shown; null where that is not why it is missing. */
  async tooLarge(accountId: string, path: string): Promise<PixelSize | null> {
    const result = await this.#bridge.call('media.tooLarge', { accountId, path })
    return result.ok ? result.value : null
  }

  /** Shows a message of the shown account in the server's own page. */
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

  /** Copies an address. */
  copyAddress(address: string): void {
    const { linkCopied, linkNotCopied } = catalogue.screens.menus
    this.#tell(copyText(address) ? linkCopied : linkNotCopied)
  }

  /** The links in the name of a topic; none while they are not known. */
  async topicLinks(streamId: StreamId, topic: string): Promise<readonly TopicLink[]> {
    const result = await this.ask('topics.links', { streamId, topic })
    return result?.ok === true ? result.value : []
  }

  /** The address of a conversation or message of the shown account; null where its server or user is not known. */
  linkTo(route: LinkedRoute): string | null {
    const [server, selfId] = [this.#server(), this.#selfId()]
    return server === null || selfId === null || !URL.canParse(server) ? null : linkTo(server, selfId, route)
  }

  /** The address of the shown account's server, for links in its messages. */
  get server(): string | null {
    return this.#server()
  }

  /** Copies a block of code. */
  copyCode(code: string): void {
    const { codeCopied, codeNotCopied } = catalogue.screens.message.body
    this.#tell(copyText(code) ? codeCopied : codeNotCopied)
  }

  #done(result: Result<unknown> | null): boolean {
    if (result === null) return false
    if (!result.ok) this.#tell(sentenceOf(result.error))
    return result.ok
  }
}
