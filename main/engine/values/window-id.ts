declare const brand: unique symbol

/**
 * The id of an open window. Main numbers the windows and adds the id of the sender to each call; pages do not know
 * their ids, so that none can access the views of another. Ids are not reused.
 */
export type WindowId = number & { readonly [brand]: 'WindowId' }

/** The most windows that can be open at once. */
export const mostWindows = 16
