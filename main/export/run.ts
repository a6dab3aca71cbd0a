import type { ExportProgress } from '#contract/message-exports.ts'
import { openExportConnection, type ExportConnection } from '#engine/store/file/export-connection.ts'
import type { MessageRow } from '#engine/store/message-row.ts'
import type { Hours } from '#i18n/format.ts'
import type { UserId } from '#shared/ids.ts'
import { checkScript } from './assets/check-script.ts'
import { searchScript } from './assets/search-script.ts'
import { style } from './assets/style.ts'
import { ConversationLinks } from './conversation-links.ts'
import { ExportedFiles, filesIn, type CopyFile } from './files.ts'
import { ExportFolder } from './folder.ts'
import { conversationsJson, messageLine, timeOrNull } from './json-messages.ts'
import { addressOf } from './names.ts'
import { pageEnd, pageStart, partsHtml, nameHtml } from './pages/document.ts'
import { pageFile, periodText, writeLists } from './pages/lists.ts'
import { MessagePage, type MessageContext } from './pages/messages.ts'
import { planExport, type ExportPlan, type PlannedConversation, type PlannedPage } from './plan.ts'
import type { ExportRequest, ExportResult } from './protocol.ts'
import { SearchIndex } from './search-index.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { escapeText } from '#engine/state/content/markup.ts'
import { personName } from '#i18n/names.ts'

/** This many rows are read and written in one step. */
const rowsOfStep = 250
/** The form of the folder. A change that readers have to know about increases it. */
const formatVersion = 1

/** What the export needs of its thread. */
export interface ExportPorts {
  readonly copyFile: CopyFile
  readonly onProgress: (progress: ExportProgress) => void
  /** Lets messages of other threads be delivered between two steps. */
  readonly breathe: () => Promise<void>
}

/**
 * Writes an export into its folder.
 * @throws FailureError if the folder cannot be written, the reason of `signal` if it is aborted, and SQLite's error if
 * the account's file cannot be read
 */
export async function runExport(
  request: ExportRequest,
  ports: ExportPorts,
  signal: AbortSignal,
): Promise<ExportResult> {
  const source = openExportConnection(request.database, request.key)
  try {
    return await new Export(request, ports, signal, source).run()
  } finally {
    source.close()
  }
}

/** One export. */
class Export {
  readonly #request: ExportRequest
  readonly #ports: ExportPorts
  readonly #signal: AbortSignal
  readonly #source: ExportConnection
  readonly #folder: ExportFolder
  readonly #files: ExportedFiles
  readonly #hours: Hours
  /** The origin of the organization, in whose form the stored HTML has its addresses. */
  readonly #origin: string
  readonly #senders = new Set<UserId>()
  #messages = 0

  constructor(request: ExportRequest, ports: ExportPorts, signal: AbortSignal, source: ExportConnection) {
    this.#request = request
    this.#ports = ports
    this.#signal = signal
    this.#source = source
    this.#folder = new ExportFolder(request.folder)
    this.#files = new ExportedFiles(this.#folder)
    const address = source.organization()?.realmUri ?? ''
    this.#origin = URL.canParse(address) ? new URL(address).origin : request.origin
    this.#hours = hoursOf(source.isTwentyFourHours())
  }

  async run(): Promise<ExportResult> {
    const { narrow, form, withFiles } = this.#request
    this.#ports.onProgress({ kind: 'preparing' })
    const plan = await planExport(this.#source, narrow, () => this.#breathe())
    if (withFiles) await this.#copyFiles(plan)
    if (form === 'html') await this.#writePages(plan)
    else await this.#writeJson(plan)
    this.#folder.write('check.mjs', checkScript)
    this.#writeManifest(plan)
    return {
      messages: this.#messages,
      files: this.#files.copied,
      missingFiles: this.#files.missing.length,
      gaps: plan.gaps.length,
    }
  }

  async #breathe(): Promise<void> {
    await this.#ports.breathe()
    this.#signal.throwIfAborted()
  }

