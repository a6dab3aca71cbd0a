import { settle, showFixture } from './support/shown-fixture.ts'
import { test } from './support/fixture-test.ts'
import { openFixture } from './support/open-fixture.ts'
import { dark, darkSmall, light } from './support/looks.ts'

for (const name of ['people-directory', 'filtered-directory', 'nobody-online-directory', 'present-person', 'group-card', 'full-palette']) {
  test(`look ${name}`, async ({ sharedPage }) => {
    for (const look of [light, dark, darkSmall]) {
      const page = await showFixture(sharedPage, name, look)
      await openFixture(page, name)
      await settle(page)
      await page.screenshot({ path: `/tmp/dirshots/${name}-${look.name}.png` })
    }
  })
}
