/** `npm run format`: rewrites every file of the checkout in the one format. */
import { resolve } from 'node:path'
import { Children } from '../children.ts'
import { formatters } from './checks.ts'

const root = resolve(import.meta.dirname, '../..')
const children = new Children()
for (const { script, paths } of formatters) {
  const child = children.startNode([resolve(root, 'node_modules', script), '--write', ...paths], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const status = await new Promise<number>((found) => child.once('exit', (code) => found(code ?? 1)))
  if (status !== 0) process.exitCode = 1
}
