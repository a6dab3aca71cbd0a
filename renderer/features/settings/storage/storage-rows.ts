import type { Snippet } from 'svelte'
import type { HistoryChoice, HistoryItem, HistoryRun, StorageMeta } from '#contract/storage/storage.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import { isolated } from '#i18n/names.ts'
import { formatLeft } from '#i18n/times.ts'
import { optionsOf, type SettingsRow } from '#renderer/parts/settings/settings-rows.ts'
import type { AccountsModel } from '#renderer/state/accounts-model.svelte.ts'
import type { StorageModel } from './storage-model.svelte.ts'

const t = catalogue.screens.settings.storage

/** The days from which the user chooses. */
const offeredDays = [30, 90, 365] as const

/** What draws itself in the section. */
export interface StorageSnippets {
  readonly use: Snippet
  readonly download: Snippet
  readonly list: Snippet
}

/** The parts of the page that the encryption uses. */
export type EncryptionPorts = Pick<AccountsModel, 'state' | 'encrypt'>

/** Returns the rows about what is stored on this computer. */
export function storageRows(
  model: StorageModel,
  snippets: StorageSnippets,
  accounts: EncryptionPorts,
): readonly SettingsRow[] {
  return [
    {
      kind: 'custom',
      legend: t.use.legend,
      title: t.use.legend,
      words: t.use.words,
      holds: 'computer',
      content: snippets.use,
    },
    {
      kind: 'action',
      legend: t.use.legend,
      title: t.free.title,
      hint: `${t.free.removes(removedBy(model))} ${t.free.stays}`,
      words: t.free.words,
      holds: 'computer',
      run: () => void model.free(),
    },
    keepRow(model),
    ...encryptionRows(accounts),
    {
      kind: 'custom',
      legend: t.download.legend,
      title: t.download.legend,
      words: t.download.words,
      holds: 'computer',
      content: snippets.download,
    },
    {
      kind: 'custom',
      legend: t.list.legend,
      title: t.list.legend,
      words: t.list.words,
      holds: 'computer',
      content: snippets.list,
    },
  ]
}

function removedBy({ meta, disk }: StorageModel): Parameters<typeof t.free.removes>[0] {
  const bytes = disk?.files.bytes ?? 0
  return { images: bytes === 0 ? null : catalogue.format.bytes(bytes), messages: meta?.surplus ?? 0 }
}

function keepRow(model: StorageModel): SettingsRow {
  const chosen = model.meta === null ? null : policyChoice(model.meta)
  const limit = model.meta === null || chosen === 'everything' ? null : model.meta.policy.maxBytes
  return {
    kind: 'choice',
    legend: t.keep.legend,
    title: t.keep.legend,
    hint: limit === null ? t.keep.hint : `${t.keep.hint} ${t.keep.limit(catalogue.format.bytes(limit))}`,
    words: t.keep.words,
    holds: 'computer',
    options: optionsOf<number | 'everything'>(
      chosen,
      choicesWith(chosen).map((choice) => [choice, choiceName(choice)] as const),
      (choice) => void model.keepOrganization(choice),
    ),
  }
}

function encryptionRows(accounts: EncryptionPorts): readonly SettingsRow[] {
  const encryption = accounts.state?.encryption
  if (encryption === undefined) return []
  const { isOn, progress, unfinished } = encryption
  const { running, hint } = t.encryption
  const state = progress !== null ? running(progress) : unfinished > 0 ? t.encryption.unfinished(unfinished) : null
  return [
    {
      kind: 'switch',
      legend: t.encryption.legend,
      title: t.encryption.title,
      hint: state === null ? hint : `${state} ${hint}`,
      words: t.encryption.words,
      holds: 'computer',
      isOn,
      change: (wish) => void accounts.encrypt(wish),
    },
  ]
}

/** Returns the choice for the organization. */
function policyChoice({ policy }: Pick<StorageMeta, 'policy'>): number | 'everything' {
  return policy.keepsEverything ? 'everything' : policy.days
}

/** Returns the choices, with the chosen one if it is none of the usual ones. */
function choicesWith(chosen: HistoryChoice | null): readonly (number | 'everything')[] {
  const days: number[] = [...offeredDays]
  if (typeof chosen === 'number' && !days.includes(chosen)) days.push(chosen)
  return [...days.sort((a, b) => a - b), 'everything']
}

function choiceName(choice: number | 'everything'): string {
  return choice === 'everything' ? t.keep.everything : choice === 365 ? t.keep.year : t.keep.days(choice)
}

/** Returns the choices for a container, of which the first is that of the organization. */
export function containerChoices(
  keeps: HistoryChoice,
): readonly { readonly choice: HistoryChoice; readonly label: string }[] {
  return [
    { choice: 'organization', label: t.keep.asOrganization },
    ...choicesWith(keeps).map((choice) => ({ choice, label: choiceName(choice) })),
  ]
}

/** Returns how far back a container is on this computer, with its number of messages, or how its download proceeds. */
export function reachText({ reach, messages, fetch, copy }: HistoryItem): string {
  const texts = t.list
  if (fetch?.kind === 'running') {
    return texts.running(fetch.fraction === null ? null : Math.floor(100 * fetch.fraction))
  }
  const copied =
    copy === null ? [] : [copy.at === null ? texts.notSubscribed : texts.copy(catalogue.format.date(copy.at))]
  const back = reach.kind === 'since' ? texts.reach.since(catalogue.format.date(reach.at)) : texts.reach[reach.kind]
  const parts = [
    ...(fetch?.kind === 'waiting' ? [texts.waiting] : []),
    back,
    ...copied,
    ...(messages === null || reach.kind === 'nothing' ? [] : [t.use.messageCount(messages)]),
  ]
  return parts.join(' · ')
}

/** What the section says about the running or ended download. */
export interface ShownDownload {
  readonly title: string
  readonly details: readonly string[]
  /** Why it makes no progress, as a sentence; null if there is nothing to say. */
  readonly problem: string | null
  readonly isRunning: boolean
  /** Whether it waits until the user continues it. */
  readonly isPaused: boolean
}

/** Returns what the section says about a download. */
export function shownDownload(run: HistoryRun): ShownDownload {
  const d = t.download
  if (run.waiting === 0) {
    const problem = run.failed === 0 ? null : d.failures(run.failed)
    return { title: d.done(run.messages), details: [], problem, isRunning: false, isPaused: false }
  }
  const date = run.reachedAt === null ? null : catalogue.format.date(run.reachedAt)
  const details = [
    d.so({ count: run.messages, date }),
    ...(run.waiting > 1 ? [d.waiting(run.waiting - 1)] : []),
    ...(run.leftMs === null ? [] : [d.left(formatLeft(run.leftMs))]),
  ]
  const isPaused = run.isPaused || (run.trouble?.kind === 'failed' && run.trouble.needsUser)
  const place = run.streamName === null ? d.directPlace : `#${isolated(run.streamName)}`
  return { title: isPaused ? d.paused : d.running(place), details, problem: problemOf(run), isRunning: true, isPaused }
}

function problemOf({ trouble, failed }: HistoryRun): string | null {
  const d = t.download
  switch (trouble?.kind) {
    case undefined:
      return failed === 0 ? null : d.failures(failed)
    case 'connection':
      return d.connection
    case 'rate_limited':
      return d.rateLimited
    case 'failed': {
      const sentence = d.failed(sentenceOf(trouble.failure))
      return trouble.needsUser ? sentence : `${sentence} ${d.again}`
    }
  }
}
