import type { PersonName } from '#contract/base/values.ts'
import type { GroupItem } from '#contract/people/groups.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { groupFilters, type GroupFilter } from '#shared/group-choices.ts'
import type { GroupId } from '#shared/ids.ts'
import { sentenceOf } from '#i18n/catalogue.ts'
import { MoreRows } from '../../bridge/more-rows.ts'
import { ReplacedView } from '../../bridge/replaced-view.svelte.ts'
import type { LiveView } from '../../bridge/view-client.svelte.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import type { LeftForm, LeftForms } from '../../state/left-forms.svelte.ts'
import { ListScreenState } from '../../state/routes/list-screen-state.ts'
import type { Route } from '../../state/routes/routes.ts'
import type { ScreenPorts, ScreenVisit } from '../../state/routes/screen-state.ts'
import { GroupForm } from './group-form.svelte.ts'

type Ports = Pick<ScreenPorts, 'bridge' | 'views' | 'calls' | 'leftForms' | 'notify'>

/** The user groups of the organization, filtered and searched, with joining and leaving. */
export class GroupsScreen extends ListScreenState<'groups'> {
  readonly route: Route = { kind: 'groups' }
  readonly accountId: string
  readonly #calls: Pick<AccountCalls, 'askOf'>
  readonly #notify: (sentence: string) => void
  readonly #forms: LeftForms
  readonly #view: ReplacedView<'groups'>
  readonly #more: MoreRows
  #filter = $state.raw<GroupFilter>('all')
  #search = $state('')
  /** The groups that are being joined or left. */
  #changing = $state.raw<ReadonlySet<GroupId>>(new Set())
  /** The new group. Its contents remain while the form is closed, and return with another visit. */
  #creating: GroupForm | null = null
  /** Keeps the contents of the new group's form. */
  left = $state.raw<LeftForm | null>(null)
  #withdrawNotice: () => void = () => undefined
  /** The dialog of the form that is open. */
  form = $state.raw<'closed' | 'group' | 'people'>('closed')

  constructor({ accountId, position, text }: Pick<ScreenVisit, 'accountId' | 'position' | 'text'>, ports: Ports) {
    super(position)
    this.accountId = accountId
    this.#calls = ports.calls
    this.#notify = ports.notify
    this.#forms = ports.leftForms
    this.#more = new MoreRows(ports.bridge)
    const end = text.indexOf(':')
    this.#filter = groupFilters.find((filter) => filter === text.slice(0, Math.max(0, end))) ?? 'all'
    this.#search = text.slice(end + 1)
    this.#view = new ReplacedView(ports.views, accountId)
    this.#ask()
  }

  protected get shown(): LiveView<'groups'> | null {
    return this.#view.shown
  }

  get filter(): GroupFilter {
    return this.#filter
  }

  /** The filters that are offered: that of deactivated groups only while there are any, or while it is chosen. */
  get filters(): readonly GroupFilter[] {
    const hasDeactivated = this.meta?.hasDeactivated === true || this.#filter === 'deactivated'
    return groupFilters.filter((filter) => filter !== 'deactivated' || hasDeactivated)
  }

  /** The text of the search. */
  get query(): string {
    return this.#search
  }

  /** The filter and the search, which a return to this visit restores. */
  get text(): string {
    return `${this.#filter}:${this.#search}`
  }

  /** The new group of the open form; null while it is closed. */
  get creating(): GroupForm | null {
    return this.form === 'closed' ? null : this.#creating
  }

  isChanging(groupId: GroupId): boolean {
    return this.#changing.has(groupId)
  }

  choose(filter: GroupFilter): void {
    if (filter === this.#filter) return
    this.#filter = filter
    this.#ask()
  }

  search(text: string): void {
    if (text === this.#search) return
    this.#search = text
    this.#ask()
  }

  /** Joins a group. A refusal becomes a notice. */
  async join({ groupId, rights }: Pick<GroupItem, 'groupId' | 'rights'>): Promise<void> {
    const selfId = this.meta?.self.id
    if (!rights.canJoin || selfId === undefined || this.#changing.has(groupId)) return
    this.#changing = new Set([...this.#changing, groupId])
    const lists = { add: [selfId], remove: [], addSubgroups: [], removeSubgroups: [] }
    const result = await this.#calls.askOf(this.accountId, 'groups.changeMembers', { groupId, ...lists })
    this.#changing = new Set([...this.#changing].filter((id) => id !== groupId))
    if (!result.ok) this.#notify(sentenceOf(result.error))
  }

  /** Opens the form for a new group, if the account has the right to create one. */
  startCreating(): void {
    if (this.meta?.creation.isAllowed !== true) return
    this.#creating ??= this.#newGroup(this.meta.self)
    this.form = 'group'
  }

  #newGroup(self: PersonName): GroupForm {
    const group = new GroupForm({ calls: this.#calls, accountId: this.accountId, self, group: null })
    this.left = this.#forms.open({
      accountId: this.accountId,
      name: 'new_group',
      read: () => group.texts,
      show: (texts) => {
        group.fill(texts)
      },
    })
    return group
  }

  /** Closes the form without creating a group. */
  stopCreating(): void {
    this.form = 'closed'
    this.left?.changed()
    this.#withdrawNotice =
      this.left?.offer(() => {
        this.startCreating()
      }) ?? this.#withdrawNotice
  }

  /** Ends the creation of a group; the next form is empty. */
  created(): void {
    this.left?.done()
    this.left = null
    this.#creating = null
    this.form = 'closed'
  }

  /** Returns the first match of the typed text, also if its answer is still on its way; null if there is none. */
  async firstMatch(): Promise<GroupItem | null> {
    return (await this.#view.latest())?.items[0] ?? null
  }

  /** Requests more rows near the end of the list, once for each length of the list. */
  async reach(index: number): Promise<void> {
    const { shown } = this.#view
    if (shown !== null) await this.#more.reach(shown, index)
  }

  #ask(): void {
    const text = this.#search.slice(0, clientLimits.nameQuery.most)
    this.#view.ask({ type: 'groups', filter: this.#filter, text })
  }

  close(): void {
    this.left?.close()
    this.#withdrawNotice()
    this.#view.close()
  }
}
