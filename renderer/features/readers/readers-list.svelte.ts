import type { Failure } from '#contract/base/failures.ts'
import type { Narrow, PersonName } from '#contract/base/values.ts'
import type { AddedPeople, ReaderItem, ReadersMeta } from '#contract/streams.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import { isolated, personName } from '#i18n/names.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { UserId } from '#shared/ids.ts'
import { ReplacedView } from '../../bridge/replaced-view.svelte.ts'
import type { ViewClient } from '../../bridge/view-client.svelte.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import { isSameNarrow } from '../../state/routes/routes.ts'
import { ListScroll } from '../../ui/list/list-scroll.ts'

/** The number of rows before the end at which more are requested. */
const nearEnd = 40

/** The heading of a part of the list. */
export interface ReadersHeading {
  readonly key: string
  readonly kind: 'heading'
  readonly part: ReaderItem['part']
  /** The number of people in the part. */
  readonly count: number
}

export type ReadersRow = ReaderItem | ReadersHeading

export interface ReadersPorts {
  readonly accountId: string
  readonly views: Pick<ViewClient, 'open' | 'close'>
  readonly calls: Pick<AccountCalls, 'askOf'>
  /** Shows a notice. */
  readonly notify: (sentence: string) => void
}

/** The people of the shown conversation: searched by name, with adding and removing subscribers. */
export class ReadersList {
  readonly scroll = new ListScroll(null)
  readonly #ports: ReadersPorts
  readonly #view: ReplacedView<'readers'>
  #narrow: Narrow
  #query = $state('')
  /** The length of the list at which more rows were requested last. */
  #askedFor = ''
  /** Whether people are being added. */
  isAdding = $state.raw(false)
  /** The people who are being removed. */
  #leaving = $state.raw<ReadonlySet<UserId>>(new Set())
  /** The person whose removal from a private stream the user is asked to confirm; null for none. */
  removing = $state.raw<ReaderItem | null>(null)

  constructor(narrow: Narrow, ports: ReadersPorts) {
    this.#ports = ports
    this.#narrow = narrow
    this.#view = new ReplacedView(ports.views, ports.accountId)
    this.#ask()
  }

  get meta(): ReadersMeta | null {
    return this.#view.shown?.meta ?? null
  }

  get failure(): Failure | null {
    return this.#view.shown?.failure ?? null
  }

  get people(): readonly ReaderItem[] {
    return this.#view.shown?.items ?? []
  }

  /** The people with the headings of the parts; a list of one part has none. */
  get rows(): readonly ReadersRow[] {
    const { meta, people } = this
    if (meta?.kind !== 'topic') return people
    const isReader = ({ part }: ReaderItem) => part === 'reader'
    const firstReader = people.findIndex(isReader)
    const [wroteHere, readers] =
      firstReader < 0 ? [people, []] : [people.slice(0, firstReader), people.slice(firstReader)]
    return [
      ...partOf('participant', meta.participants, wroteHere),
      ...partOf('reader', this.query === '' ? (meta.total ?? 0) : meta.found, readers),
    ]
  }

  /** The text of the search. */
  get query(): string {
    return this.#query
  }

  isLeaving(userId: UserId): boolean {
    return this.#leaving.has(userId)
  }

  search(text: string): void {
    if (text === this.#query) return
    this.#query = text
    this.#ask()
  }

  /** Shows the people of another conversation, all of them. */
  follow(narrow: Narrow): void {
    if (isSameNarrow(narrow, this.#narrow)) return
    this.#narrow = narrow
    this.#query = ''
    this.removing = null
    this.#ask()
  }

  /** Opens the list again after a failure. */
  retry(): void {
    if (this.failure === null) this.#ask()
    else this.#view.shown?.retry()
  }

  /** Requests more rows near the end of the list, once for each length of the list. */
  async reach(index: number): Promise<void> {
    const { shown } = this.#view
    if (shown?.meta?.hasMore !== true || index < this.rows.length - nearEnd) return
    const { accountId, viewId, engineEpoch, items } = shown
    const state = `${viewId} ${engineEpoch} ${items.length}`
    if (this.#askedFor === state) return
    this.#askedFor = state
    await this.#ports.calls.askOf(accountId, 'views.more', { viewId, direction: 'older' })
  }

  /** Adds people to the stream, and reports who was added and who was not. */
  async add(userIds: readonly UserId[]): Promise<void> {
    const narrow = this.#narrow
    if (narrow.kind === 'direct' || userIds.length === 0 || this.isAdding) return
    const { accountId, calls, notify } = this.#ports
    this.isAdding = true
    const result = await calls.askOf(accountId, 'streams.addPeople', { streamId: narrow.streamId, userIds })
    this.isAdding = false
    notify(result.ok ? addedSentence(result.value) : sentenceOf(result.error))
  }

  /** Removes a person from the stream. Who is removed from a private one cannot return alone, which is asked first. */
  async remove(person: ReaderItem): Promise<void> {
    if (this.meta?.stream?.isPrivate === true) this.removing = person
    else await this.#remove(person)
  }

  /** Removes the person after the user has confirmed that. */
  async confirmRemoving(): Promise<void> {
    const { removing } = this
    this.removing = null
    if (removing !== null) await this.#remove(removing)
  }

  async #remove(person: ReaderItem): Promise<void> {
    const narrow = this.#narrow
    if (narrow.kind === 'direct' || this.isLeaving(person.id)) return
    const { accountId, calls, notify } = this.#ports
    const { streamId } = narrow
    this.#leaving = new Set([...this.#leaving, person.id])
    const result = await calls.askOf(accountId, 'streams.removePerson', { streamId, userId: person.id })
    this.#leaving = new Set([...this.#leaving].filter((id) => id !== person.id))
    notify(result.ok ? catalogue.readers.removed(isolated(personName(person))) : sentenceOf(result.error))
  }

  close(): void {
    this.#view.close()
  }

  #ask(): void {
    const query = this.#query.slice(0, clientLimits.nameQuery.most)
    this.#view.ask({ type: 'readers', narrow: this.#narrow, query })
  }
}

function partOf(part: ReaderItem['part'], count: number, people: readonly ReaderItem[]): readonly ReadersRow[] {
  return people.length === 0 ? [] : [{ key: `heading:${part}`, kind: 'heading', part, count }, ...people]
}

/** Returns the sentences about the people whom the user wanted to add. */
export function addedSentence({ added, already, refused }: AddedPeople): string {
  const t = catalogue.readers
  const parts = [
    [added, t.added],
    [already, t.already],
    [refused, t.refused],
  ] as const
  return parts.flatMap(([people, sentence]) => sentenceAbout(people, sentence)).join(' ')
}

function sentenceAbout(
  [first, ...others]: readonly PersonName[],
  sentence: (people: { readonly name: string; readonly others: number }) => string,
): string[] {
  return first === undefined ? [] : [sentence({ name: isolated(personName(first)), others: others.length })]
}
