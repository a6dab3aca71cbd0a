import { expect, type Locator } from '@playwright/test'
import type { SkeinApp } from './skein.ts'

/** The list of the organizations. */
export function rail(app: SkeinApp): Locator {
  return app.page.getByRole('navigation', { name: 'Organizations' })
}

/** The entry of the organization that is shown. */
export function shownOrganization(app: SkeinApp): Locator {
  return rail(app).locator('[aria-current=true]')
}

/** Signs in to a further organization, which is then shown. */
export async function addOrganization(app: SkeinApp, url: string, user: string): Promise<void> {
  await app.page.getByRole('button', { name: 'Add an organization' }).click()
  await app.signIn(url, `${user}@alder.example`)
  await expect(shownOrganization(app)).toHaveAccessibleName(new RegExp(user))
}
