import { describe, expect, it } from 'vitest'
import { createSettings, parseCommandLine } from '#shared/arguments.ts'
import { monitorOptions } from './monitor.ts'
import { createValues } from './values.ts'
import { zmqOptions } from './zmq.ts'

const parseValues = (...argv: string[]) =>
  createValues(createSettings(parseCommandLine(argv).options, new Map()), (name) => `-${name}`)

describe('monitorOptions', () => {
  it.each([
    ['9332', { host: '127.0.0.1', port: 9332 }],
    ['0.0.0.0:9332', { host: '0.0.0.0', port: 9332 }],
    ['[::1]:80', { host: '::1', port: 80 }],
    ['node.example:80', { host: 'node.example', port: 80 }],
  ])('accepts %s as the metrics address', (text, metrics) => {
    expect(monitorOptions(parseValues(`-metrics=${text}`))).toEqual({ metrics })
  })

  it('disables metrics by default and with 0', () => {
    for (const argv of [[], ['-metrics=0'], ['-nometrics']])
      expect(monitorOptions(parseValues(...argv))).toEqual({ metrics: undefined })
  })

  it.each(['x', ':80', '70000', 'host:0', '[zz]:80', '1.2.3.4'])('rejects %s as the metrics address', (text) => {
    expect(() => monitorOptions(parseValues(`-metrics=${text}`))).toThrow(`got "${text}"`)
  })
})

describe('zmqOptions', () => {
  it('accepts ZeroMQ addresses and sorts them by topic', () => {
    const argv = ['-zmqpubrawtx=ipc:///tmp/x', '-zmqpubhashblock=tcp://*:28332', '-zmqpubhashtx=tcp://[::1]:28332']
    expect(zmqOptions(parseValues(...argv))).toEqual([
      { topic: 'hashblock', address: 'tcp://*:28332' },
      { topic: 'hashtx', address: 'tcp://[::1]:28332' },
      { topic: 'rawtx', address: 'ipc:///tmp/x' },
    ])
  })

  it.each([
    '28332',
    'tcp://127.0.0.1',
    'tcp://127.0.0.1:0',
    'tcp://a:b:1',
    'ipc://',
    'inproc://x',
    'tcp://127.0.0.1:99999',
  ])('rejects %s as a ZeroMQ address', (text) => {
    expect(() => zmqOptions(parseValues(`-zmqpubhashtx=${text}`))).toThrow(`-zmqpubhashtx: expected tcp://`)
  })
})
