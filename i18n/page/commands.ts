import type { CommandId } from '#shared/command-keys.ts'

/** What commands, their groups and keys are called. */
export interface CommandWords {
  readonly titles: Readonly<Record<CommandId, string>>
  readonly groups: Readonly<
    Record<'everywhere' | 'writing' | 'message' | 'row' | 'entry' | 'organization' | 'pictures', string>
  >
  /** Keys with a name. A name that is not here is shown as it is. */
  readonly keyNames: Readonly<Record<string, string>>
  /** Several keys of one command. */
  readonly anyOf: (keys: readonly string[]) => string
  /** A row of keys for commands of one title. */
  readonly fromTo: (first: string, last: string) => string
  /** A label with its key, for a tooltip. */
  readonly withKey: (label: string, key: string) => string
  readonly nothingUnread: string
}
