import { escapeAttribute, escapeText } from '#engine/state/content/markup.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { Hours } from '#i18n/format.ts'
import { formatFull } from '#i18n/times.ts'
import type { MissingFile } from '../files.ts'
import { addressOf, numberedName } from '../names.ts'
import type { ExportPlan, PlannedConversation, StatedGap } from '../plan.ts'
import type { ExportFolder } from '../folder.ts'
import { nameHtml, pageEnd, pageStart, partsHtml } from './document.ts'

/** The texts of the export, in the language that its thread speaks. */
const t = () => catalogue.exporting.document
/** A list has at most this many conversations on one page. */
const mostOnPage = 1_000
/** So many conversations are listed on the first page itself. */
const mostOnFirst = 300
/** A contact with the server within this time before the export is not mentioned, in milliseconds. */
const recentMs = 300_000
/** The first page names this many gaps and missing files; the manifest has all of them. */
const mostNamed = 100

/** What the first page says about the export. */
export interface ExportFacts {
  readonly title: string
  readonly organization: string
  /** UNIX milliseconds. */
  readonly exportedAt: number
  /** The time up to which the messages are known, UNIX milliseconds; null if it is unknown. */
  readonly knownUntil: number | null
  readonly timeZone: string
  readonly hours: Hours
  readonly version: string
  readonly files: number
  readonly missing: readonly MissingFile[]
  /** The number of files of the search. */
  readonly searchFiles: number
}

interface ListGroup {
  readonly title: string
  readonly conversations: readonly PlannedConversation[]
}

/** Returns the file of a page of a conversation. */
export function pageFile({ stem }: PlannedConversation, page: number): string {
  return page === 0 ? `${stem}.html` : `${stem}.${page + 1}.html`
}

/** Writes the first page, and the pages of long lists. */
export function writeLists(folder: ExportFolder, plan: ExportPlan, facts: ExportFacts): void {
  const groups = groupsOf(plan.conversations)
  const isShort = plan.conversations.length <= mostOnFirst
  const listed = groups.map((group, index) =>
    isShort ? groupHtml(group, '') : groupLink(group, writeGroup(folder, group, index + 1, facts)),
  )
  const lists = isShort ? listed.join('') : `<ul class="groups">${listed.join('')}</ul>\n`
  folder.write(
    'index.html',
    `${pageStart({ title: facts.title, exportTitle: facts.title, top: '' })}${headHtml(plan, facts)}
<section id="results" hidden data-files="${facts.searchFiles}" data-locale="${escapeAttribute(t().locale)}" data-zone="${escapeAttribute(facts.timeZone)}" data-hours="${facts.hours}"
 data-searching="${escapeAttribute(t().searching)}" data-none="${escapeAttribute(t().nothingFound)}" data-found="${escapeAttribute(t().found)}"
 data-more="${escapeAttribute(t().onlyNewest)}" data-failed="${escapeAttribute(t().searchFailed)}">
<h2>${escapeText(t().results)}</h2>
<p id="outcome" role="status"></p>
<ol></ol>
</section>
${lists}${gapsHtml(plan.gaps, facts.hours)}${missingHtml(facts.missing)}${pageEnd(['assets/search.js'])}`,
  )
}

function headHtml(plan: ExportPlan, facts: ExportFacts): string {
  const { exportedAt, knownUntil, hours } = facts
  const isRecent = knownUntil !== null && exportedAt - knownUntil < recentMs
  const known =
    knownUntil === null || isRecent
      ? ''
      : `<p>${escapeText(t().knownUntil(formatFull(knownUntil / 1000, hours)))}</p>\n`
  return `<h1>${nameHtml(facts.title)}</h1>
<p>${escapeText(t().summary({ organization: facts.organization, messages: plan.messages, files: facts.files }))}</p>
<p>${escapeText(t().exported({ when: formatFull(exportedAt / 1000, hours), version: facts.version, zone: facts.timeZone }))}</p>
${known}`
}

function groupsOf(conversations: readonly PlannedConversation[]): ListGroup[] {
  return [...Map.groupBy(conversations, ({ stream }) => stream?.id ?? null).values()].map((members) => {
    const stream = members[0]?.stream ?? null
    return { title: stream === null ? t().directMessages : t().stream(stream.name), conversations: members }
  })
}

