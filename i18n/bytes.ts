import { words } from './words.ts'

/** `812 bytes`, `3.4 MB`: as file managers count. */
export function formatBytes(bytes: number): string {
  return words.format.bytes(bytes)
}
