import type { Failure, Result } from '#contract/base/failures.ts'
import type { GroupCard as Card, GroupCreation, GroupEntry, GroupName } from '#contract/people/groups.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { GroupId, UserId } from '#shared/ids.ts'
import { ReplacedView } from '../../bridge/replaced-view.svelte.ts'
import type { ViewClient } from '../../bridge/view-client.svelte.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import type { LeftForm, LeftForms } from '../../state/left-forms.svelte.ts'
import { afterFrame } from '../../ui/after-frame.ts'
import { Submission } from '../../ui/form/submission.svelte.ts'
import { GroupForm } from './group-form.svelte.ts'
import { GroupMembers } from './group-members.svelte.ts'

export interface GroupCardPorts {
  readonly calls: Pick<AccountCalls, 'askOf'>
  readonly views: Pick<ViewClient, 'open' | 'close'>
  readonly leftForms: LeftForms
  readonly accountId: string
  readonly groupId: GroupId
  /** Opens the direct conversation with people in ascending order. An empty list opens the notes to oneself. */
  readonly write: (userIds: readonly UserId[]) => void
  /** Opens the card of a subgroup. */
  readonly openGroup: (group: GroupName) => void
  /** Opens this card again with a form whose contents were kept. */
  readonly reopen: (form: GroupFormName) => void
}

/** The forms of the card: that of the group's properties, and that of its members. */
export type GroupFormName = 'form' | 'members'

/** The dialog of a group that is shown. `people` and `groups` choose the members to add. */
export type GroupPart = 'card' | 'form' | 'members' | 'people' | 'groups' | 'ending' | 'leaving'

/** A form of the card, with the keeper of its contents. */
interface Kept<Form> {
  readonly form: Form
  readonly left: LeftForm
}

/** A user group: its purpose and its members, who can be searched by name, and the changes of it. */
export class GroupCard {
  readonly #ports: GroupCardPorts
  readonly #view: ReplacedView<'group'>
  query = $state('')
  part = $state.raw<GroupPart>('card')
  /** The form that changes the group's properties, while it is open. */
  editing = $state.raw<Kept<GroupForm> | null>(null)
  /** The form that changes the members, while it is open. */
  members = $state.raw<Kept<GroupMembers> | null>(null)
  /** Joining, leaving, or ending the group. */
  readonly act = new Submission()
  /** Withdraws the notice that the contents of a form are kept. */
  #withdrawNotice: () => void = () => undefined
  /** The text whose first match is chosen as soon as the matches are known; null for none. */
  #awaited = $state.raw<string | null>(null)

  constructor(ports: GroupCardPorts) {
    this.#ports = ports
    this.#view = new ReplacedView(ports.views, ports.accountId)
    this.#ask()
  }

  /** The card; null until it is known, and if the group is gone. */
  get card(): Card | null {
    return this.#view.shown?.meta?.group ?? null
  }

  /** The limits of the group's texts; null until they are known. */
  get creation(): GroupCreation | null {
    return this.#view.shown?.meta?.creation ?? null
  }

  get isGone(): boolean {
    return this.#view.shown?.meta?.group === null
  }

  get failure(): Failure | null {
    return this.#view.shown?.failure ?? null
  }

  /** The subgroups and members that match the search. */
  get entries(): readonly GroupEntry[] {
    return this.#view.shown?.items ?? []
  }

  /** The number of entries that match the search, of which the list may hold a part. */
  get found(): number {
    return this.#view.shown?.meta?.found ?? 0
  }

  get isCut(): boolean {
    return this.entries.length < this.found
  }

  /** All other members if the user can write to all of them; otherwise empty. */
  get others(): readonly UserId[] {
    return this.card?.others ?? []
  }

  /** Whether the first match of the typed text was awaited and is known now. */
  get isChoiceDue(): boolean {
    const { shown } = this.#view
    return this.#awaited !== null && shown !== null && shown.query.text === this.#awaited && shown.isDrawable
  }

  /** Searches the subgroups and members for a text. */
  type(query: string): void {
    this.query = query
    this.#awaited = null
    this.#ask()
  }

  /** Loads the group again after a failure. */
  retry(): void {
    this.#view.shown?.retry()
  }

