import type { Bridge } from '#contract/bridge.ts'
import { notificationScopes, type NotificationScope } from '#contract/base/choices.ts'
import { MoreRows } from '../../bridge/more-rows.ts'
import { ReplacedView } from '../../bridge/replaced-view.svelte.ts'
import type { LiveView } from '../../bridge/view-client.svelte.ts'
import { ListScreenState } from '../../state/routes/list-screen-state.ts'
import type { Route } from '../../state/routes/routes.ts'
import type { ScreenPorts, ScreenVisit } from '../../state/routes/screen-state.ts'

/** The decisions about notifications of an account, of all messages or of some. */
export class NotificationLogScreen extends ListScreenState<'notification_log'> {
  readonly route: Route = { kind: 'notifications' }
  readonly accountId: string
  readonly #view: ReplacedView<'notification_log'>
  readonly #more: MoreRows
  #scope = $state.raw<NotificationScope>('all')

  constructor(
    { accountId, position, text }: Pick<ScreenVisit, 'accountId' | 'position' | 'text'>,
    { bridge, views }: { readonly bridge: Bridge } & Pick<ScreenPorts, 'views'>,
  ) {
    super(position)
    this.accountId = accountId
    this.#more = new MoreRows(bridge)
    this.#view = new ReplacedView(views, accountId)
    this.show(notificationScopes.find((scope) => scope === text) ?? 'all')
  }

  protected get shown(): LiveView<'notification_log'> | null {
    return this.#view.shown
  }

  get scope(): NotificationScope {
    return this.#scope
  }

  /** The scope, which a return to this visit restores. */
  get text(): string {
    return this.#scope
  }

  /** Lists the decisions of a scope. */
  show(scope: NotificationScope): void {
    this.#scope = scope
    this.#view.ask({ type: 'notification_log', scope })
  }

  /** Requests more rows near the end of the list. */
  async reach(index: number): Promise<void> {
    const { shown } = this.#view
    if (shown !== null) await this.#more.reach(shown, index)
  }

  close(): void {
    this.#view.close()
  }
}
