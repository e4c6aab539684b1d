/** Tests the daemon's publications with the usual client: Python's, which uses ZeroMQ's own library. */
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { type Daemon, startDaemon } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import { type Program, startProgram } from '../support/programs.ts'

/** Debian's python3-zmq works only with Debian's own Python. CI installs it. */
const PYTHON = '/usr/bin/python3'
const pythonReason =
  spawnSync(PYTHON, ['-c', 'import zmq']).status === 0 ? undefined : 'Python with zmq is not installed'

/** The subscriber is another process, so published messages arrive with a delay. */

/** Prints a line for each message: topic, body in hex, number. */
const SUBSCRIBER = `
import sys, struct, zmq
socket = zmq.Context().socket(zmq.SUB)
for topic in sys.argv[2:]: socket.setsockopt(zmq.SUBSCRIBE, topic.encode())
socket.connect(sys.argv[1])
while True:
    topic, body, number = socket.recv_multipart()
    print(topic.decode(), body.hex(), struct.unpack('<I', number)[0], flush=True)
`

interface Message {
  readonly topic: string
  readonly body: string
  readonly number: number
}

describe.skipIf(leaveOut('ZeroMQ, read by Python', pythonReason))('ZeroMQ publications read by Python', () => {
  let daemon: Daemon
  let subscriber: Program
  const messages = (): Message[] =>
    subscriber
      .output()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [topic = '', body = '', number = ''] = line.split(' ')
        return { topic, body, number: Number(number) }
      })
  const bodies = (topic: string) => messages().flatMap((message) => (message.topic === topic ? [message.body] : []))

  beforeAll(async () => {
    const address = `tcp://127.0.0.1:${await freePort()}`
    const topics = ['hashblock', 'hashtx', 'rawblock', 'rawtx']
    daemon = await startDaemon({
      args: [
        ...['-ac_name=PUBLISHED', '-regtest', '-ac_supply=1000', '-ac_cc=2'],
        ...topics.map((topic) => `-zmqpub${topic}=${address}`),
      ],
    })
    subscriber = startProgram(PYTHON, ['-c', SUBSCRIBER, address, 'hash', 'raw'])
    // A subscriber misses earlier messages, and only a received message shows that the subscription is active.
    await waitFor(async () => {
      await daemon.rpc.call('generate', 1)
      expect(bodies('rawblock')).not.toEqual([])
    })
  })
  afterAll(async () => {
    await subscriber.stop('SIGKILL')
    await daemon.stop()
  })

  it('match the parts and the order of the reference’s messages', async () => {
    const [hash = ''] = await daemon.rpc.call<string[]>('generate', 1)
    const whole = await daemon.rpc.call<string>('getblock', hash, 0)
    const { tx } = await daemon.rpc.call<{ tx: readonly [string] }>('getblock', hash)
    const coinbase = await daemon.rpc.call<string>('getrawtransaction', tx[0])
    await waitFor(() => expect(bodies('rawblock')).toContain(whole))
    const last = messages().slice(-4)
    expect(last.map(({ topic, body }) => [topic, body])).toEqual([
      ['hashtx', tx[0]],
      ['rawtx', coinbase],
      ['hashblock', hash],
      ['rawblock', whole],
    ])
  })

  it('include a payment when it is sent and again when it is mined', async () => {
    await daemon.rpc.call('generate', 3)
    const address = await daemon.rpc.call<string>('getnewaddress')
    const txid = await daemon.rpc.call<string>('sendtoaddress', address, 1)
    await waitFor(() => expect(bodies('hashtx').filter((body) => body === txid)).toHaveLength(1))
    const whole = await daemon.rpc.call('getrawtransaction', txid)
    await waitFor(() => expect(bodies('rawtx')).toContain(whole))
    await daemon.rpc.call('generate', 1)
    await waitFor(() => expect(bodies('hashtx').filter((body) => body === txid)).toHaveLength(2))
  })

  it('number the messages of each topic without a gap', async () => {
    await daemon.rpc.call('generate', 20)
    const tip = await daemon.rpc.call<string>('getbestblockhash')
    await waitFor(() => expect(bodies('hashblock').at(-1)).toBe(tip))
    // A block's transactions are published before its hash, so all messages of this block have arrived.
    for (const topic of ['hashblock', 'hashtx', 'rawtx']) {
      const numbers = messages().flatMap((message) => (message.topic === topic ? [message.number] : []))
      expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at))
    }
  })
})
