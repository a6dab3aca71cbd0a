/** A sentence with elements inside, such as a link or a key: its parts in the order of the language. */
export type Phrase<T> = readonly (string | T)[]
