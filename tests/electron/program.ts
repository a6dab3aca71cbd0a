/** Loaded ahead of a program that an end-to-end test starts, by `--import`. */
import { hear, testVariable } from './record.ts'

hear(() => process.env[testVariable])
