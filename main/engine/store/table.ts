/** A part of the database: its queries, and the statements that change it. */
export interface Table<Reads extends object = object, Writes extends object = object> {
  readonly reads: Reads
  readonly writes: Writes
}

/** The queries and the changes of a table together. */
export type Whole<T extends Table> = T['reads'] & T['writes']

type Tables = Readonly<Record<string, Table>>

/** Returns the queries and the changes of a table together. */
export function whole<T extends Table>({ reads, writes }: T): Whole<T> {
  return { ...reads, ...writes }
}

/** Returns all tables by name, with queries and changes. */
export function wholeTables<T extends Tables>(tables: T): { readonly [Name in keyof T]: Whole<T[Name]> } {
  const entries = Object.entries(tables).map(([name, table]) => [name, whole(table)] as const)
  return Object.fromEntries(entries) as { [Name in keyof T]: Whole<T[Name]> } // the names are the same
}

/** Returns all tables by name, with queries only. */
export function readTables<T extends Tables>(tables: T): { readonly [Name in keyof T]: T[Name]['reads'] } {
  const entries = Object.entries(tables).map(([name, { reads }]) => [name, reads] as const)
  return Object.fromEntries(entries) as { [Name in keyof T]: T[Name]['reads'] } // the names are the same
}
