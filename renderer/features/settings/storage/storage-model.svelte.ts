import type { Bridge } from '#contract/bridge.ts'
import type { Failure, Result } from '#contract/base/failures.ts'
import type {
  DiskUse,
  HistoryChoice,
  HistoryContainer,
  HistoryItem,
  HistoryScope,
  StorageMeta,
} from '#contract/storage/storage.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import { MoreRows } from '#renderer/bridge/more-rows.ts'
import { ReplacedView } from '#renderer/bridge/replaced-view.svelte.ts'
import type { ScreenPorts } from '#renderer/state/routes/screen-state.ts'

const t = catalogue.screens.settings.storage

/** What is stored of an account on this computer, and what the user does about it. */
export class StorageModel {
  readonly #accountId: string
  readonly #bridge: Bridge
  readonly #calls: Pick<ScreenPorts['calls'], 'askOf'>
  readonly #notify: (sentence: string) => void
  readonly #view: ReplacedView<'storage'>
  readonly #more: MoreRows
  #text = $state('')
  #disk = $state.raw<DiskUse | null>(null)
  #isBusy = $state.raw(false)
  #isOpen = false

  constructor(
    accountId: string,
    { bridge, views, calls, notify }: Pick<ScreenPorts, 'bridge' | 'views' | 'calls' | 'notify'>,
  ) {
    this.#accountId = accountId
    this.#bridge = bridge
    this.#calls = calls
    this.#notify = notify
    this.#view = new ReplacedView(views, accountId)
    this.#more = new MoreRows(bridge)
  }

  /** Null until the view is loaded. */
  get meta(): StorageMeta | null {
    return this.#view.shown?.meta ?? null
  }

  get items(): readonly HistoryItem[] {
    return this.#view.shown?.items ?? []
  }

  get failure(): Failure | null {
    return this.#view.shown?.failure ?? null
  }

  /** The text of the search for streams. */
  get text(): string {
    return this.#text
  }

  /** The files of the account; null until they are measured. */
  get disk(): DiskUse | null {
    return this.#disk
  }

  /** Whether space is being freed. */
  get isBusy(): boolean {
    return this.#isBusy
  }

  /** Opens the view, once. */
  open(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    this.#view.ask({ type: 'storage', text: this.#text })
  }

  /** Measures the files on the disk. */
  async measure(): Promise<void> {
    const result = await this.#bridge.call('storage.disk', { accountId: this.#accountId })
    if (result.ok) this.#disk = result.value
  }

  retry(): void {
    this.#view.shown?.retry()
  }

  search(text: string): void {
    this.#text = text.slice(0, clientLimits.nameQuery.most)
    this.#view.ask({ type: 'storage', text: this.#text })
  }

  /** Lists more streams. */
  async showMore(): Promise<void> {
    const view = this.#view.shown
    if (view !== null) await this.#more.reach(view, view.items.length)
  }

  /** Sets how much of the organization's past is kept. */
  async keepOrganization(keeps: number | 'everything'): Promise<void> {
    const policy = keeps === 'everything' ? { keepsEverything: true } : { keepsEverything: false, days: keeps }
    this.#done(await this.#calls.askOf(this.#accountId, 'cache.policy', policy))
  }

  /** Sets how much of a container's past is kept. */
  async keep(container: HistoryContainer, keeps: HistoryChoice): Promise<void> {
    this.#done(await this.#calls.askOf(this.#accountId, 'storage.keep', { container, keeps }))
  }

  /** Begins to download all messages. */
  async download(scope: HistoryScope): Promise<void> {
    const result = await this.#calls.askOf(this.#accountId, 'storage.fetch', { scope })
    if (this.#done(result) && result.ok && result.value.count === 0) this.#notify(t.download.nothing)
  }

  /** Pauses or continues the download, or changes its limit in kB/s, null for none. */
  async run(change: { readonly isPaused?: boolean; readonly rate?: number | null }): Promise<void> {
    this.#done(await this.#calls.askOf(this.#accountId, 'storage.run', change))
  }

  /** Cancels a download, or dismisses an ended one. */
  async cancel(scope: HistoryScope): Promise<void> {
    this.#done(await this.#calls.askOf(this.#accountId, 'storage.cancel', { scope }))
  }

  /** Removes the images and the messages that are older than what is kept. */
  async free(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    const files = await this.#bridge.call('storage.freeFiles', { accountId: this.#accountId })
    const evicted = await this.#calls.askOf(this.#accountId, 'storage.evict', {})
    this.#isBusy = false
    if (this.#done(files) && this.#done(evicted) && files.ok && evicted.ok) {
      const images = files.value.bytes === 0 ? null : catalogue.format.bytes(files.value.bytes)
      this.#notify(t.free.removed({ images, messages: evicted.value.count }))
    }
    await this.measure()
  }

  close(): void {
    this.#view.close()
  }

  #done(result: Result<unknown>): boolean {
    if (!result.ok) this.#notify(sentenceOf(result.error))
    return result.ok
  }
}
