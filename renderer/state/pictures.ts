/**
 * Asks again for the pictures that could not be had, once the server can be reached: a browser leaves a picture that
 * failed broken for as long as it is shown.
 */
export function retryPictures(root: ParentNode): void {
  for (const picture of root.querySelectorAll('img')) {
    const source = picture.getAttribute('src')
    if (source !== null && picture.complete && picture.naturalWidth === 0) picture.setAttribute('src', source)
  }
}

/** The server can be reached again: what could not be played is tried once more. */
export function retrySounds(scope: ParentNode): void {
  for (const frame of scope.querySelectorAll('.sound.unplayable')) {
    frame.classList.remove('unplayable')
    frame.querySelector('.note')?.remove()
    frame.querySelector('audio')?.load()
  }
}
