import type { PublishOptions } from '../node/index.ts'
import { OptionError, type Values } from './values.ts'

/** Topics in the reference's order of notifications. */
const TOPICS = ['checkedblock', 'hashblock', 'hashtx', 'rawblock', 'rawtx'] as const
const TCP = /^tcp:\/\/(?:\*|\[[0-9a-fA-F:.]+\]|[^:/[\]]+):([0-9]{1,5})$/
const IPC = /^ipc:\/\/\/./
const MAX_PORT = 65_535

/** @throws OptionError if an address is invalid */
export function zmqOptions(values: Values): PublishOptions['zmq'] {
  return TOPICS.flatMap((topic) => {
    const address = values.text(`zmqpub${topic}`)
    if (address === undefined) return []
    const port = Number(TCP.exec(address)?.[1] ?? 0)
    if (!IPC.test(address) && !(port > 0 && port <= MAX_PORT))
      throw new OptionError(`-zmqpub${topic}: expected tcp://<address>:<port> or ipc:///<path>, got "${address}"`)
    return [{ topic, address }]
  })
}
