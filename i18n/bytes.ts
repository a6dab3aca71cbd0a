import { catalogue } from './catalogue.ts'

/** `812 bytes`, `3.4 MB`: as file managers count. */
export function formatBytes(bytes: number): string {
  return catalogue.format.bytes(bytes)
}
