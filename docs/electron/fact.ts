/**
 * One fact about Electron that Skein relies on. The runtime is not at hand everywhere: each use of its interface stands
 * here with the test that executes the line, the documented behaviour, its source, and what only a run can show.
 */
export interface ElectronFact {
  /**
   * The use, as the scanner of the sources names it: `app.setAppUserModelId` for a member of a module's export,
   * `BrowserWindow#show` for a method or property of an instance, `BrowserWindow:ready-to-show` for an event of one,
   * `new BrowserWindow` for a constructor, `new BrowserWindow{spellcheck}` for an option of it that matters;
   * `Certificate` for a structure, whose fields are its parts.
   */
  readonly api: string
  /**
   * Options of the call and fields of the structure that need no fact of their own: `['width', 'height']`. Each option
   * and field that is used stands here or has a fact.
   */
  readonly parts?: readonly string[]
  /** Tests that execute the line, each as `file: title`; the title as it stands in the file. */
  readonly tests: readonly string[]
  /** The behaviour that Skein relies on, in one or two sentences. */
  readonly behaviour: string
  /** Where that is documented: the page of Electron's documentation, the file of its source, or the issue. */
  readonly source: string
  /** What only a run in Electron shows, or null where a test in the host shows all. */
  readonly onlyARun: string | null
}
