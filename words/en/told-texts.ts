import type { ToldTextValues } from '../../preload/contract/told-texts.ts'
import type { Section } from '../catalogue.ts'

export const toldTexts = {
  TEXT: ({ text }) => text,
  HIDDEN: 'New direct message',
} satisfies Partial<Section<ToldTextValues>>
