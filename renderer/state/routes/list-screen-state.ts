import type { Failure } from '#contract/base/failures.ts'
import type { ItemOf, MetaOf, ViewKind } from '#contract/views.ts'
import type { LiveView } from '../../bridge/view-client.svelte.ts'
import { type KeptPosition, ListScroll } from '../../ui/list/list-scroll.ts'
import type { Route } from './routes.ts'
import type { ScreenState } from './screen-state.ts'

/** The state of a screen that shows the rows of one view. A subclass opens the view and closes it. */
export abstract class ListScreenState<K extends ViewKind> implements ScreenState {
  abstract readonly route: Route
  readonly scroll: ListScroll

  /** @param position the reader's position when the screen was left; null for a new visit */
  constructor(position: KeptPosition | null) {
    this.scroll = new ListScroll(position)
  }

  /** The shown view; null before there is one. */
  protected abstract get shown(): LiveView<K> | null

  get items(): readonly ItemOf<K>[] {
    return this.shown?.items ?? []
  }

  get meta(): MetaOf<K> | null {
    return this.shown?.meta ?? null
  }

  /** Whether the view was loaded once. */
  get hasContent(): boolean {
    return this.meta !== null
  }

  /** The failure of the view; null if there is none. */
  get failure(): Failure | null {
    return this.shown?.failure ?? null
  }

  /** Reopens the view after a failure. */
  retry(): void {
    this.shown?.retry()
  }

  get isDrawable(): boolean {
    return this.shown?.isDrawable ?? false
  }

  position(): KeptPosition | null {
    return this.scroll.position()
  }

  abstract close(): void
}
