import { describe, expect, it } from 'vitest'
import { publishTargets } from './publish.ts'
import { OptionError, type Values } from './values.ts'

const given = (...texts: string[]) => ({ list: () => texts }) as unknown as Values

describe('publishTargets', () => {
  it.each(['postgres://user:secret@host/db', 'postgresql://localhost:5433/db?host=/run/postgresql'])(
    'accepts the database address %s',
    (url) => {
      expect(publishTargets(given(url))).toEqual({ postgres: url, nats: undefined })
    },
  )

  it.each([[[]], [['0']]])('publishes nothing for %s', (texts) => {
    expect(publishTargets(given(...texts))).toEqual({ postgres: undefined, nats: undefined })
  })

  it('accepts a NATS server with its settings, together with a database', () => {
    const url = 'nats://user:secret@host:4222/?from=100&creds=/etc/chain.creds&tls=1'
    expect(publishTargets(given(url, 'postgres://host/db'))).toEqual({
      postgres: 'postgres://host/db',
      nats: { url, from: 100, credentialsFile: '/etc/chain.creds', tls: true },
    })
    const plain = { url: 'nats://host', from: 0, credentialsFile: undefined, tls: false }
    expect(publishTargets(given('nats://host')).nats).toEqual(plain)
  })

  it.each([
    'mysql://user:secret@host/db',
    'postgres//user:secret@host',
    'postgres://user:secret@:x',
    'postgres://user:secret%@host/db',
    'nats:/secret@host',
    'nats://user:secret@host/stream',
    'nats://user:secret%@host',
    'nats://user:secret@host?from=-1',
    'nats://user:secret@host?form=1',
  ])('rejects %s without repeating it', (text) => {
    expect(() => publishTargets(given(text))).toThrow(OptionError)
    expect(() => publishTargets(given(text))).not.toThrow(/secret/)
  })

  it('rejects a second NATS server', () => {
    expect(() => publishTargets(given('nats://a', 'nats://b'))).toThrow('-publish: expected at most one')
  })
})
