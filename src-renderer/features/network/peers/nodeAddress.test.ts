import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { nodeProblem } from './nodeAddress.ts'

beforeAll(() => loadTexts('network'))

describe('nodeProblem', () => {
  it.each(['127.0.0.1', '127.0.0.1:1', 'node.example:65535', '[::1]:7000', '::1', '2001:db8::5:99999', 'abc.onion:80'])(
    'takes %s',
    (text) => expect(nodeProblem(text)).toBeUndefined(),
  )
  it.each(['127.0.0.1:99999', '127.0.0.1:0', 'node.example:', '[::1]:65536', 'node:port'])(
    'refuses the port of %s',
    (text) => expect(nodeProblem(text)).toMatch(/port/),
  )
  it.each(['', '  ', 'a b', 'x/y'])('refuses %j', (text) => expect(nodeProblem(text)).toBeDefined())
})
