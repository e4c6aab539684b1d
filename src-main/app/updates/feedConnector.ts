/** Connections of the app itself, which use the proxy of the chains. */
import { randomBytes } from 'node:crypto'
import type { LoadedOptions } from '../../config/index.ts'
import { Dialler, splitHostPort } from '../../node/index.ts'
import type { Dial } from './fetchFeed.ts'

/** Connection timeout in ms. */
const TIMEOUT_MS = 20_000

const toHostPort = (text: string | undefined) => (text === undefined ? undefined : splitHostPort(text, 0))

/**
 * Creates a connector with the most restrictive options of all chains. It uses the first proxy that a chain has;
 * otherwise it makes no DNS lookups if one chain forbids them.
 * @param chains arguments of each chain, the shown chain first
 * @throws Error if the options of a chain are invalid: it might have a proxy
 */
export function createFeedConnector(
  chains: readonly (readonly string[])[],
  readOptions: (argv: readonly string[]) => LoadedOptions,
): Dial {
  const read = chains.map((argv) => {
    const loaded = readOptions(argv)
    if (loaded.kind !== 'options') throw new Error('the options of a chain cannot be read, and they may name a proxy')
    return loaded.options.p2p
  })
  const all = read.filter((p2p) => p2p !== undefined)
  const proxied = all.find(({ proxy }) => proxy !== undefined)
  const { proxy, onionProxy, proxyRandomize = true } = proxied ?? {}
  const dialler = new Dialler(
    {
      ...{
        proxy: toHostPort(proxy),
        onionProxy: toHostPort(onionProxy),
        randomize: proxyRandomize,
        timeout: TIMEOUT_MS,
      },
      dns: all.every(({ dns }) => dns),
    },
    { random: { bytes: (length) => randomBytes(length) } },
  )
  return async (target, signal) => (await dialler.dial(target, signal)).socket
}
