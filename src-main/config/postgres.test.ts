import { describe, expect, it } from 'vitest'
import { postgresOption } from './postgres.ts'
import { OptionError, type Values } from './values.ts'

const given = (text: string | undefined) => ({ text: () => text }) as unknown as Values

describe('postgresOption', () => {
  it.each(['postgres://user:secret@host/db', 'postgresql://localhost:5433/db?host=/run/postgresql'])(
    'takes %s',
    (url) => {
      expect(postgresOption(given(url))).toBe(url)
    },
  )

  it.each([undefined, '0'])('publishes nothing for %s', (text) => {
    expect(postgresOption(given(text))).toBeUndefined()
  })

  it.each([
    'mysql://user:secret@host/db',
    'postgres//user:secret@host',
    'postgres://user:secret@:x',
    'postgres://user:secret%@host/db',
  ])('refuses %s without repeating it', (text) => {
    expect(() => postgresOption(given(text))).toThrow(OptionError)
    expect(() => postgresOption(given(text))).not.toThrow(/secret/)
  })
})
