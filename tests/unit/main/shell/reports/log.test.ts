import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lastLines, logFileIn, openLog, redact } from '#shell/reports/log.ts'

const temporary = () => mkdtempSync(join(tmpdir(), 'skein-log-'))

describe('the log', () => {
  it.each([
    ['Authorization: Basic dXNlcjprZXk=', 'dXNlcjprZXk='],
    ['{"api_key":"abcdef123456"}', 'abcdef123456'],
    ['password=hunter2&x=1', 'hunter2'],
    ["secret: 's3cr3t'", 's3cr3t'],
  ])('redacts the secret in %s', (line, secret) => {
    expect(redact(line)).not.toContain(secret)
    expect(redact(line)).toContain('[redacted]')
  })

  it('leaves ordinary lines unchanged', () => {
    expect(redact('conversation: The server cannot be reached.')).toBe('conversation: The server cannot be reached.')
  })

  it('is bounded in its lines and as a file, with one older file', () => {
    const folder = temporary()
    const log = openLog(folder)
    log('info', `begin ${'z'.repeat(1_000_000)}`)
    expect(statSync(logFileIn(folder)).size).toBeLessThan(11_000)
    for (let line = 0; line < 500; line += 1) log('info', `line ${line} ${'z'.repeat(10_000)}`)
    expect(statSync(logFileIn(folder)).size).toBeLessThan(2.2 * 1024 * 1024)
    expect(statSync(join(folder, 'skein.old.log')).size).toBeLessThan(2.2 * 1024 * 1024)
    expect(readFileSync(logFileIn(folder), 'utf8')).toContain('line 499 ')
  })

  it('loses only lines when it cannot be written', () => {
    const file = join(temporary(), 'file')
    writeFileSync(file, '')
    const log = openLog(file)
    expect(() => {
      log('error', 'nobody reads this')
    }).not.toThrow()
    const unreadable = {
      toString: () => 'x',
      slice: () => ({
        replace: () => {
          throw new Error('no')
        },
      }),
    }
    expect(() => {
      log('error', unreadable as unknown as string)
    }).not.toThrow()
  })
})

describe('the end of a log', () => {
  it('is its last complete lines', () => {
    const folder = temporary()
    const file = logFileIn(folder)
    expect(lastLines(file)).toEqual([])
    writeFileSync(file, 'one\r\ntwo\n')
    expect(lastLines(file)).toEqual(['one', 'two'])
    writeFileSync(file, Array.from({ length: 20_000 }, (_, index) => `the line ${index}\n`).join(''))
    const lines = lastLines(file)
    expect(lines.at(-1)).toBe('the line 19999')
    expect(lines.every((line) => /^the line \d+$/.test(line))).toBe(true)
    expect(lines.length).toBeLessThan(10_000)
  })
})
