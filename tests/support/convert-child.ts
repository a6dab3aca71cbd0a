/** Opens an account's file in a process of its own, which a test kills: `node convert-child.ts PATH ACCESS`. */
import { openStore } from '#engine/store/store.ts'
import type { FileAccess } from '#engine/values/file-access.ts'

const [path = '', access = '{}'] = process.argv.slice(2)
process.stdout.write('begun\n')
openStore(path, 1, undefined, JSON.parse(access) as FileAccess).close() // the test writes it
