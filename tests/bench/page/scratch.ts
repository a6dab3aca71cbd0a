import { rmSync } from 'node:fs'
import { launchChromium } from '../../e2e/support/chromium.ts'
import { largeCache } from '../engine/cache.ts'
import { SeededRandom } from '../../support/random.ts'
import { dataFolder } from './account.ts'
import { bareField, measureKeys } from './keys.ts'
import { measureLoadedKeys, openLongTopic } from './page.ts'
import { Organization, Program } from './program.ts'
import { StaticPages } from './static-page.ts'
import { measureChanges } from './changes.ts'

const browser = await launchChromium({ quick: false })
const organization = await Organization.start()
const data = dataFolder(await largeCache(), organization.url)
const pages = await StaticPages.serve(browser)
const random = new SeededRandom(7)
const [program, field] = [await Program.start(browser, data), await pages.open(bareField)]
const { page } = program
await page.locator('nav .item.stream').first().waitFor()
if (process.argv[2] === 'changes') console.table(await measureChanges(browser, program, pages, random))
await openLongTopic(page)
console.table(await measureKeys(page, field, random, { during: 'quiet' }))
await program.signIn(organization.url)
console.table(await measureLoadedKeys(page, field, random, organization, data))
await field.context().close()
await program.stop()
pages.close()
await browser.close()
await organization.stop()
rmSync(data, { recursive: true, force: true, maxRetries: 5 })
process.exit(0)
