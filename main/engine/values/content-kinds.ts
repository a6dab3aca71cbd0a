/** The kinds of content in a message, as bits. */
export const contentKinds = { attachment: 1, image: 2, link: 4 } as const
