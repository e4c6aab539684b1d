import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../i18n/texts.ts'
import { nodeProblem } from './nodeAddress.ts'

beforeAll(() => loadTexts('parts'))

describe('nodeProblem', () => {
  it.each([
    ...['127.0.0.1', '127.0.0.1:1', '255.255.255.255', 'node.example:65535', 'node.example.', 'my_node', 'a-b.c1:80'],
    ...['[::1]:7000', '[::1]', '::1', '2001:db8::5', '::ffff:1.2.3.4', 'abc.onion:80', '1.example'],
  ])('accepts the node address %s', (text) => expect(nodeProblem(text)).toBeUndefined())
  it.each(['127.0.0.1:99999', '127.0.0.1:0', 'node.example:', '[::1]:65536', '[::1]x', 'node:port'])(
    'rejects the invalid port of %s',
    (text) => expect(nodeProblem(text)).toMatch(/port/),
  )
  it.each(['999.1.1.1', '999.1.1.1:8233', '1.2.3', '1.2.3.4.5', '1.2.3.256', '01.2.3.4', '1..2.3', '7', 'a.1'])(
    'rejects the invalid IPv4 address %s',
    (text) => expect(nodeProblem(text)).toMatch(/four numbers/),
  )
  it.each([
    ...['a b', 'x/y', '-a.example', 'a-.example', 'a..example', '.example', ':80', `${'a'.repeat(64)}.example`],
    ...['2001:db8::5:99999', '1:2:3', '[1.2.3.4]:80', '[]:80', 'a:b:c', `${'a.'.repeat(130)}example`],
  ])('rejects the malformed address %j', (text) => expect(nodeProblem(text)).toBe('Not an address or host name.'))
  it.each(['', '  '])('asks for an address if the text is %j', (text) => expect(nodeProblem(text)).toMatch(/^Enter/))
})
