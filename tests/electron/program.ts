/** Loaded with `--import` before a program that an end-to-end test starts. */
import { hear, testVariable } from './record.ts'

hear(() => process.env[testVariable])
