import type { WindowId } from '#engine/ports.ts'

/** The window of a test that has one. */
export const testWindow = 1 as WindowId // ids are made by main alone
