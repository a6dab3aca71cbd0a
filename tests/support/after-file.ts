import { afterAll } from 'vitest'
import { removeLeftDatabases } from './files.ts'

afterAll(removeLeftDatabases)
