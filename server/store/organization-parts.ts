import type { ServerDatabase } from './database.ts'

export interface DomainRow {
  id: number
  domain: string
  allow_subdomains: number
}

/** The organization's e-mail domains (wire-protocol.md §2.11). */
export function organizationPartTables(database: ServerDatabase) {
  const domains = database.prepare<[], DomainRow>('SELECT * FROM domain ORDER BY id')
  const addDomain = database.prepare('INSERT INTO domain (domain, allow_subdomains) VALUES (?, ?)')
  const changeDomain = database.prepare('UPDATE domain SET allow_subdomains = ? WHERE id = ?')
  const removeDomain = database.prepare('DELETE FROM domain WHERE id = ?')
  return {
    domains: () => domains.all(),
    /** By its name, whatever its case. */
    domain: (name: string) => domains.all().find((row) => row.domain === name.toLowerCase()),
    addDomain: (domain: string, allowSubdomains: boolean) =>
      Number(addDomain.run(domain.toLowerCase(), Number(allowSubdomains)).lastInsertRowid),
    changeDomain: (id: number, allowSubdomains: boolean) => changeDomain.run(Number(allowSubdomains), id),
    removeDomain: (id: number) => removeDomain.run(id),
  }
}

export type OrganizationPartTables = ReturnType<typeof organizationPartTables>
