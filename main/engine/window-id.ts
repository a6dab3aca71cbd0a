declare const brand: unique symbol

/**
 * An open window of the program. Main numbers the windows and adds the id to each call by the sender of the call; pages
 * do not know their ids, so that none can name the views of another. Ids are not used again.
 */
export type WindowId = number & { readonly [brand]: 'WindowId' }

/** The most windows that can be open at once. */
export const mostWindows = 16
