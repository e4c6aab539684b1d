import { toHex } from '../../util/index.ts'
import type { Connect } from '../follower.ts'
import { PUBLISH_WORDS } from '../types.ts'
import { NatsEvents } from './natsEvents.ts'
import { NatsServer } from './natsServer.ts'
import { SeenQueue } from './seenQueue.ts'

/**
 * Returns a function that connects to a NATS server, and the queue of seen transactions, which sends while the
 * connection lasts.
 */
export function natsConnector(): { readonly connect: Connect; readonly seen: SeenQueue } {
  const seen = new SeenQueue()
  const connect: Connect = async (input, reader, opened) => {
    const { to, chain, magic, genesisHash } = input
    if (to.kind !== 'nats') throw new Error('not a NATS server')
    const identity = `${chain} ${toHex(magic)} ${toHex(genesisHash)}`
    const server = await NatsServer.open(to, { chain, identity })
    const end = () => {
      seen.detach()
      server.end()
    }
    opened({ end })
    const target = await NatsEvents.open({ stream: server.chain, reader, kinds: to.kinds, from: to.from })
    seen.attach(server.seen, (count) => {
      Atomics.add(input.words, PUBLISH_WORDS.SEEN, count)
    })
    return { target, end }
  }
  return { connect, seen }
}
