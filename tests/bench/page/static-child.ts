import { fixturePicture } from '../../e2e/support/pictures.ts'
import { servePage } from '../../e2e/support/fixture-page.ts'

/** Serves the built files of the page: the program of a floor. */
const { url } = await servePage(fixturePicture)
process.stdout.write(`${JSON.stringify({ url })}\n`)
