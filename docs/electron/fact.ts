/**
 * One fact about Electron that Skein relies on. The runtime is not available everywhere, so each use of its API is
 * listed with the test that executes the line, the documented behaviour, its source, and what only a run in Electron
 * can verify.
 */
export interface ElectronFact {
  /**
   * The use, in the notation of the source scanner: `app.setAppUserModelId` for a member of a module's export,
   * `BrowserWindow#show` for a method or property of an instance, `BrowserWindow:ready-to-show` for an event of one,
   * `new BrowserWindow` for a constructor, `new BrowserWindow{spellcheck}` for a relevant option of it; `Certificate`
   * for a structure, whose fields are its parts.
   */
  readonly api: string
  /**
   * Options of the call and fields of the structure without a fact of their own: `['width', 'height']`. Each option and
   * field in use is listed here or has a fact.
   */
  readonly parts?: readonly string[]
  /** Tests that execute the line, each as `file: title`, with the exact title. */
  readonly tests: readonly string[]
  /** The behaviour that Skein relies on, in one or two sentences. */
  readonly behaviour: string
  /** The source: a page of Electron's documentation, a file of its source code, or an issue. */
  readonly source: string
  /** What only a run in Electron can verify; null if a test in the host verifies everything. */
  readonly onlyARun: string | null
}