function groupHtml({ title, conversations }: ListGroup, top: string): string {
  return `<section class="list">\n<h2>${nameHtml(title)}</h2>\n${conversationsHtml(conversations, top)}</section>\n`
}

function groupLink({ title, conversations }: ListGroup, file: string): string {
  const count = conversations.reduce((sum, conversation) => sum + conversation.count, 0)
  return `<li><a href="${escapeAttribute(addressOf(file))}">${nameHtml(title)}</a> <span class="count">${escapeText(t().messages(count))}</span></li>`
}

/** Writes the list of a group on pages of its own, and returns the first of them. */
function writeGroup(
  folder: ExportFolder,
  { title, conversations }: ListGroup,
  number: number,
  facts: ExportFacts,
): string {
  const stem = `lists/${numberedName(number, title)}`
  const pages = Math.ceil(conversations.length / mostOnPage)
  const files = Array.from({ length: pages }, (_, page) => (page === 0 ? `${stem}.html` : `${stem}.${page + 1}.html`))
  const parts = files.map((file, page) => ({
    address: `../${addressOf(file)}`,
    label: catalogue.format.number(page + 1),
  }))
  files.forEach((file, page) => {
    const members = conversations.slice(page * mostOnPage, (page + 1) * mostOnPage)
    folder.write(
      file,
      `${pageStart({ title, exportTitle: facts.title, top: '../' })}<h1>${nameHtml(title)}</h1>
${partsHtml(parts, page)}<section class="list">
${conversationsHtml(members, '../')}</section>
${partsHtml(parts, page)}${pageEnd()}`,
    )
  })
  return files[0] ?? `${stem}.html`
}

function conversationsHtml(conversations: readonly PlannedConversation[], top: string): string {
  const items = conversations.map((conversation) => {
    const { title, count, pages, gaps } = conversation
    const address = top + addressOf(pageFile(conversation, 0))
    const from = pages[0]?.from
    const to = pages.at(-1)?.to
    const period =
      from === undefined || to === undefined ? '' : ` <span class="period">${escapeText(periodText(from, to))}</span>`
    const mark = gaps.length === 0 ? '' : ` <span class="mark">${escapeText(t().incomplete)}</span>`
    return `<li><a href="${escapeAttribute(address)}">${nameHtml(title)}</a> <span class="count">${escapeText(t().messages(count))}</span>${period}${mark}</li>\n`
  })
  return `<ul>\n${items.join('')}</ul>\n`
}

/** The days from the first to the last message. */
export function periodText(from: number, to: number): string {
  const { date } = catalogue.format
  const [first, last] = [date(from * 1000), date(to * 1000)]
  return first === last ? first : t().period({ first, last })
}

function gapsHtml(gaps: readonly StatedGap[], hours: Hours): string {
  if (gaps.length === 0) return ''
  const items = gaps.slice(0, mostNamed).map(({ stream, conversation, after, before }) => {
    const place = stream === null ? t().directMessages : t().stream(stream)
    const where = conversation === null ? nameHtml(place) : `${nameHtml(place)} › ${nameHtml(conversation)}`
    const when = (seconds: number | null) => (seconds === null ? null : formatFull(seconds, hours))
    return `<li>${where}: ${escapeText(t().gap({ after: when(after), before: when(before) }))}</li>\n`
  })
  const rest = gaps.length - items.length
  const more = rest > 0 ? `<p>${escapeText(t().moreInManifest(rest))}</p>\n` : ''
  return `<section class="stated">\n<h2>${escapeText(t().gapsTitle)}</h2>\n<p>${escapeText(t().gapsMeaning)}</p>\n<ul>\n${items.join('')}</ul>\n${more}</section>\n`
}

function missingHtml(missing: readonly MissingFile[]): string {
  if (missing.length === 0) return ''
  const items = missing.slice(0, mostNamed).map(({ path }) => `<li><code>${escapeText(path)}</code></li>\n`)
  const rest = missing.length - items.length
  const more = rest > 0 ? `<p>${escapeText(t().moreInManifest(rest))}</p>\n` : ''
  return `<section class="stated">\n<h2>${escapeText(t().missingTitle)}</h2>\n<ul>\n${items.join('')}</ul>\n${more}</section>\n`
}
