import type { FileFilters, FileOutcome, UploadItem } from '#contract/attachments.ts'
import type { Failure, Result } from '#contract/base/failures.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { FileSort } from '#contract/base/choices.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import { MoreRows } from '../../bridge/more-rows.ts'
import { ReplacedView } from '../../bridge/replaced-view.svelte.ts'
import type { LiveView } from '../../bridge/view-client.svelte.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import { ListScreenState } from '../../state/routes/list-screen-state.ts'
import type { Route } from '../../state/routes/routes.ts'
import type { ScreenPorts, ScreenVisit } from '../../state/routes/screen-state.ts'
import { noFilters, readChoices, textOf, type FileChoices } from './kept-choices.ts'

const step = clientLimits.filesStep.most
const mostListed = clientLimits.attachments.most
/** The largest number of files that are selected, since one call deletes them. */
const mostChosen = clientLimits.deletedFiles.most

/** The question whether to delete files. */
export interface DeletionQuestion {
  readonly files: readonly UploadItem[]
  /** Whether the deletion runs. */
  readonly isPending: boolean
  /** The failure of the whole deletion; null if there is none. */
  readonly failure: Failure | null
}

/** The outcome of the last deletion. */
export interface DeletionReport {
  /** All files that were to be deleted. */
  readonly files: readonly UploadItem[]
  /** The files that were not deleted, or may not have been, with the reasons. */
  readonly kept: readonly { readonly file: UploadItem; readonly failure: Failure }[]
}

/** The files that the user has uploaded: searched, filtered, sorted, selected and deleted. */
export class FilesScreen extends ListScreenState<'uploads'> {
  readonly route: Route = { kind: 'files' }
  readonly accountId: string
  readonly #calls: Pick<AccountCalls, 'askOf'>
  readonly #notify: (sentence: string) => void
  readonly #view: ReplacedView<'uploads'>
  readonly #more: MoreRows
  #choices = $state.raw<FileChoices>(readChoices(''))
  #chosenIds = $state.raw<ReadonlySet<number>>(new Set())
  /** The file from which a range is selected; null for none. */
  #anchor: number | null = null
  #deleting = $state.raw<ReadonlySet<number>>(new Set())
  #question = $state.raw<DeletionQuestion | null>(null)
  #report = $state.raw<DeletionReport | null>(null)
  #isClosed = false
  /** The selected files that are listed. One that was deleted elsewhere is not selected any more. */
  readonly chosen: readonly UploadItem[] = $derived.by(() => {
    const ids = this.#chosenIds
    return ids.size === 0 ? [] : this.items.filter(({ id }) => ids.has(id))
  })

  constructor(
    { accountId, position, text }: Pick<ScreenVisit, 'accountId' | 'position' | 'text'>,
    { bridge, views, calls, notify }: Pick<ScreenPorts, 'bridge' | 'views' | 'calls' | 'notify'>,
  ) {
    super(position)
    this.accountId = accountId
    this.#calls = calls
    this.#notify = notify
    this.#more = new MoreRows(bridge)
    this.#view = new ReplacedView(views, accountId)
    // The first state reaches down to the row to which the list returns.
    this.#change(readChoices(text), Math.min((position?.index ?? 0) + step, mostListed))
  }

  protected get shown(): LiveView<'uploads'> | null {
    return this.#view.shown
  }

  /** The text of the search. */
  get query(): string {
    return this.#choices.text
  }

  get filters(): FileFilters {
    return this.#choices.filters
  }

  get sort(): FileSort {
    return this.#choices.sort
  }

  /** Whether the list has only some files. */
  get isFiltered(): boolean {
    return this.query.trim() !== '' || this.filters.kind !== null || this.filters.isUnused
  }