  async #copyFiles({ conversations }: ExportPlan): Promise<void> {
    for (const { conversation, pages } of conversations) {
      const high = pages.at(-1)?.high ?? 0
      let after = 0
      for (;;) {
        const rows = this.#source.contentsWithFiles(conversation, after, high, rowsOfStep)
        for (const { content } of rows) {
          for (const path of filesIn(content, this.#origin)) this.#files.want(path)
        }
        await this.#breathe()
        if (rows.length < rowsOfStep) break
        after = rows.at(-1)?.id ?? high
      }
    }
    let done = 0
    const total = this.#files.wanted
    const report = () => {
      this.#ports.onProgress({ kind: 'files', done, total })
    }
    if (total > 0) report()
    await this.#files.copy(this.#ports.copyFile, this.#signal, () => {
      done += 1
      report()
    })
  }

  /** Reads the rows of a page in steps. */
  async *#rows(planned: PlannedConversation, { after, high }: PlannedPage, total: number): AsyncGenerator<MessageRow> {
    let last = after
    for (;;) {
      const rows = this.#source.rows(planned.conversation, last, high, rowsOfStep)
      for (const row of rows) {
        this.#senders.add(row.sender_id)
        this.#messages += 1
        yield row
      }
      this.#ports.onProgress({ kind: 'messages', done: Math.min(this.#messages, total), total })
      await this.#breathe()
      if (rows.length < rowsOfStep) return
      last = rows.at(-1)?.id ?? high
    }
  }

  /** The targets of links and files as seen from a page in a folder of the export. */
  #context(plan: ExportPlan): MessageContext {
    const links = new ConversationLinks(this.#source, plan)
    return {
      targets: {
        origin: this.#origin,
        hours: this.#hours,
        file: (path) => {
          const copied = this.#files.find(path)
          return copied === undefined ? null : { ...copied, address: `../${addressOf(copied.file)}` }
        },
        conversation: (link) => (this.#request.form === 'html' ? links.find(link) : null),
      },
      name: (id) => plan.people.get(id)?.name ?? null,
    }
  }

  async #writePages(plan: ExportPlan): Promise<void> {
    const { title } = this.#request
    const context = this.#context(plan)
    const index = new SearchIndex(this.#folder)
    this.#folder.write('assets/style.css', style)
    this.#folder.write('assets/search.js', searchScript)
    for (const planned of plan.conversations) await this.#writeConversation(planned, plan, { context, index })
    index.end()
    writeLists(this.#folder, plan, {
      title,
      organization: this.#source.organization()?.name ?? '',
      exportedAt: this.#request.startedAt,
      knownUntil: this.#source.polledAt(),
      timeZone: timeZone(),
      hours: this.#hours,
      version: this.#request.version,
      files: this.#files.copied,
      missing: this.#files.missing,
      searchFiles: index.files,
    })
  }

  async #writeConversation(
    planned: PlannedConversation,
    { messages: total, people }: ExportPlan,
    { context, index }: { readonly context: MessageContext; readonly index: SearchIndex },
  ): Promise<void> {
    const t = catalogue.exporting.document
    const place = planned.stream === null ? t.directMessages : t.stream(planned.stream.name)
    const parts = planned.pages.map(({ from, to }, page) => ({
      address: `../${addressOf(pageFile(planned, page))}`,
      label: periodText(from, to),
    }))
    for (const [page, part] of planned.pages.entries()) {
      const file = pageFile(planned, page)
      const whole = `${place} › ${planned.title}`
      index.begin(addressOf(file), whole)
      const open = this.#folder.open(file)
      open.write(pageStart({ title: whole, exportTitle: this.#request.title, top: '../' }))
      open.write(
        `<h1>${nameHtml(planned.title)}</h1>\n<p>${nameHtml(place)} · ${escapeText(t.messages(planned.count))}</p>\n`,
      )
      open.write(partsHtml(parts, page))
      const drawn = new MessagePage(planned, part.after, context)
      let html = ''
      for await (const row of this.#rows(planned, part, total)) {
        html += drawn.message(row)
        index.add(row, personName({ id: row.sender_id, name: people.get(row.sender_id)?.name ?? null }))
        if (html.length > 200_000) {
          open.write(html)
          html = ''
        }
      }
      open.write(html + drawn.end(part.high) + partsHtml(parts, page) + pageEnd())
      open.end()
    }
  }

  async #writeJson(plan: ExportPlan): Promise<void> {
    const { targets } = this.#context(plan)
    for (const planned of plan.conversations) {
      const open = this.#folder.open(`${planned.stem}.jsonl`)
      for (const part of planned.pages) {
        let lines = ''
        for await (const row of this.#rows(planned, part, plan.messages)) {
          lines += messageLine(row, targets, plan.people)
          if (lines.length < 200_000) continue
          open.write(lines)
          lines = ''
        }
        open.write(lines)
      }
      open.end()
    }
    this.#folder.write('conversations.json', conversationsJson(plan, this.#senders))
  }

  #writeManifest(plan: ExportPlan): void {
    const { title, narrow, form, withFiles, version, startedAt } = this.#request
    const organization = this.#source.organization()
    const polledAt = this.#source.polledAt()
    const manifest = {
      format: 'skein-export',
      version: formatVersion,
      form,
      program: `Skein ${version}`,
      exported: new Date(startedAt).toISOString(),
      knownUntil: polledAt === null ? null : new Date(polledAt).toISOString(),
      timeZone: timeZone(),
      organization: { name: organization?.name ?? null, server: this.#origin },
      userId: organization?.selfId ?? null,
      scope: narrow ?? { kind: 'organization' },
      title,
      withFiles,
      messages: this.#messages,
      gaps: plan.gaps.map(({ stream, conversation, after, before }) => ({
        stream,
        conversation,
        after: timeOrNull(after),
        before: timeOrNull(before),
      })),
      missingFiles: this.#files.missing.map(({ path, failure }) => ({ path, reason: failure.code })),
      files: this.#folder.files,
    }
    this.#folder.write('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`)
  }
}

/** The hours of the clock: those of the account, or those of this computer. */
function hoursOf(isTwentyFourHours: boolean | null): Hours {
  if (isTwentyFourHours !== null) return isTwentyFourHours ? 24 : 12
  return new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 === true ? 12 : 24
}

/** The time zone of this computer, in which days are divided. */
function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
