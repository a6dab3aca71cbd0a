import { test } from './support/fixture-test.ts'
import { dark, light, lightSmall } from './support/looks.ts'
import { openFixture } from './support/open-fixture.ts'
import { showFixture } from './support/shown-fixture.ts'

for (const name of ['people-of-topic', 'people-offline', 'removing-person', 'receipts-listed', 'receipts-off', 'receipts-offline', 'reactors-listed']) {
  test(`look ${name}`, async ({ sharedPage }) => {
    for (const look of [light, dark, lightSmall]) {
      const page = await showFixture(sharedPage, name, look)
      await openFixture(page, name)
      await page.waitForTimeout(200)
      await page.screenshot({ path: `/tmp/looks-readers/${name}-${look.name}.png` })
    }
  })
}
