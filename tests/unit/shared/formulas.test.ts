import { describe, expect, it } from 'vitest'
import { isSettable } from '../../../shared/formulas.ts'

describe('a formula', () => {
  it.each([
    String.raw`\def\a{xxxx}\a\a\a`,
    String.raw`\gdef\a{x}`,
    String.raw`\edef\a{x}`,
    String.raw`\xdef\a{x}`,
    String.raw`\let\a=x`,
    String.raw`\futurelet\a\b x`,
    String.raw`\global\let\a=x`,
    String.raw`\long\def\a{x}`,
    String.raw`\newcommand{\a}{x}`,
    String.raw`\renewcommand\sum{x}`,
    String.raw`\providecommand{\a}{x}`,
    String.raw`\frac{1}{\def\a{x}\a}`,
    String.raw`x\def1{y}`,
    String.raw`\\\def\a{x}`,
  ])('[X2] that may define commands is shown as its source: %s', (source) => {
    expect(isSettable(source, 1000)).toBe(false)
  })

  it.each([
    String.raw`\frac{a}{b}`,
    String.raw`\leftarrow`,
    String.raw`\definecolor`,
    String.raw`\longrightarrow`,
    String.raw`a\\let b`,
    '',
  ])('is set: %s', (source) => {
    expect(isSettable(source, 1000)).toBe(true)
  })

  it('[X2] is set up to its bound', () => {
    expect(isSettable('x'.repeat(1000), 1000)).toBe(true)
    expect(isSettable('x'.repeat(1001), 1000)).toBe(false)
  })
})
