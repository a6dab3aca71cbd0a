/** A recorded text with different HTML on our server, and the reason. */
export interface ListedText {
  readonly input: string
  readonly reason: string
}

const foreign = 'Pictures and films of foreign hosts are not fetched by readers (X1): they stay links.'

/** All such texts; equal ones must be removed from the list. */
export const listedTexts: readonly ListedText[] = [
  { input: 'https://example.com/picture.png', reason: foreign },
  { input: '[a picture](https://example.com/picture.jpg)', reason: foreign },
  { input: 'https://example.com/a.png https://example.com/b.png', reason: foreign },
  { input: 'https://example.com/film.mp4', reason: foreign },
  { input: 'https://www.youtube.com/watch?v=0123456789a', reason: foreign },
  { input: '![image](https://example.com/x.png)', reason: foreign },
]
