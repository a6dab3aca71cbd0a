import type { LightboxItem } from './overlays.svelte.ts'

/**
 * The pictures and videos of all messages that are drawn, so that one can walk through them.
 * @returns them, and the place of the one that was clicked
 */
export function openedMedia(list: Element | undefined, clicked: Element): { items: LightboxItem[]; index: number } {
  const all = [...(list?.querySelectorAll('.message-body [data-open]') ?? [])].filter(
    // A spoiler keeps what is in it to itself.
    (element) => element === clicked || element.checkVisibility(),
  )
  const items = all.map((element): LightboxItem => ({
    path: element.getAttribute('data-open') ?? '',
    file: element.getAttribute('data-save'),
    preview: element.getAttribute('data-preview'),
    size: element.getAttribute('data-size'),
    name: element.getAttribute('data-name') ?? '',
    kind: element.getAttribute('data-kind') === 'video' ? 'video' : 'picture',
  }))
  return { items, index: Math.max(0, all.indexOf(clicked)) }
}
