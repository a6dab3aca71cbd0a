import { missingAvatars } from './missing-pictures.svelte.ts'

/** Reloads failed images once the server is reachable: a browser leaves a failed image broken. */
export function retryPictures(root: ParentNode): void {
  missingAvatars.clear()
  for (const picture of root.querySelectorAll('img')) {
    const source = picture.getAttribute('src')
    if (source !== null && picture.complete && picture.naturalWidth === 0) picture.setAttribute('src', source)
  }
}

/** Retries failed audio once the server is reachable. */
export function retrySounds(scope: ParentNode): void {
  for (const frame of scope.querySelectorAll('.sound.unplayable')) {
    frame.classList.remove('unplayable')
    frame.querySelector('.note')?.remove()
    frame.querySelector('audio')?.load()
  }
}
