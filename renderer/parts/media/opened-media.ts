import type { LightboxItem } from '../../state/overlays.svelte.ts'

/**
 * Returns the images and videos of all drawn messages, for the lightbox.
 * @returns the items, and the index of the clicked one
 */
export function openedMedia(list: Element | undefined, clicked: Element): { items: LightboxItem[]; index: number } {
  const all = [...(list?.querySelectorAll('.message-body [data-open]') ?? [])].filter(
    // Media in a closed spoiler are excluded.
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
