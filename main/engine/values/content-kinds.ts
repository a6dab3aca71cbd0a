/** What a message can hold besides words; bits. */
export const contentKinds = { attachment: 1, image: 2, link: 4 } as const
