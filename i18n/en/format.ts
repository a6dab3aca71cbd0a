import { formatFor } from '../format.ts'

export const english = formatFor('en-GB')