  /** Opens the direct conversation with a member, or the card of a subgroup. */
  choose(entry: GroupEntry): void {
    if (entry.kind === 'subgroup') this.#ports.openGroup(entry)
    else this.#ports.write(entry.person.id === this.card?.self.id ? [] : [entry.person.id])
  }

  /** Chooses the first match of the typed text as soon as the matches are known (`isChoiceDue`). */
  chooseFirst(): void {
    if (this.query !== '') this.#awaited = this.query.slice(0, clientLimits.nameQuery.most)
  }

  /** Chooses the first match, after the list has drawn it. */
  async chooseAwaited(): Promise<void> {
    const awaited = this.#awaited
    // The list marks its entries after they are drawn, so it must still exist then.
    await new Promise<void>(afterFrame)
    if (this.#awaited !== awaited) return
    this.#awaited = null
    const [first] = this.entries
    if (first !== undefined) this.choose(first)
  }

  writeToAll(): void {
    if (this.others.length > 0) this.#ports.write(this.others)
  }

  /** Opens the form that changes name, description and the permission to mention the group. */
  edit(): void {
    const { card } = this
    if (card?.rights.canEdit !== true) return
    const { calls, accountId, groupId } = this.#ports
    const form = new GroupForm({ calls, accountId, self: card.self, group: card })
    this.editing = { form, left: this.#keep(`group:${groupId}`, form) }
    this.part = 'form'
  }

  /** Opens the form that changes the members. */
  changeMembers(): void {
    const { calls, accountId, groupId } = this.#ports
    const form = new GroupMembers({ calls, accountId, groupId })
    this.members = { form, left: this.#keep(`group_members:${groupId}`, form) }
    this.type('')
    this.part = 'members'
  }

  /** Opens a form of the card. */
  open(form: GroupFormName): void {
    if (form === 'form') this.edit()
    else this.changeMembers()
  }

  #keep(name: string, form: Pick<GroupForm | GroupMembers, 'texts' | 'fill'>): LeftForm {
    this.#withdrawNotice()
    return this.#ports.leftForms.open({
      accountId: this.#ports.accountId,
      name,
      read: () => form.texts,
      show: (texts) => {
        form.fill(texts)
      },
    })
  }

  /** Returns from a form to the card. The contents of a form that was not submitted return with it. */
  back(isSubmitted: boolean): void {
    const left = this.editing?.left ?? this.members?.left
    const name = this.editing === null ? 'members' : 'form'
    if (isSubmitted) left?.done()
    else if (left !== undefined) {
      this.#withdrawNotice = left.close(() => {
        this.#ports.reopen(name)
      })
    }
    this.editing = null
    this.members = null
    this.part = 'card'
    if (this.query !== '') this.type('')
  }

  /** Joins the group. */
  async join(): Promise<void> {
    const { card } = this
    if (card === null) return
    await this.#do(() => this.#changeOwn([card.self.id], []))
  }

  /** Leaves the group. Leaving it for good needs a second call as confirmation. */
  async leave(): Promise<void> {
    const { card } = this
    if (card === null) return
    const isAsked = this.part === 'leaving'
    this.part = card.leavesForGood && !isAsked ? 'leaving' : 'card'
    if (this.part === 'card') await this.#do(() => this.#changeOwn([], [card.self.id]))
  }

  /** Deletes or deactivates the group after the user has confirmed that. @returns whether that succeeded */
  async end(): Promise<boolean> {
    const { calls, accountId, groupId } = this.#ports
    const isEnded = await this.#do(() => calls.askOf(accountId, 'groups.end', { groupId }))
    if (!isEnded) this.part = 'card'
    return isEnded
  }

  #changeOwn(add: readonly UserId[], remove: readonly UserId[]) {
    const { calls, accountId, groupId } = this.#ports
    const lists = { add, remove, addSubgroups: [], removeSubgroups: [] }
    return calls.askOf(accountId, 'groups.changeMembers', { groupId, ...lists })
  }

  async #do(call: () => Promise<Result<null>>): Promise<boolean> {
    return (await this.act.run(call)) !== undefined
  }

  #ask(): void {
    const { groupId } = this.#ports
    this.#view.ask({ type: 'group', groupId, text: this.query.slice(0, clientLimits.nameQuery.most) })
  }

  /** Closes the card. The contents of an open form are kept. */
  close(): void {
    this.editing?.left.close()
    this.members?.left.close()
    this.#view.close()
  }
}