  /** The search, the filters and the order, which a return to this visit restores. */
  get text(): string {
    return textOf(this.#choices)
  }

  /** The open question whether to delete files; null if none is open. */
  get question(): DeletionQuestion | null {
    return this.#question
  }

  /** The outcome of the last deletion; null if there is none to report. */
  get report(): DeletionReport | null {
    return this.#report
  }

  search(text: string): void {
    if (text !== this.query) this.#change({ ...this.#choices, text: text.slice(0, clientLimits.nameQuery.most) })
  }

  filter(change: Partial<FileFilters>): void {
    this.#change({ ...this.#choices, filters: { ...this.filters, ...change } })
  }

  sortBy(sort: FileSort): void {
    if (sort !== this.sort) this.#change({ ...this.#choices, sort })
  }

  /** Lists all files again. */
  clear(): void {
    this.#change({ ...this.#choices, text: '', filters: noFilters })
  }

  isChosen({ id }: UploadItem): boolean {
    return this.#chosenIds.has(id)
  }

  isDeleting({ id }: UploadItem): boolean {
    return this.#deleting.has(id)
  }

  /** Selects a file, or ends its selection. A range begins there. */
  toggle({ id }: UploadItem): void {
    this.#anchor = id
    const chosen = new Set(this.chosen.map((file) => file.id))
    if (!chosen.delete(id) && chosen.size < mostChosen) chosen.add(id)
    this.#chosenIds = chosen
  }

  /** Selects the files from the last one that was selected, or else from `from`, to this one, and no others. */
  chooseTo({ id }: UploadItem, from: UploadItem): void {
    const indexOf = (wanted: number | null) => this.items.findIndex((file) => file.id === wanted)
    const anchor = indexOf(this.#anchor)
    const [start, end] = [anchor < 0 ? indexOf(from.id) : anchor, indexOf(id)]
    if (start < 0 || end < 0) return
    this.#anchor = this.items[start]?.id ?? null
    const range = this.items.slice(Math.min(start, end), Math.max(start, end) + 1)
    // Of too many files, those next to the first one are selected.
    const chosen = start <= end ? range.slice(0, mostChosen) : range.slice(-mostChosen)
    this.#chosenIds = new Set(chosen.map((file) => file.id))
  }

  /** The number of files that `chooseAll` selects if that is not all of them; null if it is. */
  get chosenAtOnce(): number | null {
    return (this.meta?.found ?? 0) > mostChosen ? mostChosen : null
  }

  /** Whether no further file can be selected. */
  get isFull(): boolean {
    return this.chosen.length >= mostChosen
  }

  /** Selects all listed files, as many as one deletion may have. */
  chooseAll(): void {
    this.#chosenIds = new Set(this.items.slice(0, mostChosen).map(({ id }) => id))
  }

  chooseNone(): void {
    this.#anchor = null
    this.#chosenIds = new Set()
  }

  /** Asks whether to delete the selected files, or only another file. @param file null for the selected ones */
  askToDelete(file: UploadItem | null): void {
    const files = file === null || this.isChosen(file) ? this.chosen : [file]
    const open = files.filter((each) => !this.isDeleting(each))
    if (open.length > 0) this.#question = { files: open, isPending: false, failure: null }
  }

  /** Closes the question. A deletion that runs goes on. */
  closeQuestion(): void {
    this.#question = null
  }

  /** Deletes the files of the question. A failure of the whole deletion keeps the question open. */
  async confirm(): Promise<void> {
    const question = this.#question
    if (question === null || question.isPending) return
    const { files } = question
    const pending: DeletionQuestion = { ...question, isPending: true, failure: null }
    this.#question = pending
    this.#report = null
    const ids = files.map(({ id }) => id)
    this.#deleting = new Set([...this.#deleting, ...ids])
    const result = await this.#calls.askOf(this.accountId, 'files.delete', { fileIds: ids })
    this.#deleting = new Set([...this.#deleting].filter((id) => !ids.includes(id)))
    const isOpen = this.#question === pending
    if (!result.ok && isOpen) {
      this.#question = { ...pending, isPending: false, failure: result.error }
      return
    }
    if (isOpen) this.#question = null
    this.#tell(reportOf(files, result))
  }

  /** Shows the outcome, as a notice if the screen was left. */
  #tell(report: DeletionReport): void {
    const keptIds = new Set(report.kept.map(({ file }) => file.id))
    const doneIds = new Set(report.files.map(({ id }) => id).filter((id) => !keptIds.has(id)))
    this.#chosenIds = new Set([...this.#chosenIds].filter((id) => !doneIds.has(id)))
    this.#report = report
    if (!this.#isClosed) return
    const [first] = report.kept
    const { deleted, keptBecause } = catalogue.files.report
    this.#notify(
      first === undefined
        ? deleted(doneIds.size)
        : keptBecause({ count: keptIds.size, reason: sentenceOf(first.failure) }),
    )
  }

  dismissReport(): void {
    this.#report = null
  }

  /** Requests more rows near the end of the list, once for each length of the list. */
  async reach(index: number): Promise<void> {
    const { shown } = this.#view
    if (shown !== null) await this.#more.reach(shown, index)
  }

  #change(choices: FileChoices, rows = step): void {
    const isSameList = choices.text === this.query && choices.filters === this.filters
    this.#choices = choices
    if (!isSameList) this.chooseNone()
    const { text, filters, sort } = choices
    this.#view.ask({ type: 'uploads', text: text.slice(0, clientLimits.nameQuery.most), filters, sort, rows })
  }

  close(): void {
    this.#isClosed = true
    this.#view.close()
  }
}

function reportOf(files: readonly UploadItem[], result: Result<readonly FileOutcome[]>): DeletionReport {
  const failures = new Map(result.ok ? result.value.map(({ fileId, failure }) => [fileId, failure]) : [])
  const failureOf = ({ id }: UploadItem) => (result.ok ? (failures.get(id) ?? null) : result.error)
  const kept = files.flatMap((file) => {
    const failure = failureOf(file)
    return failure === null ? [] : [{ file, failure }]
  })
  return { files, kept }
}
