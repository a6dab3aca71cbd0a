import type { WindowId } from '#engine/values/window-id.ts'

/** The window of a test that has one. */
export const testWindow = 1 as WindowId // ids are made by main alone
