import type { ServerDatabase } from './database.ts'

export interface DomainRow {
  id: number
  domain: string
  allow_subdomains: number
}

export interface PlaygroundRow {
  id: number
  name: string
  pygments_language: string
  url_template: string
}

/** The organization's e-mail domains, and where its code can be run (wire-protocol.md §2.11). */
export function organizationPartTables(database: ServerDatabase) {
  const domains = database.prepare<[], DomainRow>('SELECT * FROM domain ORDER BY id')
  const addDomain = database.prepare('INSERT INTO domain (domain, allow_subdomains) VALUES (?, ?)')
  const changeDomain = database.prepare('UPDATE domain SET allow_subdomains = ? WHERE id = ?')
  const removeDomain = database.prepare('DELETE FROM domain WHERE id = ?')
  const playgrounds = database.prepare<[], PlaygroundRow>('SELECT * FROM playground ORDER BY id')
  const addPlayground = database.prepare<Omit<PlaygroundRow, 'id'>>(
    'INSERT INTO playground (name, pygments_language, url_template) VALUES (@name, @pygments_language, @url_template)',
  )
  const removePlayground = database.prepare('DELETE FROM playground WHERE id = ?')
  return {
    domains: () => domains.all(),
    /** By its name, whatever its case. */
    domain: (name: string) => domains.all().find((row) => row.domain === name.toLowerCase()),
    addDomain: (domain: string, allowSubdomains: boolean) =>
      Number(addDomain.run(domain.toLowerCase(), Number(allowSubdomains)).lastInsertRowid),
    changeDomain: (id: number, allowSubdomains: boolean) => changeDomain.run(Number(allowSubdomains), id),
    removeDomain: (id: number) => removeDomain.run(id),
    playgrounds: () => playgrounds.all(),
    addPlayground: (row: Omit<PlaygroundRow, 'id'>) => Number(addPlayground.run(row).lastInsertRowid),
    /** Whether there was one. */
    removePlayground: (id: number) => removePlayground.run(id).changes > 0,
  }
}

export type OrganizationPartTables = ReturnType<typeof organizationPartTables>
