import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { selfTestRequest } from '#shell/self-test/self-test.ts'

const folder = resolve('/work')

describe('--self-test', () => {
  it('is requested by its exact name, among switches of Chromium', () => {
    expect(selfTestRequest(['Skein', '--no-sandbox', '--self-test'], folder)).toEqual({ output: null })
    expect(selfTestRequest(['Skein', '--self-test-output=line.json'], folder)).toBeNull()
    expect(selfTestRequest(['Skein', '--self-tests'], folder)).toBeNull()
    expect(selfTestRequest(['Skein'], folder)).toBeNull()
  })

  it('writes its line to a file at an absolute path or relative to the caller’s folder', () => {
    const relative = selfTestRequest(['Skein', '--self-test', '--self-test-output=line.json'], folder)
    expect(relative).toEqual({ output: resolve(folder, 'line.json') })
    const whole = resolve('/elsewhere/line.json')
    expect(selfTestRequest(['Skein', '--self-test', `--self-test-output=${whole}`], folder)).toEqual({ output: whole })
    expect(selfTestRequest(['Skein', '--self-test', '--self-test-output='], folder)).toEqual({ output: null })
  })
})
