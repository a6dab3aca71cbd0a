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
