import { describe, expect, it } from 'vitest'
import { disconnectNamed } from './networkView.ts'
import { ipFromText } from './wire/index.ts'

const PORT = 8_000

/** Creates connections, and records the names of disconnected ones. */
function view(...peers: readonly (readonly [name: string, ip: string, port?: number])[]) {
  const ended: string[] = []
  const list = peers.map(([name, ip, port = PORT]) => ({
    name,
    address: { ip: ipFromText(ip)!, port },
    disconnect: () => ended.push(name),
  }))
  return { ended, disconnect: (text: string) => disconnectNamed(text, list, PORT) }
}

describe('disconnectNamed', () => {
  it('disconnects the connection with exactly this name', () => {
    const { ended, disconnect } = view(['1.2.3.4:8000', '1.2.3.4'], ['1.2.3.4:8001', '1.2.3.4', 8001])
    expect([disconnect('1.2.3.4:8001'), ended]).toEqual([true, ['1.2.3.4:8001']])
  })

  it.each([
    ['1.2.3.4', '1.2.3.4:8000'],
    ['a.example', 'a.example:8000'],
    ['::1', '[::1]:8000'],
    ['[::1]', '[::1]:8000'],
    ['[0:0:0:0:0:0:0:1]:8000', '[::1]:8000'],
    ['2A01:4F8::5', '[2a01:4f8::5]:8000'],
    ['::ffff:1.2.3.4', '1.2.3.4:8000'],
    ['5.6.7.8:8333', 'b.example:8333'],
  ])('resolves %s to the connection %s', (text, name) => {
    const { ended, disconnect } = view(
      ...([
        ['1.2.3.4:8000', '1.2.3.4'],
        ['a.example:8000', '9.9.9.9'],
        ['[::1]:8000', '::1'],
        ['[2a01:4f8::5]:8000', '2a01:4f8::5'],
        ['b.example:8333', '5.6.7.8', 8333],
      ] as const),
    )
    expect([disconnect(text), ended]).toEqual([true, [name]])
  })

  it('disconnects nothing for another port, another address or invalid text', () => {
    const { ended, disconnect } = view(['1.2.3.4:9000', '1.2.3.4', 9000], ['[::1]:8000', '::1'])
    for (const text of ['1.2.3.4', '1.2.3.4:8000', '[::1]:9', '::2', '', ':', '[', '1.2.3.4:99999', 'nonsense'])
      expect([text, disconnect(text)]).toEqual([text, false])
    expect(ended).toEqual([])
  })
})
