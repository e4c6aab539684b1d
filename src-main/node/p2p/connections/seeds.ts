import { resolve4, resolve6 } from 'node:dns/promises'
import type { Logger } from '../../core/index.ts'
import { ipFromText, type TimedAddress } from '../wire/index.ts'

/** DNS seeds of the parent coin; their answers are used with the chain's own port (p2p.md §7). */
const DNS_SEEDS: readonly string[] = [
  'kmd.komodoseeds.org',
  'seeds1.kmd.sh',
  'kmdseed.cipig.net',
  'kmdseeds.lordofthechains.com',
  'kmd.komodoseeds.com',
  'dynamic.komodoseeds.com',
]
const DAY = 24 * 3600
/** Age in days given to seed addresses, which are unconfirmed: the middle of three to seven days. */
const AGE_DAYS = 5

/**
 * Queries the DNS seeds of the parent coin for node addresses. Failing seeds are skipped.
 * @param deps.resolve resolves a name; default: the system's resolver
 */
export async function askDnsSeeds(
  settings: { readonly port: number; readonly now: number },
  deps: {
    readonly logger: Logger
    readonly signal: AbortSignal
    readonly resolve?: readonly ((name: string) => Promise<readonly string[]>)[]
  },
): Promise<TimedAddress[]> {
  const { resolve = [resolve4, resolve6] } = deps
  const found: TimedAddress[] = []
  for (const name of DNS_SEEDS) {
    if (deps.signal.aborted) break
    const answers = await Promise.allSettled(resolve.map((ask) => ask(name)))
    const hosts = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    for (const host of hosts) {
      const ip = ipFromText(host)
      if (ip !== undefined) found.push({ ip, port: settings.port, services: 1n, time: settings.now - AGE_DAYS * DAY })
    }
    deps.logger.debug('DNS seed answered', { name, addresses: hosts.length })
  }
  return found
}
