/** What the palette says: the one field that leads everywhere. */
export interface PaletteWords {
  readonly label: string
  /** In the empty field. */
  readonly example: string
  readonly list: string
  readonly groups: {
    /** Places that are visited often, before anything is typed. */
    readonly places: string
    readonly commands: string
  }
  /** Behind a command that was found among places. */
  readonly command: string
  readonly searching: string
  readonly nothingFound: string
}
